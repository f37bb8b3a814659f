package io.github.leaderelection.autoconfigure;

import java.time.Duration;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Pattern;

import io.github.leaderelection.internal.algorithm.Algorithm;
import io.github.leaderelection.internal.setting.InvalidSettingException;
import io.github.leaderelection.internal.settings.InvalidElectionConfigurationException;
import io.github.leaderelection.internal.settings.Peers;
import io.github.leaderelection.internal.settings.SeedNodes;
import io.github.leaderelection.node.ElectionNodeBuilder;
import io.github.leaderelection.node.GroupOptions;
import org.jspecify.annotations.Nullable;

import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.core.env.Environment;

/**
 * The options of one group, each with its effective key.
 */
final class GroupSettings {

	static final String DEFAULT_GROUP = "default";

	private static final String ROOT = "leader-election.";

	private static final String PRIORITY = "priority";

	private static final String HEARTBEAT = "heartbeat-interval";

	private static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,63}");

	/**
	 * The key of the list or of an element in a map, in any relaxed form.
	 */
	private static final Pattern SEED_NODES = Pattern.compile("seed-?nodes(\\.\\d+)?", Pattern.CASE_INSENSITIVE);

	private final String name;

	private final Map<String, Setting> settings = new HashMap<>();

	private final GroupOptions options;

	private GroupSettings(LeaderElectionProperties properties, String name,
			Function<String, Map<String, String>> ofAlgorithm, FailureDetectorSettings detector, StoreSettings store) {
		LeaderElectionProperties.Group own = properties.groups()
			.getOrDefault(name, new LeaderElectionProperties.Group(null, null, null, null, null));
		this.name = name;
		store.check(ROOT + "groups." + name + ".algorithm", own.algorithm());
		String algorithm = store.isUsed() ? Algorithm.LEASE
				: setting("algorithm", own.algorithm(), properties.algorithm());
		Duration rarest = (own.heartbeatInterval() != null) ? own.heartbeatInterval() : properties.heartbeatInterval();
		Duration lease = setting("lease-duration", own.leaseDuration(),
				store.lease(properties.leaseDuration(), rarest));
		Duration heartbeat = setting(HEARTBEAT, own.heartbeatInterval(),
				Objects.requireNonNullElse(properties.heartbeatInterval(), GroupOptions.heartbeat(algorithm, lease)));
		int priority = setting(PRIORITY, own.priority(), properties.priority());
		boolean preempt = setting("preempt", own.preempt(), properties.preempt());
		this.options = new GroupOptions(algorithm, lease, heartbeat, priority, preempt, ofAlgorithm.apply(algorithm),
				detector.detector(heartbeat));
	}

	private <T> T setting(String setting, @Nullable T own, T common) {
		T inForce = (own != null) ? own : common;
		String prefix = (own != null) ? ROOT + "groups." + this.name + "." : ROOT;
		this.settings.put(setting, new Setting(prefix + setting, inForce));
		return inForce;
	}

	/**
	 * Every group, the default group first.
	 * @throws InvalidElectionConfigurationException if a group has an invalid name
	 */
	static List<GroupSettings> all(LeaderElectionProperties properties, Environment environment, StoreSettings store) {
		FailureDetectorSettings detector = FailureDetectorSettings.of(environment);
		// Finding the settings of an algorithm searches all keys, so the result is kept.
		Map<String, Map<String, String>> byAlgorithm = new HashMap<>();
		Function<String, Map<String, String>> ofAlgorithm = (algorithm) -> byAlgorithm.computeIfAbsent(algorithm,
				(name) -> store.isUsed() ? store.ofElection() : own(name, environment));
		Set<String> names = new LinkedHashSet<>(Set.of(DEFAULT_GROUP));
		names.addAll(properties.groups().keySet());
		names.forEach(GroupSettings::checkName);
		List<GroupSettings> all = names.stream()
			.map((name) -> new GroupSettings(properties, name, ofAlgorithm, detector, store))
			.toList();
		inForce(all, HEARTBEAT).forEach((key, value) -> store.tellOfHeartbeat(key, (Duration) value));
		inForce(all, PRIORITY).forEach((key, value) -> store.tellOfPriority(key, (int) value));
		return all;
	}

	/** The effective values of an option in all groups, by their keys. */
	private static Map<String, Object> inForce(List<GroupSettings> groups, String name) {
		Map<String, Object> values = new LinkedHashMap<>();
		for (GroupSettings group : groups) {
			Setting setting = group.settings.get(name);
			if (setting != null) {
				values.put(setting.key(), setting.value());
			}
		}
		return values;
	}

	static void checkName(String name) {
		if (!NAME.matcher(name).matches()) {
			throw new InvalidElectionConfigurationException(ROOT + "groups", name,
					"A group cannot have the name '" + name + "'",
					"Use 1 to 64 letters, digits, '.', '-' and '_', " + "with a letter or digit first");
		}
	}

	GroupOptions options() {
		return this.options;
	}

	/**
	 * Adds this group to a node.
	 * @throws InvalidElectionConfigurationException if a setting cannot be used
	 */
	void addTo(ElectionNodeBuilder node, Peers peers) {
		node.group(this.name, SeedNodes.complete(peers, this.name, this.options));
		try {
			node.check(this.name);
		}
		catch (InvalidSettingException ex) {
			Setting refused = this.settings.get(ex.setting());
			throw InvalidElectionConfigurationException.of(ex, (refused != null) ? refused.value() : ex.value(),
					this::key);
		}
	}

	private String key(String setting) {
		Setting own = this.settings.get(setting);
		return (own != null) ? own.key() : InvalidElectionConfigurationException.key(setting);
	}

	/**
	 * The settings below the algorithm's own name. A YAML list becomes a text with commas
	 * between its elements.
	 */
	private static Map<String, String> own(String algorithm, Environment environment) {
		Binder binder = Binder.get(environment);
		Map<String, String> own = new LinkedHashMap<>(
				binder.bind(ROOT + algorithm, Bindable.mapOf(String.class, String.class)).orElse(Map.of()));
		// A map would combine the elements of all sources, a list has those of the first.
		own.keySet().removeIf((key) -> SEED_NODES.matcher(key).matches());
		binder.bind(ROOT + algorithm + "." + Algorithm.SEED_NODES, Bindable.listOf(String.class))
			.ifBound((nodes) -> own.put(Algorithm.SEED_NODES, String.join(",", nodes)));
		return own;
	}

	/**
	 * An effective value and its key.
	 *
	 * @param key the key
	 * @param value the value
	 */
	private record Setting(String key, Object value) {
	}

}
