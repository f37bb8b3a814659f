package io.github.leaderelection.autoconfigure.actuate;

import java.util.Set;
import java.util.function.Function;

import io.github.leaderelection.ElectionNode;
import io.github.leaderelection.internal.actuate.LeaderKnownHealthIndicator;
import io.github.leaderelection.internal.actuate.LeaderParticipantHealthIndicator;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.boot.health.actuate.endpoint.HealthEndpointGroups;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.boot.health.registry.HealthContributorRegistry;

/**
 * Registers the contributors that health groups name. They are no beans, because service
 * registries include every health bean in the health of the instance.
 */
final class GroupContributors implements SmartInitializingSingleton {

	private static final String LEADER_KNOWN = "leaderKnown";

	private static final String LEADER_PARTICIPANT = "leaderParticipant";

	static final Set<String> NAMES = Set.of(LEADER_KNOWN, LEADER_PARTICIPANT);

	private final ObjectProvider<HealthContributorRegistry> registry;

	private final ObjectProvider<HealthEndpointGroups> groups;

	private final ObjectProvider<ElectionNode> node;

	private final LeaderKnownProperties properties;

	GroupContributors(ObjectProvider<HealthContributorRegistry> registry, ObjectProvider<HealthEndpointGroups> groups,
			ObjectProvider<ElectionNode> node, LeaderKnownProperties properties) {
		this.registry = registry;
		this.groups = groups;
		this.node = node;
		this.properties = properties;
	}

	/** Registers the contributors before the check that groups name existing ones. */
	@Override
	public void afterSingletonsInstantiated() {
		add(LEADER_KNOWN, (present) -> new LeaderKnownHealthIndicator(present, this.properties.leaderlessThreshold()));
		add(LEADER_PARTICIPANT, LeaderParticipantHealthIndicator::new);
	}

	private void add(String name, Function<ElectionNode, HealthIndicator> indicator) {
		HealthContributorRegistry contributors = this.registry.getIfAvailable();
		if (contributors != null && isNamed(name) && contributors.getContributor(name) == null) {
			ElectionNode present = this.node.getIfAvailable();
			// Without an election there is nothing to wait for.
			HealthIndicator added = (present != null) ? indicator.apply(present) : () -> Health.up().build();
			contributors.registerContributor(name, added);
		}
	}

	private boolean isNamed(String name) {
		HealthEndpointGroups all = this.groups.getIfAvailable();
		return all != null
				&& all.getNames().stream().map(all::get).anyMatch((group) -> group != null && group.isMember(name));
	}

}
