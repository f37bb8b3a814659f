/**
 * The election for operators: endpoint, health and info. The auto-configuration creates
 * the beans; applications may replace them.
 */
@NullMarked
package io.github.leaderelection.internal.actuate;

import org.jspecify.annotations.NullMarked;
