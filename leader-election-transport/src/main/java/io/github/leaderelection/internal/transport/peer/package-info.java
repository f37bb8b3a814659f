/**
 * The connections with one member. This node redials, writes in order, sends on one
 * connection and receives on the other. The links package calls it.
 */
@NullMarked
package io.github.leaderelection.internal.transport.peer;

import org.jspecify.annotations.NullMarked;
