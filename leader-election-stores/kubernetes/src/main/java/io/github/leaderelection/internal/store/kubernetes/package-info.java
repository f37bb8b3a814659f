/**
 * The store for leases in Kubernetes. Only its configuration may use it; it knows the
 * port of stores and the client of fabric8.
 */
@NullMarked
package io.github.leaderelection.internal.store.kubernetes;

import org.jspecify.annotations.NullMarked;
