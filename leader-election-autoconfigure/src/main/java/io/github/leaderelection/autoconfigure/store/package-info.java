/**
 * Where leases are kept. Read by Spring Boot; not for import.
 */
@NullMarked
package io.github.leaderelection.autoconfigure.store;

import org.jspecify.annotations.NullMarked;
