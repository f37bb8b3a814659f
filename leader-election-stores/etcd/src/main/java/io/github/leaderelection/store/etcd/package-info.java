/**
 * Where leases are kept in etcd. Read by Spring Boot; not for import.
 */
@NullMarked
package io.github.leaderelection.store.etcd;

import org.jspecify.annotations.NullMarked;
