/**
 * Leases in Redis.
 */
@NullMarked
package io.github.leaderelection.internal.store.redis;

import org.jspecify.annotations.NullMarked;
