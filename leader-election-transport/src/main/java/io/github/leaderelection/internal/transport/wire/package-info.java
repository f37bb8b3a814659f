/**
 * The text form of what travels between nodes: messages and frames as JSON. It is derived
 * from the records alone. Transports call it.
 */
@NullMarked
package io.github.leaderelection.internal.transport.wire;

import org.jspecify.annotations.NullMarked;
