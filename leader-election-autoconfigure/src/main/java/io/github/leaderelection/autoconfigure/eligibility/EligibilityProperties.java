package io.github.leaderelection.autoconfigure.eligibility;

import java.time.Duration;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * When a node is eligible.
 *
 * @param requireReadiness Whether a node is eligible only while the readiness state of
 * its application accepts traffic.
 * @param checkInterval Time between two checks of the node's eligibility.
 * @param checkTimeout Time without an answer after which the node counts as ineligible.
 */
@ConfigurationProperties("leader-election.eligibility")
record EligibilityProperties(@DefaultValue("false") boolean requireReadiness,
		@DefaultValue("1s") Duration checkInterval, @DefaultValue("5s") Duration checkTimeout) {
}
