/**
 * Starts and stops listener containers and other lifecycle beans that run on the leader
 * alone.
 */
@NullMarked
package io.github.leaderelection.internal.follow;

import org.jspecify.annotations.NullMarked;
