/**
 * Exercises: runs that are told message by message, or write by write, and counted. Used
 * by the command of the laboratory; uses its stage.
 */
@NullMarked
package io.github.leaderelection.simulator.lab.exercise;

import org.jspecify.annotations.NullMarked;
