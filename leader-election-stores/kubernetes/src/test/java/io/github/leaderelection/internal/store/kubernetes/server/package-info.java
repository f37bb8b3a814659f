/**
 * An API server for tests, as strict as the real one: of what a store of leases asks.
 */
@NullMarked
package io.github.leaderelection.internal.store.kubernetes.server;

import org.jspecify.annotations.NullMarked;
