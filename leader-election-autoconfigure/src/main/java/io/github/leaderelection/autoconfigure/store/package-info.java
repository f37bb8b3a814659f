/**
 * Auto-configuration of the store of leases. Called by Spring Boot; not for import.
 */
@NullMarked
package io.github.leaderelection.autoconfigure.store;

import org.jspecify.annotations.NullMarked;
