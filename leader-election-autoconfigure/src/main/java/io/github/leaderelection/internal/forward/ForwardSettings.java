package io.github.leaderelection.internal.forward;

import java.time.Duration;

import io.github.leaderelection.spring.ForwardToLeader.OnFollower;

/**
 * How requests are sent to the leader. Whoever makes it has checked the ranges.
 *
 * @param onFollower what a follower does where the handler does not say; not the default
 * @param maxWait how long a request waits while no leader is known, zero for not at all
 * @param maxWaiting how many requests wait at a time
 * @param maxProxied how many requests are proxied at a time
 * @param connectTimeout how long a connection to the leader may take
 * @param timeLimit how long the leader may let a request wait for the next sign of it
 * @param retryAfter after what time a refused client is told to try again
 */
public record ForwardSettings(OnFollower onFollower, Duration maxWait, int maxWaiting, int maxProxied,
		Duration connectTimeout, Duration timeLimit, Duration retryAfter) {
}
