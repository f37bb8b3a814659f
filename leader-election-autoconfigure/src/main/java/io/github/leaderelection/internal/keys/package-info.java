/**
 * Compares the configured keys below {@code leader-election} with those in the
 * configuration metadata on the class path.
 */
@NullMarked
package io.github.leaderelection.internal.keys;

import org.jspecify.annotations.NullMarked;
