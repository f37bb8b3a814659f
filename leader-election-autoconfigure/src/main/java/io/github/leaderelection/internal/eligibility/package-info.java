/**
 * Asks the application whether this node is eligible, off the election's threads. Made by
 * the auto-configuration; nobody else calls it.
 */
@NullMarked
package io.github.leaderelection.internal.eligibility;

import org.jspecify.annotations.NullMarked;
