/**
 * Spreads partitions over workers: pure steps of a worker and of a leader, and a planner.
 */
@NullMarked
package io.github.leaderelection.internal.assignment.protocol;

import org.jspecify.annotations.NullMarked;
