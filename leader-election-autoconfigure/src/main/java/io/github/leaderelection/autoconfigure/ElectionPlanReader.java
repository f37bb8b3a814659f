package io.github.leaderelection.autoconfigure;

import java.nio.file.InvalidPathException;
import java.nio.file.Path;

import io.github.leaderelection.LeaderElector;
import io.github.leaderelection.NodeId;
import io.github.leaderelection.internal.flapping.FlappingSettings;
import io.github.leaderelection.internal.keys.EmptySetting;
import io.github.leaderelection.internal.keys.MeantPeers;
import io.github.leaderelection.internal.setting.InvalidSettingException;
import io.github.leaderelection.internal.settings.ClusterName;
import io.github.leaderelection.internal.settings.ElectionPlan;
import io.github.leaderelection.internal.settings.Headings;
import io.github.leaderelection.internal.settings.InvalidElectionConfigurationException;
import io.github.leaderelection.internal.settings.PeerAddress;
import io.github.leaderelection.internal.settings.Peers;
import io.github.leaderelection.internal.settings.SeedNodes;
import io.github.leaderelection.internal.settings.UnsetValues;
import io.github.leaderelection.internal.transport.wire.JoinFrame;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.boot.cloud.CloudPlatform;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.core.env.Environment;
import org.springframework.util.StringUtils;

/**
 * Reads and checks the configured election of this node.
 */
final class ElectionPlanReader {

	private static final Logger logger = LoggerFactory.getLogger(LeaderElector.class);

	private static final String STANDALONE = "leader-election.standalone";

	private ElectionPlanReader() {
	}

	/**
	 * Reads and checks the configuration.
	 * @throws InvalidElectionConfigurationException if the configuration does not allow
	 * an election
	 */
	static ElectionPlan read(LeaderElectionProperties properties, Environment environment) {
		Peers peers = Peers.parse(Peers.listed(properties.peers()));
		StoreSettings store = StoreSettings.of(environment, peers);
		if (!store.isUsed()) {
			checkPeers(peers, properties.standalone(), environment);
		}
		PeerAddress advertised = advertised(properties.advertisedUrl());
		NodeId nodeId = nodeId(properties.nodeId());
		TransportCheck.check(properties.transport(), peers, advertised, nodeId);
		ClusterName cluster = ClusterName.of(environment, properties.cluster());
		if (store.isUsed()) {
			logger.info("The lease in the store is that of cluster '{}', {}", cluster.name(), cluster.origin());
		}
		ElectionPlan plan = ElectionPlan.of(cluster.name(), peers, nodeId, advertised, properties.transport().port(),
				store.name());
		plan.node()
			.application(Binder.get(environment).bind("spring.application.name", String.class).orElse(null))
			.maxClockDrift(properties.maxClockDrift())
			.drainTimeout(UnsetValues.drain(environment, properties.drainTimeout()))
			.minimumTerm(properties.minimumTerm())
			.stateDirectory(stateDirectory(properties.stateDirectory()))
			.flapping(flapping(environment))
			.resignOnListenerFailure(Headings.bind(environment, "leader-election.listeners", ListenersProperties.class)
				.resignOnFailure());
		GroupSettings.all(properties, environment, store).forEach((group) -> group.addTo(plan.node(), peers));
		SeedNodes.check(peers, plan.node().groups());
		return plan;
	}

	private static void checkPeers(Peers peers, @Nullable Boolean standalone, Environment environment) {
		if (peers.isEmpty()) {
			checkStandalone(standalone, environment);
		}
		else if (Boolean.TRUE.equals(standalone)) {
			throw new InvalidElectionConfigurationException(STANDALONE, true,
					"This node shall lead alone, but leader-election.peers names " + peers.members().size() + " nodes",
					"Remove one of the two");
		}
	}

	private static void checkStandalone(@Nullable Boolean standalone, Environment environment) {
		if (standalone == null) {
			EmptySetting.check(environment);
			MeantPeers.check(environment);
		}
		if (Boolean.FALSE.equals(standalone)) {
			throw new InvalidElectionConfigurationException(Peers.KEY, null,
					"There are no peers, and leader-election.standalone=false forbids this node to lead alone",
					"List all nodes, this one included, under leader-election.peers");
		}
		CloudPlatform platform = CloudPlatform.getActive(environment);
		if (standalone == null && platform != null && platform != CloudPlatform.NONE) {
			throw new InvalidElectionConfigurationException(Peers.KEY, null,
					"There are no peers on the cloud platform " + platform
							+ ", where other instances are likely: each would lead alone",
					"List all nodes under leader-election.peers, or set leader-election.standalone=true if there "
							+ "is only ever one instance");
		}
	}

	static @Nullable NodeId nodeId(@Nullable String text) {
		return StringUtils.hasText(text) ? Peers.id(Peers.NODE_ID, text.trim()) : null;
	}

	static @Nullable PeerAddress advertised(@Nullable String text) {
		if (StringUtils.hasText(text) && text.trim().length() > JoinFrame.MAX_URL) {
			throw new InvalidElectionConfigurationException(Peers.ADVERTISED_URL, text,
					"It has " + text.trim().length() + " characters, more than nodes tell each other",
					"Use a URL of at most " + JoinFrame.MAX_URL + " characters");
		}
		return StringUtils.hasText(text) ? PeerAddress.parse(Peers.ADVERTISED_URL, text.trim()) : null;
	}

	private static @Nullable Path stateDirectory(@Nullable String text) {
		if (!StringUtils.hasText(text)) {
			return null;
		}
		try {
			return Path.of(text.trim());
		}
		catch (InvalidPathException ex) {
			throw new InvalidElectionConfigurationException("leader-election.state-directory", text,
					"This is no path: " + ex.getReason(), "Name a directory on a local disk", ex);
		}
	}

	private static FlappingSettings flapping(Environment environment) {
		FlappingProperties properties = Headings.bind(environment, "leader-election.flapping",
				FlappingProperties.class);
		try {
			return new FlappingSettings(properties.changes(), properties.window());
		}
		catch (InvalidSettingException ex) {
			throw InvalidElectionConfigurationException.of(ex);
		}
	}

}
