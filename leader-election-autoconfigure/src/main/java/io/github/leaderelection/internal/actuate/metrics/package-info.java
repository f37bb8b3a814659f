/**
 * The meters of the election. The auto-configuration binds them.
 */
@NullMarked
package io.github.leaderelection.internal.actuate.metrics;

import org.jspecify.annotations.NullMarked;
