/**
 * The transport over WebSocket on the application's own port: dialling, accepting,
 * proving, linking. Public is what the auto-configuration makes and what the endpoint
 * shows; everything else is called from here alone.
 */
@NullMarked
package io.github.leaderelection.websocket;

import org.jspecify.annotations.NullMarked;
