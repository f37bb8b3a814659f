/**
 * The transport over HTTP on the application's own port: connections made of sessions and
 * POSTs. Public is what the auto-configuration makes, and the exchange of single POSTs,
 * which joining shares; everything else is called from here and, as a connection, by the
 * links.
 */
@NullMarked
package io.github.leaderelection.internal.transport.http;

import org.jspecify.annotations.NullMarked;
