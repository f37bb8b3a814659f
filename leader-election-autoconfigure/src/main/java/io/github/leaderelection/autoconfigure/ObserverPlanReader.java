package io.github.leaderelection.autoconfigure;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.Set;

import io.github.leaderelection.internal.keys.EmptySetting;
import io.github.leaderelection.internal.keys.MeantPeers;
import io.github.leaderelection.internal.settings.InvalidElectionConfigurationException;
import io.github.leaderelection.internal.settings.ObserverPlan;
import io.github.leaderelection.internal.settings.Peers;
import io.github.leaderelection.internal.settings.StoreKind;

import org.springframework.core.env.Environment;
import org.springframework.util.StringUtils;

/**
 * Reads and checks the configured observation. Ignores settings of candidates, so members
 * and observers may share their configuration.
 */
final class ObserverPlanReader {

	private ObserverPlanReader() {
	}

	/**
	 * Reads and checks the configuration.
	 * @throws InvalidElectionConfigurationException if there are no members to observe,
	 * or this node is a member
	 */
	static ObserverPlan read(LeaderElectionProperties properties, Environment environment) {
		String store = environment.getProperty(StoreKind.SETTING);
		if (StringUtils.hasText(store)) {
			throw new InvalidElectionConfigurationException(ObserverPlan.KEY, true,
					StoreKind.SETTING + "=" + store.trim()
							+ " makes nodes lead by a lease in a store, and an observer follows members that elect "
							+ "among themselves",
					"Remove one of the two: a node that leads by a lease follows the others anyway");
		}
		if (Boolean.TRUE.equals(properties.standalone())) {
			throw new InvalidElectionConfigurationException(ObserverPlan.KEY, true,
					"leader-election.standalone=true lets this node lead alone, and an observer never leads",
					"Remove one of the two");
		}
		Peers peers = Peers.parse(Peers.listed(properties.peers()));
		if (peers.isEmpty()) {
			EmptySetting.checkObserver(environment);
			MeantPeers.checkObserver(environment);
		}
		Set<String> groups = new LinkedHashSet<>(Set.of(GroupSettings.DEFAULT_GROUP));
		groups.addAll(properties.groups().keySet());
		groups.forEach(GroupSettings::checkName);
		ObserverPlan plan = new ObserverPlan(properties.cluster(), peers,
				ElectionPlanReader.nodeId(properties.nodeId()), new ArrayList<>(groups));
		plan.checkAdvertised(ElectionPlanReader.advertised(properties.advertisedUrl()));
		TransportCheck.checkCommon(properties.transport(), peers, null);
		return plan;
	}

}
