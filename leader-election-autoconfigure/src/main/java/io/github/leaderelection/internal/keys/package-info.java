/**
 * The keys that are configured below {@code leader-election}, compared with those that
 * the configuration metadata on the class path describes.
 */
@NullMarked
package io.github.leaderelection.internal.keys;

import org.jspecify.annotations.NullMarked;
