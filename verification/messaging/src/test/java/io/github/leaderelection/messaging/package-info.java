/**
 * Listener containers that follow leadership, with real brokers.
 */
@NullMarked
package io.github.leaderelection.messaging;

import org.jspecify.annotations.NullMarked;
