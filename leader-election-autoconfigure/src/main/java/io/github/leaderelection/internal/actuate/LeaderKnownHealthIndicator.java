package io.github.leaderelection.internal.actuate;

import java.time.Duration;
import java.util.List;
import java.util.Objects;

import io.github.leaderelection.ElectionNode;
import io.github.leaderelection.ElectionStatus;
import org.jspecify.annotations.Nullable;

import org.springframework.boot.health.contributor.AbstractHealthIndicator;
import org.springframework.boot.health.contributor.Health;

/**
 * Reports whether this node has known a leader in each of its groups at least once. If a
 * threshold is set, no group may lack a leader for longer.
 */
public class LeaderKnownHealthIndicator extends AbstractHealthIndicator {

	private final ElectionNode node;

	private final @Nullable Duration leaderlessThreshold;

	/**
	 * Creates an indicator.
	 * @param leaderlessThreshold the time without a leader after which the node is out of
	 * service again; null for never
	 */
	public LeaderKnownHealthIndicator(ElectionNode node, @Nullable Duration leaderlessThreshold) {
		super("The health check of the leader election failed");
		this.node = Objects.requireNonNull(node, "node");
		this.leaderlessThreshold = leaderlessThreshold;
	}

	@Override
	protected void doHealthCheck(Health.Builder builder) {
		List<String> waiting = this.node.groups().stream().filter((group) -> !known(group)).toList();
		if (waiting.isEmpty()) {
			builder.up();
		}
		else {
			builder.outOfService().withDetail("waitingFor", waiting);
		}
	}

	private boolean known(String group) {
		ElectionStatus status = this.node.elector(group).status();
		return status.leader() != null || (!status.history().isEmpty() && !isMissed(status.leaderlessFor()));
	}

	private boolean isMissed(@Nullable Duration leaderlessFor) {
		return this.leaderlessThreshold != null && leaderlessFor != null
				&& leaderlessFor.compareTo(this.leaderlessThreshold) >= 0;
	}

}
