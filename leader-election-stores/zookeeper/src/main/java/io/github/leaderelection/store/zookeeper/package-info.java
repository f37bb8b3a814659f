/**
 * Leases in ZooKeeper. Read by Spring Boot; not for import.
 */
@NullMarked
package io.github.leaderelection.store.zookeeper;

import org.jspecify.annotations.NullMarked;
