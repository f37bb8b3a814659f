/**
 * The auto-configuration of leases in Redis.
 */
@NullMarked
package io.github.leaderelection.store.redis;

import org.jspecify.annotations.NullMarked;
