/**
 * The states of workers and the leaders that spread partitions over them.
 */
@NullMarked
package io.github.leaderelection.simulator.explorer.assignment;

import org.jspecify.annotations.NullMarked;
