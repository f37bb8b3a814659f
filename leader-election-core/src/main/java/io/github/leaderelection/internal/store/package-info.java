/**
 * Stores for ballots: in memory, and in a file that one process owns. The runtime uses
 * them from its writer thread; the simulator puts a simulated disk under them.
 */
@NullMarked
package io.github.leaderelection.internal.store;

import org.jspecify.annotations.NullMarked;
