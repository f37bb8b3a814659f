/**
 * Assignments beside the elections of a random run: applications that own partitions,
 * what goes wrong with them, and what judges them.
 */
@NullMarked
package io.github.leaderelection.simulator.assignment;

import org.jspecify.annotations.NullMarked;
