/**
 * Directed scenarios of assignments: a few workers and leaders, and messages by hand.
 */
@NullMarked
package io.github.leaderelection.simulator.assignment.directed;

import org.jspecify.annotations.NullMarked;
