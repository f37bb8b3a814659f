package io.github.leaderelection.autoconfigure;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;

import io.github.leaderelection.LeaderElector;
import io.github.leaderelection.internal.protocol.ElectionSettings;
import io.github.leaderelection.internal.setting.InvalidSettingException;
import io.github.leaderelection.internal.settings.Headings;
import io.github.leaderelection.internal.settings.InvalidElectionConfigurationException;
import io.github.leaderelection.internal.settings.Peers;
import io.github.leaderelection.internal.settings.StoreKind;
import io.github.leaderelection.internal.settings.UnsetValues;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.core.env.Environment;
import org.springframework.util.StringUtils;

/**
 * The settings of a lease in a store, with its defaults: a store gets fewer requests than
 * a peer.
 */
final class StoreSettings {

	private static final Logger logger = LoggerFactory.getLogger(LeaderElector.class);

	private static final String ALGORITHM = "leader-election.algorithm";

	private static final String RETRY = "leader-election.retry-interval";

	/** A fifth of the shortest lease that stores support. */
	private static final Duration SHORT_HEARTBEAT = Duration.ofMillis(200);

	private final @Nullable String name;

	private final StoreProperties properties;

	private final Environment environment;

	private StoreSettings(@Nullable String name, StoreProperties properties, Environment environment) {
		this.name = name;
		this.properties = properties;
		this.environment = environment;
	}

	/**
	 * Reads the settings.
	 * @throws InvalidElectionConfigurationException if the store is unknown, or peers are
	 * configured, too
	 */
	static StoreSettings of(Environment environment, Peers peers) {
		StoreProperties properties = Headings.bind(environment, "leader-election", StoreProperties.class);
		// Conditions compare the exact name, so surrounding blanks count.
		String name = StringUtils.hasText(properties.store()) ? properties.store() : null;
		if (name != null && !StoreKind.names().contains(name)) {
			throw new InvalidElectionConfigurationException(StoreKind.SETTING, name,
					"There is no store \"" + name + "\"", "Choose one of " + StoreKind.names());
		}
		if (name != null && !peers.isEmpty()) {
			throw new InvalidElectionConfigurationException(StoreKind.SETTING, name,
					"leader-election.peers names " + peers.ids()
							+ ": nodes elect among themselves, or lead by a lease in a store, and not both",
					"Remove one of the two");
		}
		if (name != null && UnsetValues.isSet(environment, ALGORITHM)) {
			throw twoWays(name, ALGORITHM);
		}
		if (properties.retryInterval().isNegative() || properties.retryInterval().isZero()) {
			throw new InvalidElectionConfigurationException(RETRY, properties.retryInterval(),
					"A node that waits would ask without end", "Use a duration above zero: 1s, say");
		}
		if (name != null && properties.assumeNew()) {
			logger.warn("leader-election.assume-new is set: a lease that somebody deletes is taken at once, "
					+ "beside a leader that still counts on it. Remove it once a node has led");
		}
		return new StoreSettings(name, properties, environment);
	}

	private static InvalidElectionConfigurationException twoWays(String name, String key) {
		return new InvalidElectionConfigurationException(StoreKind.SETTING, name,
				"It is how this node leads, and " + key + " names another way", "Remove one of the two");
	}

	/**
	 * Checks the election that is set for a single group.
	 * @throws InvalidElectionConfigurationException if a store is configured, too
	 */
	void check(String key, @Nullable String algorithm) {
		if (this.name != null && algorithm != null) {
			throw twoWays(this.name, key);
		}
	}

	/** The name of the store, null if nodes elect among themselves. */
	@Nullable String name() {
		return this.name;
	}

	/**
	 * Warns of a priority, which has no effect with a store. The check of the settings
	 * refuses 0 and less.
	 */
	void tellOfPriority(String key, int priority) {
		if (isUsed() && priority > 1) {
			logger.warn("{}={} has no effect: nodes that lead by a lease in a store have no links, and whoever takes "
					+ "the lease first leads. Remove it, or list the nodes under leader-election.peers in place of {}",
					key, priority, StoreKind.SETTING);
		}
	}

	/**
	 * Warns of a short heartbeat, perhaps from a former list of peers, which burdens the
	 * store. The check of the settings refuses intervals that are too short for any
	 * election.
	 */
	void tellOfHeartbeat(String key, Duration heartbeat) {
		if (isUsed() && heartbeat.compareTo(SHORT_HEARTBEAT) < 0
				&& heartbeat.compareTo(ElectionSettings.MIN_HEARTBEAT) >= 0) {
			logger.warn(
					"{}={} renews the lease {} times a minute, and leaves each request {} ms. Remove it: then it is a "
							+ "fifth of the lease",
					key, InvalidSettingException.text(heartbeat), Duration.ofMinutes(1).dividedBy(heartbeat),
					heartbeat.multipliedBy(4).dividedBy(5).toMillis());
		}
	}

	boolean isUsed() {
		return this.name != null;
	}

	/**
	 * The duration of the lease of all groups; the default is long enough for the
	 * configured heartbeats.
	 * @param common the value of the properties
	 * @param heartbeat the heartbeat interval of a group, null if not set
	 */
	Duration lease(Duration common, @Nullable Duration heartbeat) {
		if (UnsetValues.isSet(this.environment, "leader-election.lease-duration")) {
			return common;
		}
		return UnsetValues.lease(isUsed() ? StoreKind.DEFAULT_LEASE : common, heartbeat);
	}

	/** The settings that only the election by a lease reads. */
	Map<String, String> ofElection() {
		Map<String, String> own = new LinkedHashMap<>();
		own.put("retry-interval", this.properties.retryInterval().toMillis() + "ms");
		own.put("assume-new", Boolean.toString(this.properties.assumeNew()));
		return own;
	}

}
