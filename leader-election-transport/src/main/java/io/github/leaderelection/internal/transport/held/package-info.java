/**
 * Requests of nodes that are no members, which a member holds until it has news for them.
 */
@NullMarked
package io.github.leaderelection.internal.transport.held;

import org.jspecify.annotations.NullMarked;
