/**
 * The port through which messages travel between members. Implemented over WebSocket
 * outside of core and by the simulator's network; called by the runtime alone.
 */
@NullMarked
package io.github.leaderelection.transport;

import org.jspecify.annotations.NullMarked;
