package io.github.leaderelection.internal.actuate;

import java.util.List;
import java.util.Objects;

import io.github.leaderelection.ElectionNode;
import io.github.leaderelection.ElectionStatus;

import org.springframework.boot.health.contributor.AbstractHealthIndicator;
import org.springframework.boot.health.contributor.Health;

/**
 * Reports whether this node has known a leader in each of its groups at least once. Meant
 * for the readiness group. So a starting node gets no requests before it knows the
 * leader. A later election does not remove a node from its load balancer.
 */
public class LeaderKnownHealthIndicator extends AbstractHealthIndicator {

	private final ElectionNode node;

	public LeaderKnownHealthIndicator(ElectionNode node) {
		super("The health check of the leader election failed");
		this.node = Objects.requireNonNull(node, "node");
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
		return status.leader() != null || !status.history().isEmpty();
	}

}
