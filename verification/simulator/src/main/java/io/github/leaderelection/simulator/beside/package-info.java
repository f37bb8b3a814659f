/**
 * What stands beside the elections of a cluster in random runs.
 */
@NullMarked
package io.github.leaderelection.simulator.beside;

import org.jspecify.annotations.NullMarked;
