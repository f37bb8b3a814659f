/**
 * What a native image has to keep: types that are read and written by their components,
 * and methods that are found by their annotations.
 */
@NullMarked
package io.github.leaderelection.internal.hints;

import org.jspecify.annotations.NullMarked;
