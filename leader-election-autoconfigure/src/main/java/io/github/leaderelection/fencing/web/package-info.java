/**
 * Fencing tokens that go along with HTTP requests: who sends them, and the filter that
 * refuses stale ones. Anybody may use it; it knows the guard and the API.
 */
@NullMarked
package io.github.leaderelection.fencing.web;

import org.jspecify.annotations.NullMarked;
