/**
 * The contract between the transport and the web server of the application: requests of
 * other nodes, and their answers. Each kind of web server implements it.
 */
@NullMarked
package io.github.leaderelection.internal.transport.server;

import org.jspecify.annotations.NullMarked;
