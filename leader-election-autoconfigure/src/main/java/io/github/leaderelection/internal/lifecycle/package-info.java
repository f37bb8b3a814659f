/**
 * The node in the life of a Spring application: built once the web server listens,
 * started, stopped, and its events published. Made by the auto-configuration.
 */
@NullMarked
package io.github.leaderelection.internal.lifecycle;

import org.jspecify.annotations.NullMarked;
