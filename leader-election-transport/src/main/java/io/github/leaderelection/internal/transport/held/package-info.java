/**
 * Requests of observers and workers, which a node holds until it has news for them.
 */
@NullMarked
package io.github.leaderelection.internal.transport.held;

import org.jspecify.annotations.NullMarked;
