package io.github.leaderelection.internal.actuate;

import java.time.Duration;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

import io.github.leaderelection.ElectionNode;
import io.github.leaderelection.ElectionStatus;
import io.github.leaderelection.LeaderElector;
import io.github.leaderelection.internal.runtime.ElectorInternals;

import org.springframework.boot.health.contributor.AbstractHealthIndicator;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.Status;

/**
 * Reports whether the electors of this node work. The leader, a missing leader and an
 * unreachable store appear in the details only. Otherwise orchestrators would remove or
 * restart instances.
 */
public class LeaderHealthIndicator extends AbstractHealthIndicator {

	private final ElectionNode node;

	private final TransportRefusals refusals;

	public LeaderHealthIndicator(ElectionNode node, TransportRefusals refusals) {
		super("The health check of the leader election failed");
		this.node = Objects.requireNonNull(node, "node");
		this.refusals = Objects.requireNonNull(refusals, "refusals");
	}

	/**
	 * The details of the first group are at the top, and those of further groups below
	 * {@code groups}. So the shape that most applications see stays the same with several
	 * groups.
	 */
	@Override
	protected void doHealthCheck(Health.Builder builder) {
		Status worst = Status.UP;
		Map<String, Object> further = new LinkedHashMap<>();
		Iterator<String> groups = this.node.groups().iterator();
		for (boolean first = true; groups.hasNext(); first = false) {
			LeaderElector elector = this.node.elector(groups.next());
			ElectionStatus status = elector.status();
			Status health = status.failed() ? Status.DOWN : Status.UP;
			worst = status.failed() ? Status.DOWN : worst;
			if (first) {
				builder.withDetails(details(status, elector));
			}
			else {
				Map<String, Object> details = new LinkedHashMap<>();
				details.put("status", health.getCode());
				details.putAll(details(status, elector));
				further.put(status.group(), details);
			}
		}
		List<String> twins = Suspicions.twins(this.refusals);
		if (!twins.isEmpty()) {
			builder.withDetail("twins", twins);
		}
		if (!further.isEmpty()) {
			builder.withDetail("groups", further);
		}
		builder.status(worst);
	}

	private static Map<String, Object> details(ElectionStatus status, LeaderElector elector) {
		Map<String, Object> details = new LinkedHashMap<>();
		details.put("role", status.role().name());
		if (ElectorInternals.of(elector).observes()) {
			details.put("observer", true);
		}
		if (status.leader() != null) {
			details.put("leader", status.leader().id().value());
		}
		details.put("term", status.term());
		Duration leaderless = GroupDescriptor.shown(status.leaderlessFor());
		if (leaderless != null) {
			details.put("leaderlessFor", leaderless.toString());
		}
		if (!status.problems().isEmpty()) {
			details.put("problems", status.problems());
		}
		String flapping = Suspicions.flapping(elector);
		if (flapping != null) {
			details.put("flapping", flapping);
		}
		List<String> splitBrain = Suspicions.splitBrain(elector);
		if (!splitBrain.isEmpty()) {
			details.put("splitBrainSuspected", splitBrain);
		}
		return details;
	}

}
