/**
 * The canonical form of a state: states that act alike are equal in it.
 */
@NullMarked
package io.github.leaderelection.simulator.explorer.canonical;

import org.jspecify.annotations.NullMarked;
