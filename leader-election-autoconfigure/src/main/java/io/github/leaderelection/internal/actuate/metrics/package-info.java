/**
 * The meters of the election and of fencing. Bound by the configuration classes;
 * applications see what they show.
 */
@NullMarked
package io.github.leaderelection.internal.actuate.metrics;

import org.jspecify.annotations.NullMarked;
