/**
 * Requests of other nodes on the web server of a WebFlux application. Needs the servlet
 * API only above a servlet container. The auto-configuration of reactive applications
 * maps them.
 */
@NullMarked
package io.github.leaderelection.internal.transport.reactive;

import org.jspecify.annotations.NullMarked;
