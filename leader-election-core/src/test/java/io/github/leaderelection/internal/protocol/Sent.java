package io.github.leaderelection.internal.protocol;

import io.github.leaderelection.NodeId;

/**
 * A message.
 *
 * @param <M> the messages
 * @param nanos when it was sent
 * @param from who sent it
 * @param to to whom
 * @param body what it says
 */
public record Sent<M>(long nanos, NodeId from, NodeId to, M body) {
}
