/**
 * What operators see of metadata.
 */
@NullMarked
package io.github.leaderelection.internal.metadata.actuate;

import org.jspecify.annotations.NullMarked;
