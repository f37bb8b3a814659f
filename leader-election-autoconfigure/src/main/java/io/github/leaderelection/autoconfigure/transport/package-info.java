/**
 * Auto-configuration of the transport on the application's web server. Called by Spring
 * Boot; not for import.
 */
@NullMarked
package io.github.leaderelection.autoconfigure.transport;

import org.jspecify.annotations.NullMarked;
