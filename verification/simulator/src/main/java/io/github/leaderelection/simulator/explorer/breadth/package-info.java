/**
 * Searching in breadth, whatever the states are of.
 */
@NullMarked
package io.github.leaderelection.simulator.explorer.breadth;

import org.jspecify.annotations.NullMarked;
