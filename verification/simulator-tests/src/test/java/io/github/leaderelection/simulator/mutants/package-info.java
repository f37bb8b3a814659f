/**
 * Shows that the simulator can fail: breaks one rule of the election at a time, in a copy
 * of its sources, and looks whether the breach is found.
 */
@NullMarked
package io.github.leaderelection.simulator.mutants;

import org.jspecify.annotations.NullMarked;
