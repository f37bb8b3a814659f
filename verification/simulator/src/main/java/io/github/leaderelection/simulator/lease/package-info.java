/**
 * Random runs of instances that lead by a lease in a store that fails.
 */
@NullMarked
package io.github.leaderelection.simulator.lease;

import org.jspecify.annotations.NullMarked;
