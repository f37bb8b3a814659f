/**
 * Random runs: a plan drawn from a seed, the faults it mixes, and the healing at its end.
 * Drives a cluster; the invariants judge it.
 */
@NullMarked
package io.github.leaderelection.simulator.fault;

import org.jspecify.annotations.NullMarked;
