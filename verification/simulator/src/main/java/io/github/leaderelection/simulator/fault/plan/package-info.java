/**
 * What a random run is drawn to be: its elections, its leases, and the kinds of faults it
 * mixes.
 */
@NullMarked
package io.github.leaderelection.simulator.fault.plan;

import org.jspecify.annotations.NullMarked;
