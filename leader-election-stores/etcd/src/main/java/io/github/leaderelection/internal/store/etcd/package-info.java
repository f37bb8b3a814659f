/**
 * Leases in etcd.
 */
@NullMarked
package io.github.leaderelection.internal.store.etcd;

import org.jspecify.annotations.NullMarked;
