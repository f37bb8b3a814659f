/**
 * The shell around a pure election protocol: takes inputs one at a time, performs the
 * effects, publishes leadership and status. Owns no thread and no clock. Driven by the
 * node in production and by the simulator under virtual time; applications use neither
 * directly.
 */
@NullMarked
package io.github.leaderelection.internal.runtime;

import org.jspecify.annotations.NullMarked;
