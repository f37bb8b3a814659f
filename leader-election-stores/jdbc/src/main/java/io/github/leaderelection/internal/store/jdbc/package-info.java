/**
 * The store for leases in the application's own database. Only the configuration may use
 * it; it knows the port of stores, the dialects of fencing and Spring JDBC.
 */
@NullMarked
package io.github.leaderelection.internal.store.jdbc;

import org.jspecify.annotations.NullMarked;
