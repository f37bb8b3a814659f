package io.github.leaderelection.assignments.autoconfigure;

import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

import io.github.leaderelection.NodeId;
import io.github.leaderelection.autoconfigure.LeaderElectionProperties;
import io.github.leaderelection.internal.assignment.application.AssignmentSpec;
import io.github.leaderelection.internal.assignment.protocol.AssignmentMessage.Stand;
import io.github.leaderelection.internal.assignment.protocol.AssignmentEvent.Pinned;
import io.github.leaderelection.internal.assignment.protocol.Partition;
import io.github.leaderelection.internal.assignment.protocol.PartitionList;
import io.github.leaderelection.internal.settings.Headings;
import io.github.leaderelection.internal.settings.Hosts;
import io.github.leaderelection.internal.settings.InvalidElectionConfigurationException;
import io.github.leaderelection.internal.settings.PeerAddress;
import io.github.leaderelection.internal.settings.Peers;
import io.github.leaderelection.internal.settings.StoreKind;
import io.github.leaderelection.internal.settings.UnsetValues;
import org.jspecify.annotations.Nullable;

import org.springframework.boot.context.properties.bind.BindHandler;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.bind.handler.NoUnboundElementsBindHandler;
import org.springframework.boot.context.properties.source.UnboundElementsSourceFilter;
import org.springframework.core.env.Environment;
import org.springframework.util.StringUtils;

/**
 * Reads and checks what does not depend on the groups of the node.
 */
final class ConfiguredAssignments {

	private static final String ROOT = "leader-election.assignments";

	private static final int MOST = 64;

	private static final Bindable<Map<String, AssignmentsProperties.Assignment>> ALL = Bindable.mapOf(String.class,
			AssignmentsProperties.Assignment.class);

	private ConfiguredAssignments() {
	}

	/** Binds the assignments by name; a key that no setting has is refused. */
	static Map<String, AssignmentsProperties.Assignment> bind(Environment environment) {
		return Binder.get(environment)
			.bind(ROOT, ALL,
					new Headings(
							new NoUnboundElementsBindHandler(BindHandler.DEFAULT, new UnboundElementsSourceFilter())))
			.orElse(Map.of());
	}

	/**
	 * Checks the assignments.
	 * @throws InvalidElectionConfigurationException if a setting cannot be used
	 */
	static List<AssignmentSpec> read(Environment environment, LeaderElectionProperties election) {
		Map<String, AssignmentsProperties.Assignment> all = bind(environment);
		Duration drainTimeout = UnsetValues.drain(environment, election.drainTimeout());
		if (all.size() > MOST) {
			throw new InvalidElectionConfigurationException(ROOT, all.size() + " assignments",
					"An instance has at most " + MOST, "Divide an assignment into more partitions instead");
		}
		if (!all.isEmpty() && environment.getProperty("leader-election.enabled", Boolean.class, true)
				&& StringUtils.hasText(environment.getProperty(StoreKind.SETTING))) {
			checkSecret(election.advertisedUrl(), election.transport().secret());
		}
		return all.entrySet().stream().map((each) -> spec(each.getKey(), each.getValue(), drainTimeout)).toList();
	}

	/**
	 * Without a secret a leader hears instances of its own machine alone. The URL that is
	 * derived unless one is set has the name of this machine, which says nothing of
	 * others.
	 */
	private static void checkSecret(@Nullable String advertised, @Nullable String secret) {
		if (StringUtils.hasText(advertised) && !StringUtils.hasText(secret)) {
			URI url = PeerAddress.parse(Peers.ADVERTISED_URL, advertised.trim()).url();
			require(Hosts.isLoopback(url.getHost()), "leader-election.transport.secret", null,
					"Others reach this instance at " + Peers.ADVERTISED_URL + "=" + url
							+ ", from other machines, and without a secret no leader there gives it partitions",
					"Set one secret of at least 16 random bytes on all instances. Where all run on one machine, leave "
							+ Peers.ADVERTISED_URL + " out, or name localhost in it");
		}
	}

	private static AssignmentSpec spec(String name, AssignmentsProperties.Assignment settings, Duration drainTimeout) {
		String key = AssignmentSpec.key(name);
		check(() -> new Partition(name, 0, name), ROOT, name, "Rename the assignment");
		PartitionList list = list(key + "partitions", settings.partitions());
		int capacity = settings.capacity();
		require(capacity >= 0 && capacity <= Stand.MOST_CAPACITY, key + "capacity", capacity,
				"It is no share in comparison to other instances",
				"Use 1, 2 for twice as many partitions, or 0 to own none");
		Duration drain = (settings.drainTimeout() != null) ? settings.drainTimeout() : drainTimeout;
		require(!drain.isNegative() && drain.compareTo(Duration.ofDays(1)) <= 0, key + "drain-timeout", drain,
				"Work cannot be awaited for so long", "Use zero to one day");
		Duration refresh = settings.refreshInterval();
		require(refresh.toMillis() > 0, key + "refresh-interval", refresh, "A source cannot be asked so often",
				"Use a second or more");
		requireKnown(key + "pins.", settings.pins(), list);
		requireKnown(key + "required-pins.", settings.requiredPins(), list);
		requireKnown(key + "follow.", settings.follow(), list);
		List<Pinned> pins = new ArrayList<>();
		pins(name, "pins.", settings.pins(), pins);
		pins(name, "required-pins.", settings.requiredPins(), pins);
		return new AssignmentSpec(name, settings.group(), list, capacity, drain, refresh, pins, settings.follow());
	}

	private static void requireKnown(String key, Map<String, ?> settings, @Nullable PartitionList list) {
		settings.forEach((partition, value) -> require(list == null || list.names().contains(partition),
				key + partition, value, "The assignment has no partition '" + partition + "'",
				"Name one of its partitions, such as " + ((list != null) ? list.names().get(0) : "")));
	}

	/** A single number says how many, all else are names. */
	private static @Nullable PartitionList list(String key, @Nullable List<String> texts) {
		if (texts == null) {
			return null;
		}
		String remedy = "Use a number from 1 to " + Partition.MOST + ", a list of names, or leave it out where a "
				+ "PartitionSource bean tells the names";
		require(!texts.isEmpty(), key, null, "It names no partition", remedy);
		if (texts.size() > 1 || !texts.get(0).matches("[+-]?\\d{1,9}")) {
			return check(() -> PartitionList.named(texts), key, texts, remedy);
		}
		int count = Integer.parseInt(texts.get(0));
		require(count > 0 && count <= Partition.MOST, key, count, "There cannot be so many partitions", remedy);
		return PartitionList.counted(count);
	}

	private static void pins(String assignment, String below, Map<String, String> nodes, List<Pinned> pins) {
		nodes.forEach((partition, node) -> {
			String key = AssignmentSpec.key(assignment) + below + partition;
			require(pins.stream().noneMatch((each) -> each.name().equals(partition)), key, node,
					"The partition is pinned twice", "Remove one of its two pins");
			check(() -> NodeId.of(node), key, node, "Name a node by its id");
			pins.add(new Pinned(assignment, partition, node, below.startsWith("required")));
		});
	}

	private static void require(boolean fits, String key, @Nullable Object value, String problem, String remedy) {
		if (!fits) {
			throw new InvalidElectionConfigurationException(key, value, problem, remedy);
		}
	}

	private static <T> T check(Supplier<T> made, String key, Object value, String remedy) {
		try {
			return made.get();
		}
		catch (IllegalArgumentException ex) {
			throw new InvalidElectionConfigurationException(key, value, String.valueOf(ex.getMessage()), remedy);
		}
	}

}
