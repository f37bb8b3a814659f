/**
 * What a release publishes.
 */
@NullMarked
package io.github.leaderelection.bundle;

import org.jspecify.annotations.NullMarked;
