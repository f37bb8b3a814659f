package io.github.leaderelection.nodefence.autoconfigure;

import java.time.Duration;
import java.util.List;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Properties of the fence.
 *
 * @param command Command and its arguments that stop a former leader; exit code 0
 * confirms. A NodeFence bean is used instead if there is one.
 * @param commandTimeout How long the command may take.
 * @param timeout How long a winner tries to settle a former leader before another member
 * tries.
 * @param minInterval Time between two members that a node fences.
 */
@ConfigurationProperties("leader-election.fence")
record NodeFenceProperties(@DefaultValue List<String> command, @DefaultValue("30s") Duration commandTimeout,
		@DefaultValue("2m") Duration timeout, @DefaultValue("5m") Duration minInterval) {
}
