package io.github.leaderelection.internal.forward;

import io.github.leaderelection.spring.ForwardToLeader.OnFollower;

/**
 * The annotation of a handler.
 *
 * @param group the group whose leader runs the handler
 * @param onFollower the behavior of a follower, never the default
 */
public record Forwarding(String group, OnFollower onFollower) {
}
