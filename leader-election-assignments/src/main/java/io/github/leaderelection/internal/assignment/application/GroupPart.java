package io.github.leaderelection.internal.assignment.application;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Stream;

import io.github.leaderelection.LeaderElector;
import io.github.leaderelection.NodeId;
import io.github.leaderelection.Promise;
import io.github.leaderelection.assignments.PartitionSource;
import io.github.leaderelection.internal.assignment.carrier.HeldCarrier;
import io.github.leaderelection.internal.assignment.carrier.ObserverLoop;
import io.github.leaderelection.internal.assignment.protocol.AssignmentEvent;
import io.github.leaderelection.internal.assignment.protocol.AssignmentSettings.Declared;
import io.github.leaderelection.internal.assignment.protocol.AssignmentState;
import io.github.leaderelection.internal.assignment.protocol.LeaderState;
import io.github.leaderelection.internal.assignment.runtime.AssignmentCarrier;
import io.github.leaderelection.internal.assignment.runtime.AssignmentPlan;
import io.github.leaderelection.internal.assignment.runtime.AssignmentsFactory;
import io.github.leaderelection.internal.assignment.runtime.GroupAssignments;
import io.github.leaderelection.internal.assignment.runtime.OwnershipPublisher;
import io.github.leaderelection.internal.runtime.environment.NodeClock;
import io.github.leaderelection.internal.settings.InvalidElectionConfigurationException;
import io.github.leaderelection.internal.transport.asking.WorkerChannel;
import io.github.leaderelection.internal.assignment.view.AssignmentReport;
import io.github.leaderelection.node.ElectionNodeBuilder;
import io.github.leaderelection.node.GroupOptions;
import org.jspecify.annotations.Nullable;

/**
 * All assignments of one group, across starts of the node.
 */
public final class GroupPart {

	private final String group;

	private final List<AssignmentSpec> specs;

	private final OwnershipPublisher publisher;

	private final HeldCarrier carrier;

	private final Supplier<LeaderElector> elector;

	private final SettledPlans settled;

	private final List<SourceRefresh> sources = new CopyOnWriteArrayList<>();

	private volatile Supplier<List<AssignmentEvent>> kept = List::of;

	private volatile Consumer<AssignmentState> keeper = (state) -> {
	};

	/** The token of the leadership of this node, 0 for none; used by the loop alone. */
	private long leading;

	/** Null while no node carries this group. */
	private volatile @Nullable AssignmentsFactory factory;

	/**
	 * Makes the assignments of a group.
	 * @param channel asks other nodes, made at its first use
	 * @param elector the group's, asked once the node has started
	 */
	GroupPart(String group, List<AssignmentSpec> specs, PartitionListeners listeners, Supplier<WorkerChannel> channel,
			Supplier<LeaderElector> elector) {
		this.group = group;
		this.specs = specs;
		this.publisher = new OwnershipPublisher(NodeClock.system(), listeners);
		this.carrier = new HeldCarrier(group, this.publisher, channel, () -> elector.get().leader().orElse(null));
		this.elector = elector;
		this.settled = new SettledPlans(group, listeners::settled);
	}

	HeldCarrier carrier() {
		return this.carrier;
	}

	public OwnershipPublisher publisher() {
		return this.publisher;
	}

	void extend(ElectionNodeBuilder node, OwnershipTimes configured) {
		GroupOptions options = node.groups().get(this.group);
		if (options == null) {
			throw new InvalidElectionConfigurationException(key(), this.group,
					"There is no such group among " + node.groups().keySet(), "Add the line 'leader-election.groups."
							+ this.group + ":' with nothing behind it, or name one of these");
		}
		Set<Promise> promises = node.promises().getOrDefault(this.group, Set.of());
		if (!promises.containsAll(Set.of(Promise.S2, Promise.S3))) {
			throw new InvalidElectionConfigurationException(
					key(), this.group, "Its election '" + options.algorithm()
							+ "' may have two leaders at once, and so a partition two " + "owners",
					"Name a group with an election that promises S2 and S3, such as quorum");
		}
		node.extension(this.group,
				factory(configured.in(this.group, options), OwnershipTimes.isStored(options), this.carrier));
	}

	/** Owns on a node that takes part in no election. */
	ObserverLoop observe(String cluster, NodeId self, OwnershipTimes times) {
		ObserverLoop loop = observe(cluster, self, times, this.carrier);
		loop.follow(this.elector.get());
		return loop;
	}

	/** Owns what the leader behind a carrier gives, once this node follows one. */
	public ObserverLoop observe(String cluster, NodeId self, OwnershipTimes times, AssignmentCarrier by) {
		return new ObserverLoop(cluster, this.group, self, factory(times, true, by));
	}

	private AssignmentsFactory factory(OwnershipTimes times, boolean held, AssignmentCarrier by) {
		Map<String, Long> drains = new LinkedHashMap<>();
		this.specs.forEach((each) -> drains.put(each.name(), each.drainTimeout().toNanos()));
		AssignmentPlan plan = new AssignmentPlan(nanos(times.lease()), nanos(times.waiting()), held,
				this.specs.stream().map((each) -> new Declared(each.name(), each.capacity(), each.list())).toList(),
				drains);
		AssignmentsFactory made = new AssignmentsFactory(plan, this.publisher, by, this::pins, this::observe);
		this.factory = made;
		return made;
	}

	/** What was said at run time counts before what is configured. */
	private List<AssignmentEvent> pins() {
		Stream<AssignmentEvent> configured = this.specs.stream().flatMap((each) -> each.pins().stream());
		return Stream.concat(configured, this.kept.get().stream()).toList();
	}

	/**
	 * Pins beside those that are configured.
	 * @param pins asked at each start
	 * @param pinned sees the state after each turn, on the loop; never blocks
	 */
	void pinnedBy(Supplier<List<AssignmentEvent>> pins, Consumer<AssignmentState> pinned) {
		this.kept = pins;
		this.keeper = pinned;
	}

	private static long nanos(@Nullable Duration duration) {
		return Objects.requireNonNull(duration).toNanos();
	}

	private String key() {
		return AssignmentSpec.key(this.specs.get(0).name()) + "group";
	}

	void ask(PartitionSource source, Duration interval) {
		this.sources.add(new SourceRefresh(source, interval, this::leads, this.publisher::tell));
	}

	private void observe(AssignmentState state) {
		LeaderState leader = state.leader();
		long token = (leader != null) ? leader.token() : 0;
		if (token != this.leading) {
			this.leading = token;
			this.sources.forEach(SourceRefresh::led);
		}
		this.keeper.accept(state);
		this.settled.observe(state);
	}

	private boolean leads() {
		GroupAssignments present = present();
		return present != null && present.state().leader() != null;
	}

	/** The newest start, null before the first. */
	public @Nullable GroupAssignments present() {
		AssignmentsFactory made = this.factory;
		return (made != null) ? made.present() : null;
	}

	CompletionStage<Void> stop() {
		GroupAssignments present = present();
		return (present != null) ? present.stop() : CompletableFuture.completedStage(null);
	}

	/** The names of the assignments. */
	public List<String> assignments() {
		return this.specs.stream().map(AssignmentSpec::name).toList();
	}

	/** Looks at the newest start; null before the first. */
	public @Nullable AssignmentReport report() {
		AssignmentsFactory made = this.factory;
		return (made != null) ? made.report() : null;
	}

	/** The newest steps of the newest start. */
	public Optional<String> trace() {
		GroupAssignments present = present();
		return (present != null) ? present.trace() : Optional.empty();
	}

	List<String> problems() {
		AssignmentReport report = report();
		List<String> found = new ArrayList<>((report != null) ? report.problems() : List.of());
		String failure = this.carrier.failure();
		if (report != null && report.isUnanswered() && failure != null) {
			found.add("Why the newest request for partitions had no answer: " + failure);
		}
		this.sources.stream().map(SourceRefresh::problem).filter(Objects::nonNull).forEach(found::add);
		return found;
	}

	void close() {
		this.sources.forEach(SourceRefresh::close);
	}

}
