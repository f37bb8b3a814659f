package io.github.leaderelection.internal.forward;

import java.time.Duration;

import io.github.leaderelection.internal.transport.tls.PeerTls;
import io.github.leaderelection.spring.ForwardToLeader.OnFollower;

/**
 * The settings of forwarding to the leader. The creator has checked the ranges.
 *
 * @param onFollower the behavior of a follower unless the annotation specifies it; never
 * the default
 * @param maxWait the longest wait of a request without a known leader; zero to refuse at
 * once
 * @param maxWaiting the maximum number of requests that wait at a time
 * @param maxProxied the maximum number of requests that are proxied at a time
 * @param connectTimeout the time limit for connecting to the leader
 * @param timeLimit the time limit of the leader for each piece of its answer
 * @param retryAfter the time after which refused clients should retry
 * @param tls the trusted certificates for leaders with an https URL
 */
public record ForwardSettings(OnFollower onFollower, Duration maxWait, int maxWaiting, int maxProxied,
		Duration connectTimeout, Duration timeLimit, Duration retryAfter, PeerTls tls) {
}
