/**
 * The laboratory: runs a scenario with many seeds, measures what it costs and draws one
 * of the runs. Called by the command line; start at LabCommand.
 */
@NullMarked
package io.github.leaderelection.simulator.lab;

import org.jspecify.annotations.NullMarked;
