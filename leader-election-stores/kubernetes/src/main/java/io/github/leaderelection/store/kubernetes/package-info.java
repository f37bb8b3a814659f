/**
 * Where leases are kept in Kubernetes. Read by Spring Boot; not for import.
 */
@NullMarked
package io.github.leaderelection.store.kubernetes;

import org.jspecify.annotations.NullMarked;
