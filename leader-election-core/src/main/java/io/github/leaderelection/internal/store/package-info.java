/**
 * Where a ballot is kept: the port, in memory, and in a file that is owned by one
 * process. Used by the runtime from its writer thread; the simulator puts a simulated
 * disk under it.
 */
@NullMarked
package io.github.leaderelection.internal.store;

import org.jspecify.annotations.NullMarked;
