package io.github.leaderelection.autoconfigure;

import java.nio.charset.StandardCharsets;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

import io.github.leaderelection.NodeId;
import io.github.leaderelection.internal.oscillation.OscillationSettings;
import io.github.leaderelection.internal.protocol.ElectionSettings;
import io.github.leaderelection.internal.settings.ElectionPlan;
import io.github.leaderelection.internal.settings.InvalidElectionConfigurationException;
import io.github.leaderelection.internal.settings.PeerAddress;
import io.github.leaderelection.internal.settings.Peers;
import io.github.leaderelection.internal.settings.SeedNodes;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.cloud.CloudPlatform;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.convert.DurationStyle;
import org.springframework.core.env.Environment;
import org.springframework.util.StringUtils;

/**
 * Reads what this node is to take part in, and checks it.
 */
final class ElectionPlanReader {

	private static final int MAX_NAME_BYTES = 255;

	private static final String STANDALONE = "leader-election.standalone";

	private static final String OSCILLATION = "leader-election.oscillation";

	private static final String SHUTDOWN_PHASE = "spring.lifecycle.timeout-per-shutdown-phase";

	private static final Duration DEFAULT_SHUTDOWN_PHASE = Duration.ofSeconds(30);

	private ElectionPlanReader() {
	}

	/**
	 * Checks what was configured.
	 * @throws InvalidElectionConfigurationException if no election can be held with it
	 */
	static ElectionPlan read(LeaderElectionProperties properties, Environment environment) {
		checkCluster(properties.cluster());
		Peers peers = peers(properties, environment);
		PeerAddress advertised = advertised(properties.advertisedUrl());
		TransportCheck.check(properties.transport(), peers, advertised);
		checkDrift(properties.maxClockDrift());
		checkDrain(properties.drainTimeout(), environment);
		checkMinimumTerm(properties.minimumTerm());
		ElectionPlan plan = new ElectionPlan(properties.cluster(), peers, nodeId(properties.nodeId()), advertised,
				SeedNodes.complete(peers, GroupSettings.all(properties, environment)), properties.maxClockDrift(),
				stateDirectory(properties.stateDirectory()), properties.drainTimeout(), properties.minimumTerm(),
				oscillation(environment),
				Binder.get(environment)
					.bindOrCreate("leader-election.listeners", ListenersProperties.class)
					.resignOnFailure());
		plan.configuredSelf();
		plan.checkAlgorithms();
		SeedNodes.check(peers, plan.groups());
		return plan;
	}

	private static void checkCluster(String cluster) {
		if (cluster.isBlank() || cluster.getBytes(StandardCharsets.UTF_8).length > MAX_NAME_BYTES) {
			throw new InvalidElectionConfigurationException("leader-election.cluster", cluster,
					"The name of a cluster has 1 to " + MAX_NAME_BYTES + " bytes in UTF-8",
					"Choose another name, the same on every node");
		}
	}

	private static Peers peers(LeaderElectionProperties properties, Environment environment) {
		Peers peers = Peers.parse(properties.peers());
		Boolean standalone = properties.standalone();
		if (peers.isEmpty()) {
			checkStandalone(standalone, environment);
		}
		else if (Boolean.TRUE.equals(standalone)) {
			throw new InvalidElectionConfigurationException(STANDALONE, true,
					"This node shall lead alone, but leader-election.peers names " + peers.members().size() + " nodes",
					"Remove one of the two");
		}
		if (peers.members().size() > ElectionSettings.MAX_MEMBERS) {
			throw new InvalidElectionConfigurationException(Peers.KEY, peers.members().size() + " nodes",
					"There are more than " + ElectionSettings.MAX_MEMBERS + " nodes",
					"Let fewer instances take part; 3 or 5 are enough for any application");
		}
		return peers;
	}

	private static void checkStandalone(@Nullable Boolean standalone, Environment environment) {
		if (standalone == null) {
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

	private static @Nullable NodeId nodeId(@Nullable String text) {
		return StringUtils.hasText(text) ? Peers.id(Peers.NODE_ID, text.trim()) : null;
	}

	private static @Nullable PeerAddress advertised(@Nullable String text) {
		return StringUtils.hasText(text) ? PeerAddress.parse(Peers.ADVERTISED_URL, text.trim()) : null;
	}

	private static void checkDrift(double drift) {
		if (!(drift > 0 && drift < ElectionSettings.MAX_CLOCK_DRIFT)) {
			throw new InvalidElectionConfigurationException("leader-election.max-clock-drift", drift,
					"The bound is not above 0 and below " + ElectionSettings.MAX_CLOCK_DRIFT,
					"Use a ratio such as 0.05, which suits ordinary hardware");
		}
	}

	private static void checkDrain(Duration drain, Environment environment) {
		String key = "leader-election.drain-timeout";
		String shown = DurationStyle.SIMPLE.print(drain);
		if (drain.isNegative()) {
			throw new InvalidElectionConfigurationException(key, shown, "The time-out is negative", "Use 0s or more");
		}
		Duration phase = Binder.get(environment).bind(SHUTDOWN_PHASE, Duration.class).orElse(DEFAULT_SHUTDOWN_PHASE);
		if (drain.compareTo(phase) >= 0) {
			throw new InvalidElectionConfigurationException(key, shown,
					"Spring awaits the end of a phase for " + DurationStyle.SIMPLE.print(phase) + " only ("
							+ SHUTDOWN_PHASE + "), so the application would stop while leader-only work is awaited",
					"Shorten the drain time-out, or lengthen " + SHUTDOWN_PHASE + " beyond it");
		}
	}

	private static void checkMinimumTerm(long term) {
		if (term < 0 || term > ElectionSettings.MAX_MINIMUM_TERM) {
			throw new InvalidElectionConfigurationException("leader-election.minimum-term", term,
					"The term does not lie between 0 and " + ElectionSettings.MAX_MINIMUM_TERM,
					"Give the highest fencing token that was ever granted, or remove the key");
		}
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

	private static OscillationSettings oscillation(Environment environment) {
		OscillationProperties properties = Binder.get(environment)
			.bindOrCreate(OSCILLATION, OscillationProperties.class);
		try {
			return new OscillationSettings(properties.changes(), properties.window());
		}
		catch (IllegalArgumentException ex) {
			throw new InvalidElectionConfigurationException(OSCILLATION,
					"changes " + properties.changes() + ", window " + DurationStyle.SIMPLE.print(properties.window()),
					String.valueOf(ex.getMessage()), "Leave both out for three changes in ten minutes", ex);
		}
	}

}
