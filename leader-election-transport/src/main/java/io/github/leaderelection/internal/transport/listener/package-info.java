/**
 * A port of the transport's own, beside that of the application's web server or in place
 * of one. Serves the given servlets to peers. Called by the auto-configuration.
 */
@NullMarked
package io.github.leaderelection.internal.transport.listener;

import org.jspecify.annotations.NullMarked;
