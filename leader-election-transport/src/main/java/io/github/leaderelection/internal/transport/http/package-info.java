/**
 * The transport over HTTP on the application's own port. A connection is a session of
 * POSTs. The auto-configuration creates the transport; joining shares the exchange of
 * single POSTs.
 */
@NullMarked
package io.github.leaderelection.internal.transport.http;

import org.jspecify.annotations.NullMarked;
