/**
 * Tells Spring Integration of leadership in its own events. Made by the
 * auto-configuration where that library is; nobody else calls it.
 */
@NullMarked
package io.github.leaderelection.internal.integration;

import org.jspecify.annotations.NullMarked;
