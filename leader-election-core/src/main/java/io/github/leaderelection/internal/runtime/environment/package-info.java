/**
 * The parts that the driver of the runtime supplies: clocks, executors. Also helpers for
 * all packages of the runtime: logs without repetition, and contained failures.
 */
@NullMarked
package io.github.leaderelection.internal.runtime.environment;

import org.jspecify.annotations.NullMarked;
