/**
 * The election as operators see it: endpoint, health and info. Made by the configuration
 * classes; applications may replace the beans but call nothing here.
 */
@NullMarked
package io.github.leaderelection.internal.actuate;

import org.jspecify.annotations.NullMarked;
