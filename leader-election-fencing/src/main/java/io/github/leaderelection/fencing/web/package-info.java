/**
 * Fencing tokens in HTTP requests: clients that send them, and the filter that refuses
 * stale ones. Uses the guard and the API.
 */
@NullMarked
package io.github.leaderelection.fencing.web;

import org.jspecify.annotations.NullMarked;
