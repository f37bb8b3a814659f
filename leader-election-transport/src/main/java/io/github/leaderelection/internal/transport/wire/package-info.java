/**
 * The text form of messages and frames between nodes, as JSON. The form is derived from
 * the records alone. Transports call it.
 */
@NullMarked
package io.github.leaderelection.internal.transport.wire;

import org.jspecify.annotations.NullMarked;
