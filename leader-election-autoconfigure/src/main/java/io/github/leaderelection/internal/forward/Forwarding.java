package io.github.leaderelection.internal.forward;

import io.github.leaderelection.spring.ForwardToLeader.OnFollower;

/**
 * The annotation of a handler.
 *
 * @param group the group whose leader runs it
 * @param onFollower what a follower does; never the default
 */
public record Forwarding(String group, OnFollower onFollower) {
}
