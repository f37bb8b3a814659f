/**
 * The gate: whether work of the leader may begin on this node, and under which grant.
 * Methods and forwarded requests ask it.
 */
@NullMarked
package io.github.leaderelection.internal.gate;

import org.jspecify.annotations.NullMarked;
