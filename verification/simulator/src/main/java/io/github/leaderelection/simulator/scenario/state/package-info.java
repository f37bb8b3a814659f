/**
 * Scenarios of what a node keeps and loses: restarts, lost and damaged state, disks that
 * are slow or fail, clocks from which terms are taken.
 */
@NullMarked
package io.github.leaderelection.simulator.scenario.state;

import org.jspecify.annotations.NullMarked;
