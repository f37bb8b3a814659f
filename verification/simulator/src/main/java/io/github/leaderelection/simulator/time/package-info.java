/**
 * Virtual time, clocks that run at rates of their own, and chance drawn from a seed.
 * Knows nothing of elections; everything else in the simulator stands on it.
 */
@NullMarked
package io.github.leaderelection.simulator.time;

import org.jspecify.annotations.NullMarked;
