/**
 * Counts how often each branch of the default election is taken in the simulator. The
 * classes that ship stay as they are: they are counted in a class loader of their own.
 */
@NullMarked
package io.github.leaderelection.simulator.branches;

import org.jspecify.annotations.NullMarked;
