/**
 * What stores of leases share, whatever their engine is. It knows the port of stores
 * alone; only stores use it.
 */
@NullMarked
package io.github.leaderelection.internal.store.lease;

import org.jspecify.annotations.NullMarked;
