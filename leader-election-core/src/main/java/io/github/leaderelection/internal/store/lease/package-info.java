/**
 * The parts that lease stores of all engines share. They depend on the port of stores
 * alone; only stores use them.
 */
@NullMarked
package io.github.leaderelection.internal.store.lease;

import org.jspecify.annotations.NullMarked;
