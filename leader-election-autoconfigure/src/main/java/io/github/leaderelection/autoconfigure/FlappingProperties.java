package io.github.leaderelection.autoconfigure;

import java.time.Duration;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * When leadership counts as flapping.
 *
 * @param changes Number of changes of the leader that nobody asked for, within the
 * window, from which on leadership counts as flapping.
 * @param window Time within which changes are counted.
 */
@ConfigurationProperties("leader-election.flapping")
record FlappingProperties(@DefaultValue("3") int changes, @DefaultValue("10m") Duration window) {
}
