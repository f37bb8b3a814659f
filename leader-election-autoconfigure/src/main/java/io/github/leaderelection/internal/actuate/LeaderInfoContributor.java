package io.github.leaderelection.internal.actuate;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;

import io.github.leaderelection.ElectionNode;
import io.github.leaderelection.ElectionStatus;

import org.springframework.boot.actuate.info.Info;
import org.springframework.boot.actuate.info.InfoContributor;

/**
 * Adds this node and its leaders to the application's information.
 */
public class LeaderInfoContributor implements InfoContributor {

	private final ElectionNode node;

	public LeaderInfoContributor(ElectionNode node) {
		this.node = Objects.requireNonNull(node, "node");
	}

	@Override
	public void contribute(Info.Builder builder) {
		Map<String, Object> groups = new LinkedHashMap<>();
		for (String group : this.node.groups()) {
			groups.put(group, describe(this.node.elector(group).status()));
		}
		Map<String, Object> leader = new LinkedHashMap<>();
		leader.put("node", this.node.id().value());
		leader.put("cluster", this.node.cluster());
		leader.put("groups", groups);
		builder.withDetail("leader", leader);
	}

	private static Map<String, Object> describe(ElectionStatus status) {
		Map<String, Object> group = new LinkedHashMap<>();
		group.put("role", status.role().name());
		group.put("leading", status.leading());
		group.put("term", status.term());
		if (status.leader() != null) {
			group.put("leader", status.leader().id().value());
		}
		return group;
	}

}
