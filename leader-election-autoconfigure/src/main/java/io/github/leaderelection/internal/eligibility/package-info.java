/**
 * Asks the application whether this node is eligible, on threads of its own. Only the
 * auto-configuration uses it.
 */
@NullMarked
package io.github.leaderelection.internal.eligibility;

import org.jspecify.annotations.NullMarked;
