package io.github.leaderelection.internal.assignment.application;

import java.net.URI;
import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Stream;

import io.github.leaderelection.ElectionNode;
import io.github.leaderelection.NodeId;
import io.github.leaderelection.assignments.PartitionListener;
import io.github.leaderelection.assignments.PartitionSource;
import io.github.leaderelection.internal.assignment.carrier.GroupQuestions;
import io.github.leaderelection.internal.assignment.carrier.HeldCarrier;
import io.github.leaderelection.internal.assignment.carrier.ObserverLoop;
import io.github.leaderelection.internal.eligibility.Objections;
import io.github.leaderelection.internal.follow.Followable;
import io.github.leaderelection.internal.lifecycle.NodeExtension;
import io.github.leaderelection.internal.settings.InvalidElectionConfigurationException;
import io.github.leaderelection.internal.settings.Peers;
import io.github.leaderelection.internal.transport.asking.WorkerChannel;
import io.github.leaderelection.node.ElectionNodeBuilder;
import io.github.leaderelection.node.GroupOptions;
import org.jspecify.annotations.Nullable;

import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.scheduling.concurrent.CustomizableThreadFactory;

/**
 * The assignments of an application: what stands beside the elections of its node.
 */
public final class NodeAssignments
		implements NodeExtension, Followable.Source, SmartInitializingSingleton, AutoCloseable {

	private static final String UNREACHABLE = "it has no URL at which others could ask it for partitions, and only owns "
			+ "its share: run it as a web application, and set " + Peers.ADVERTISED_URL
			+ " where it is not told the port of its server";

	/** Beside one for each partition that is followed. */
	private static final int LISTENER_THREADS = 4;

	private static final long KEEP_ALIVE_SECONDS = 10;

	private final Map<String, AssignmentSpec> specs = new LinkedHashMap<>();

	private final Map<String, GroupPart> groups = new LinkedHashMap<>();

	private final OwnershipTimes times;

	private final Supplier<List<PartitionSource>> sources;

	private final FollowablePartitions followables = new FollowablePartitions();

	private final PartitionListeners listeners;

	/** Asks leaders to which this node has no link. */
	private final OwnChannel channel;

	private final Supplier<Objections> objections;

	private final List<ObserverLoop> observing = new CopyOnWriteArrayList<>();

	/**
	 * Creates the assignments.
	 * @param node supplies this node once it is made
	 * @param channels makes what asks other nodes
	 * @param objections keep this node from standing, once it starts
	 * @param events publishes an application event
	 */
	public NodeAssignments(List<AssignmentSpec> specs, OwnershipTimes times, Supplier<List<PartitionSource>> sources,
			Supplier<List<PartitionListener>> listeners, Supplier<ElectionNode> node,
			Function<NodeId, WorkerChannel> channels, Supplier<Objections> objections, Consumer<Object> events) {
		this.objections = objections;
		this.times = times;
		this.sources = sources;
		this.listeners = new PartitionListeners(
				() -> Stream.concat(listeners.get().stream(), Stream.of(this.followables)).toList(), events,
				() -> node.get().id().value(), threads(specs));
		this.channel = new OwnChannel(() -> channels.apply(node.get().id()));
		specs.forEach((each) -> this.specs.put(each.name(), each));
		for (AssignmentSpec each : specs) {
			this.groups.computeIfAbsent(each.group(), (group) -> new GroupPart(group, ofGroup(group), this.listeners,
					this.channel, () -> node.get().elector(group)));
		}
	}

	/** They end when idle, so that none needs to be closed before its last task. */
	private static ThreadPoolExecutor threads(List<AssignmentSpec> specs) {
		int count = LISTENER_THREADS + specs.stream().mapToInt((each) -> each.follow().size()).sum();
		CustomizableThreadFactory factory = new CustomizableThreadFactory("leader-election-partitions-");
		factory.setDaemon(true);
		ThreadPoolExecutor threads = new ThreadPoolExecutor(count, count, KEEP_ALIVE_SECONDS, TimeUnit.SECONDS,
				new LinkedBlockingQueue<>(), factory);
		threads.allowCoreThreadTimeOut(true);
		return threads;
	}

	private List<AssignmentSpec> ofGroup(String group) {
		return this.specs.values().stream().filter((each) -> each.group().equals(group)).toList();
	}

	public Set<String> names() {
		return this.specs.keySet();
	}

	/**
	 * The partitions of an assignment.
	 * @throws IllegalArgumentException if it is not configured
	 */
	public OwnedPartitions owned(String assignment) {
		AssignmentSpec spec = this.specs.get(assignment);
		GroupPart part = (spec != null) ? this.groups.get(spec.group()) : null;
		if (spec == null || part == null) {
			throw new IllegalArgumentException("There is no assignment '" + assignment + "' among " + names());
		}
		return new OwnedPartitions(assignment, spec.division(), part.publisher(), this.listeners);
	}

	/** Completes once listeners were told all that was to be told by now. */
	public CompletionStage<Void> told() {
		return this.listeners.told();
	}

	/** What answers the pings of workers that have no link to this node. */
	public GroupQuestions questions() {
		Map<String, HeldCarrier> carriers = new LinkedHashMap<>();
		this.groups.forEach((group, part) -> carriers.put(group, part.carrier()));
		return new GroupQuestions(carriers);
	}

	/**
	 * Owns partitions on a node without an election; ends what it owned in a former
	 * start.
	 */
	public void observe(String cluster, NodeId self, Duration lease) {
		this.observing.forEach(ObserverLoop::close);
		this.observing.clear();
		GroupOptions options = GroupOptions.defaults().withLease(lease);
		this.groups
			.forEach((group, part) -> this.observing.add(part.observe(cluster, self, this.times.in(group, options))));
	}

	@Override
	public void extend(ElectionNodeBuilder node) {
		this.groups.values().forEach((each) -> each.extend(node, this.times));
	}

	/** Workers that cannot ask a leader would own nothing. */
	@Override
	public void reached(@Nullable URI url) {
		Objections standing = this.objections.get();
		standing.hear(this);
		this.groups.keySet().forEach((group) -> standing.tell(this, group, (url != null) ? null : UNREACHABLE));
	}

	@Override
	public CompletionStage<Void> stop(String group) {
		GroupPart part = this.groups.get(group);
		return (part != null) ? part.stop() : CompletableFuture.completedStage(null);
	}

	@Override
	public List<Followable> followables() {
		return this.specs.values().stream().flatMap(this.followables::of).toList();
	}

	/** Each assignment has partitions from one place. */
	@Override
	public void afterSingletonsInstantiated() {
		Map<String, PartitionSource> byName = new LinkedHashMap<>();
		this.sources.get().forEach((each) -> byName.merge(each.assignment(), each, (first, second) -> {
			throw new InvalidElectionConfigurationException(AssignmentSpec.key(each.assignment()) + "partitions", null,
					"Two PartitionSource beans tell the partitions, " + first + " and " + second,
					"Remove one of the two");
		}));
		byName.keySet().forEach((each) -> requireConfigured("PartitionSource", each));
		this.listeners.assignments().forEach((each) -> requireConfigured("PartitionListener", each));
		for (AssignmentSpec each : this.specs.values()) {
			PartitionSource source = byName.get(each.name());
			String key = AssignmentSpec.key(each.name()) + "partitions";
			if (each.list() != null && source != null) {
				throw new InvalidElectionConfigurationException(key, "set",
						"The partitions are configured, and the PartitionSource " + source + " tells them, too",
						"Remove one of the two");
			}
			if (each.list() == null && source == null) {
				throw new InvalidElectionConfigurationException(key, null,
						"Nothing says which partitions there are, for no PartitionSource bean has the assignment '"
								+ each.name() + "'",
						"Set it to a number or to names, or declare such a bean");
			}
			GroupPart part = this.groups.get(each.group());
			if (source != null && part != null) {
				part.ask(source, each.refreshInterval());
			}
		}
	}

	private void requireConfigured(String type, String assignment) {
		if (!this.specs.containsKey(assignment)) {
			throw new InvalidElectionConfigurationException("leader-election.assignments." + assignment, null,
					"A " + type + " bean has this assignment, and it is not configured",
					"Add the line 'leader-election.assignments." + assignment + ":' with nothing behind it, "
							+ "or correct the name that the bean returns");
		}
	}

	@Override
	public List<String> problems(String group) {
		GroupPart part = this.groups.get(group);
		return (part != null) ? part.problems() : List.of();
	}

	/** The assignments of each group. */
	public Map<String, GroupPart> groups() {
		return Collections.unmodifiableMap(this.groups);
	}

	@Override
	public void close() {
		this.groups.values().forEach(GroupPart::close);
		this.observing.forEach(ObserverLoop::close);
		this.channel.close();
	}

}
