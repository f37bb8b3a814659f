/**
 * The meters of fencing. The auto-configuration binds them.
 */
@NullMarked
package io.github.leaderelection.internal.fencing;

import org.jspecify.annotations.NullMarked;
