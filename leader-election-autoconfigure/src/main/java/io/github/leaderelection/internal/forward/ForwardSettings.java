package io.github.leaderelection.internal.forward;

import java.time.Duration;

import io.github.leaderelection.internal.transport.tls.PeerTls;
import io.github.leaderelection.spring.ForwardToLeader.OnFollower;

/**
 * How requests are sent to the leader. The creator has checked the ranges.
 *
 * @param onFollower what a follower does if the annotation does not say; never the
 * default
 * @param maxWait how long a request waits while no leader is known; zero to refuse at
 * once
 * @param maxWaiting how many requests wait at a time
 * @param maxProxied how many requests are proxied at a time
 * @param connectTimeout how long connecting to the leader may take
 * @param timeLimit how long the leader may take for each piece of its answer
 * @param retryAfter after what time refused clients should retry
 * @param tls whom this node trusts where the leader's URL has https
 */
public record ForwardSettings(OnFollower onFollower, Duration maxWait, int maxWaiting, int maxProxied,
		Duration connectTimeout, Duration timeLimit, Duration retryAfter, PeerTls tls) {
}
