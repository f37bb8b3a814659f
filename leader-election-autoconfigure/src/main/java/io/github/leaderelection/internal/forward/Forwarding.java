package io.github.leaderelection.internal.forward;

import io.github.leaderelection.spring.ForwardToLeader.OnFollower;

/**
 * What a handler asks for.
 *
 * @param group the group whose leader answers
 * @param onFollower what a follower does, never the default
 */
record Forwarding(String group, OnFollower onFollower) {
}
