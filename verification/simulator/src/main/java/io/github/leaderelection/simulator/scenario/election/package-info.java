/**
 * Scenarios of votes, leases, hand-overs, members and partial connectivity.
 */
@NullMarked
package io.github.leaderelection.simulator.scenario.election;

import org.jspecify.annotations.NullMarked;
