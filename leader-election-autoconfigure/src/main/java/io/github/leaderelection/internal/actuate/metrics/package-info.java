/**
 * The meters of the election and of fencing. The auto-configuration binds them.
 */
@NullMarked
package io.github.leaderelection.internal.actuate.metrics;

import org.jspecify.annotations.NullMarked;
