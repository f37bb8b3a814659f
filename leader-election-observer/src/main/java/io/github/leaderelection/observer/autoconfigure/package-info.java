/**
 * The configuration of observers. Internal: it may change in any release.
 */
@NullMarked
package io.github.leaderelection.observer.autoconfigure;

import org.jspecify.annotations.NullMarked;
