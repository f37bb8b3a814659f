/**
 * What travels between nodes, as text: messages and handshake frames in JSON through a
 * private mapper. Derived from the records alone; called by transports.
 */
@NullMarked
package io.github.leaderelection.internal.transport.wire;

import org.jspecify.annotations.NullMarked;
