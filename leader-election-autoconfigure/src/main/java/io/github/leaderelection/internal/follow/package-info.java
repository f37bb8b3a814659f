/**
 * Starts and stops what runs on the leader alone: listener containers and other beans
 * with a lifecycle.
 */
@NullMarked
package io.github.leaderelection.internal.follow;

import org.jspecify.annotations.NullMarked;
