package io.github.leaderelection.internal.actuate;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

import io.github.leaderelection.ElectionNode;
import io.github.leaderelection.ElectionStatus;
import io.github.leaderelection.ElectionStatus.MemberStatus;
import io.github.leaderelection.LeaderElector;
import io.github.leaderelection.internal.runtime.ElectorInternals;

import org.springframework.boot.health.contributor.AbstractHealthIndicator;
import org.springframework.boot.health.contributor.Health;

/**
 * Reports whether this node has taken full part in each of its groups: a member votes, a
 * node with a store has read the record, an observer is linked. A node that did so once
 * stays up. Later problems are no reason to route requests elsewhere.
 */
public class LeaderParticipantHealthIndicator extends AbstractHealthIndicator {

	private static final String VOTES = "yes";

	private final ElectionNode node;

	private final Set<String> participating = ConcurrentHashMap.newKeySet();

	public LeaderParticipantHealthIndicator(ElectionNode node) {
		super("The health check of the leader election failed");
		this.node = Objects.requireNonNull(node, "node");
	}

	@Override
	protected void doHealthCheck(Health.Builder builder) {
		Map<String, String> waiting = new LinkedHashMap<>();
		for (String group : this.node.groups()) {
			LeaderElector elector = this.node.elector(group);
			ElectionStatus status = elector.status();
			if (participates(elector, status)) {
				this.participating.add(group);
			}
			else if (!this.participating.contains(group)) {
				waiting.put(group, status.voting());
			}
		}
		if (waiting.isEmpty()) {
			builder.up();
		}
		else {
			builder.outOfService().withDetail("waitingFor", waiting);
		}
	}

	private static boolean participates(LeaderElector elector, ElectionStatus status) {
		return status.voting().startsWith(VOTES) || (ElectorInternals.of(elector).observes()
				&& status.members().stream().anyMatch(MemberStatus::connected));
	}

}
