/**
 * The promises, checked after every event of a simulated cluster. Each class watches one;
 * the first broken one ends the run.
 */
@NullMarked
package io.github.leaderelection.simulator.invariant;

import org.jspecify.annotations.NullMarked;
