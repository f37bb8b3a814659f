/**
 * The simulator's entry: runs seeds and named scenarios, replays a seed, and the command
 * line for long runs. Start here.
 */
@NullMarked
package io.github.leaderelection.simulator;

import org.jspecify.annotations.NullMarked;
