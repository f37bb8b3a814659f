/**
 * Hints for native images: types that are converted by their components, and methods that
 * are found by annotations.
 */
@NullMarked
package io.github.leaderelection.internal.hints;

import org.jspecify.annotations.NullMarked;
