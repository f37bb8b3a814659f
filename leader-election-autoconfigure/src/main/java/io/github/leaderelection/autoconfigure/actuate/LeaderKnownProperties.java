package io.github.leaderelection.autoconfigure.actuate;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Settings of the health indicator {@code leaderKnown}.
 *
 * @param enabled Whether to add a health indicator that reports out of service until this
 * node has known a leader once. Meant for the readiness group.
 */
@ConfigurationProperties("management.health.leader-known")
public record LeaderKnownProperties(@DefaultValue("false") boolean enabled) {
}
