/**
 * The configuration of crash detection. Internal: it may change in any release.
 */
@NullMarked
package io.github.leaderelection.crashdetection.autoconfigure;

import org.jspecify.annotations.NullMarked;
