/**
 * A search of all that can happen to instances that lead by a lease in a store.
 */
@NullMarked
package io.github.leaderelection.simulator.explorer.lease;

import org.jspecify.annotations.NullMarked;
