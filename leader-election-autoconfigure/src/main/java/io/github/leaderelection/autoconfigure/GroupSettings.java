package io.github.leaderelection.autoconfigure;

import java.time.Duration;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import io.github.leaderelection.internal.protocol.ElectionSettings;
import io.github.leaderelection.internal.settings.InvalidElectionConfigurationException;
import io.github.leaderelection.node.ElectionNodeBuilder;
import io.github.leaderelection.node.GroupOptions;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.convert.DurationStyle;
import org.springframework.core.env.Environment;

/**
 * The options of one group, each with the key that decides it.
 */
final class GroupSettings {

	static final String DEFAULT_GROUP = "default";

	private static final String ROOT = "leader-election.";

	private static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,63}");

	/** An element of a list as a map shows it: its name and its place. */
	private static final Pattern ELEMENT = Pattern.compile("([^.]+)\\.(\\d{1,4})");

	private final Setting<String> algorithm;

	private final Setting<Duration> lease;

	private final Setting<Duration> heartbeat;

	private final Setting<Integer> priority;

	private GroupSettings(LeaderElectionProperties properties, String group,
			LeaderElectionProperties.@Nullable Group own) {
		String prefix = ROOT + "groups." + group + ".";
		this.algorithm = setting(prefix, "algorithm", (own != null) ? own.algorithm() : null, properties.algorithm());
		this.lease = setting(prefix, "lease-duration", (own != null) ? own.leaseDuration() : null,
				properties.leaseDuration());
		this.heartbeat = setting(prefix, "heartbeat-interval", (own != null) ? own.heartbeatInterval() : null,
				properties.heartbeatInterval());
		this.priority = setting(prefix, "priority", (own != null) ? own.priority() : null, properties.priority());
	}

	private static <T> Setting<T> setting(String prefix, String key, @Nullable T own, T common) {
		return (own != null) ? new Setting<>(prefix + key, own) : new Setting<>(ROOT + key, common);
	}

	/**
	 * The options of every group, the default group first.
	 * @throws InvalidElectionConfigurationException if one is out of its range
	 */
	static Map<String, GroupOptions> all(LeaderElectionProperties properties, Environment environment) {
		FailureDetectorSettings detector = FailureDetectorSettings.of(environment);
		// Finding what an algorithm alone reads takes a look at all keys there are.
		Map<String, Map<String, String>> byAlgorithm = new HashMap<>();
		Function<String, Map<String, String>> ofAlgorithm = (algorithm) -> byAlgorithm.computeIfAbsent(algorithm,
				(name) -> own(name, environment));
		Map<String, GroupOptions> options = new LinkedHashMap<>();
		options.put(DEFAULT_GROUP, new GroupSettings(properties, DEFAULT_GROUP, properties.groups().get(DEFAULT_GROUP))
			.check(ofAlgorithm, detector));
		properties.groups().forEach((name, own) -> {
			checkName(name);
			options.putIfAbsent(name, new GroupSettings(properties, name, own).check(ofAlgorithm, detector));
		});
		return options;
	}

	static void checkName(String name) {
		if (!NAME.matcher(name).matches()) {
			throw new InvalidElectionConfigurationException(ROOT + "groups", name,
					"A group cannot have the name '" + name + "'",
					"Use 1 to 64 letters, digits, '.', '-' and '_', " + "with a letter or digit first");
		}
	}

	private GroupOptions check(Function<String, Map<String, String>> ofAlgorithm, FailureDetectorSettings detector) {
		Set<String> known = ElectionNodeBuilder.algorithms();
		if (!known.contains(this.algorithm.value())) {
			throw this.algorithm.invalid("There is no such algorithm", "Choose one of " + known);
		}
		checkTimes();
		if (this.priority.value() < 0) {
			throw this.priority.invalid("The priority is negative", "Use 0 or more");
		}
		return new GroupOptions(this.algorithm.value(), this.lease.value(), this.heartbeat.value(),
				this.priority.value(), ofAlgorithm.apply(this.algorithm.value()),
				detector.detector(this.heartbeat.value(), this.lease.value()));
	}

	/**
	 * What stands under the algorithm's own name is for it alone. A list, as YAML has it,
	 * says the same as its elements with commas between them.
	 */
	private static Map<String, String> own(String algorithm, Environment environment) {
		Map<String, String> bound = Binder.get(environment)
			.bind(ROOT + algorithm, Bindable.mapOf(String.class, String.class))
			.orElse(Map.of());
		Map<String, String> plain = new LinkedHashMap<>();
		Map<String, SortedMap<Integer, String>> lists = new LinkedHashMap<>();
		bound.forEach((key, value) -> {
			Matcher element = ELEMENT.matcher(key);
			if (element.matches()) {
				lists.computeIfAbsent(element.group(1), (name) -> new TreeMap<>())
					.put(Integer.valueOf(element.group(2)), value);
			}
			else {
				plain.put(key, value);
			}
		});
		lists.forEach((name, elements) -> plain.put(name, String.join(",", elements.values())));
		return plain;
	}

	private void checkTimes() {
		Duration shortest = ElectionSettings.MIN_HEARTBEAT;
		if (this.heartbeat.value().compareTo(shortest) < 0) {
			throw this.heartbeat.invalid("The heartbeat interval is below " + print(shortest),
					"Choose a longer one; 100ms suits most applications");
		}
		// Before the product, which has to stay in range.
		if (this.lease.value().compareTo(ElectionSettings.MAX_LEASE) > 0) {
			throw this.lease.invalid("The lease is above " + print(ElectionSettings.MAX_LEASE),
					"Choose a shorter one; 1s to 5s suit most applications");
		}
		int least = ElectionSettings.MIN_HEARTBEATS_PER_LEASE;
		if (this.lease.value().dividedBy(least).compareTo(this.heartbeat.value()) < 0) {
			throw this.lease.invalid(
					"The lease is shorter than " + least + " heartbeats of " + print(this.heartbeat.value()) + " ("
							+ this.heartbeat.key() + ")",
					"Lengthen the lease to at least " + least + " times the heartbeat interval, or shorten the latter");
		}
	}

	private static String print(Duration duration) {
		return DurationStyle.SIMPLE.print(duration);
	}

	/**
	 * A value in force and where it was set.
	 *
	 * @param key the key
	 * @param value the value
	 */
	private record Setting<T>(String key, T value) {

		InvalidElectionConfigurationException invalid(String problem, String remedy) {
			Object shown = (this.value instanceof Duration duration) ? print(duration) : this.value;
			return new InvalidElectionConfigurationException(this.key, shown, problem, remedy);
		}

	}

}
