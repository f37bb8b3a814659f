/**
 * The transport over WebSocket on the application's own port: connections that are
 * WebSockets. Public is what the auto-configuration makes; everything else is called from
 * here and, as a connection, by the links.
 */
@NullMarked
package io.github.leaderelection.internal.transport.websocket;

import org.jspecify.annotations.NullMarked;
