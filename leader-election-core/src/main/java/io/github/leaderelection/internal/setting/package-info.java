/**
 * How a setting is refused that is out of its range. Knows nothing else.
 */
@NullMarked
package io.github.leaderelection.internal.setting;

import org.jspecify.annotations.NullMarked;
