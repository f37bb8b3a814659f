/**
 * Auto-configuration of leases, fencing tokens and transactions in a database. Called by
 * Spring Boot; not for import.
 */
@NullMarked
package io.github.leaderelection.store.jdbc;

import org.jspecify.annotations.NullMarked;
