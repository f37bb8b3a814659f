/**
 * The store for leases in ZooKeeper. Only its configuration may use it; it knows the port
 * of stores and Curator's framework, and none of Curator's recipes.
 */
@NullMarked
package io.github.leaderelection.internal.store.zookeeper;

import org.jspecify.annotations.NullMarked;
