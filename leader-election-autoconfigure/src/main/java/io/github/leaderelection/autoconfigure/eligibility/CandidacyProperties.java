package io.github.leaderelection.autoconfigure.eligibility;

import java.time.Duration;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * When a node stands for election.
 *
 * @param requireReadiness Whether a node stands for election only while its application
 * accepts traffic by its readiness state.
 * @param checkInterval Time from one question whether the node is eligible to the next.
 * @param checkTimeout Time without an answer after which the node counts as ineligible.
 */
@ConfigurationProperties("leader-election.candidacy")
public record CandidacyProperties(@DefaultValue("false") boolean requireReadiness,
		@DefaultValue("1s") Duration checkInterval, @DefaultValue("5s") Duration checkTimeout) {
}
