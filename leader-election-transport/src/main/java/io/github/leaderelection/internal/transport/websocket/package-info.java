/**
 * The transport over WebSocket on the application's own port. The auto-configuration
 * creates the transport, and the links use its connections.
 */
@NullMarked
package io.github.leaderelection.internal.transport.websocket;

import org.jspecify.annotations.NullMarked;
