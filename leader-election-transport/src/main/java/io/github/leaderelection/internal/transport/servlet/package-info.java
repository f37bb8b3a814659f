/**
 * Requests of other nodes on a servlet container. The auto-configuration of servlet
 * applications maps them.
 */
@NullMarked
package io.github.leaderelection.internal.transport.servlet;

import org.jspecify.annotations.NullMarked;
