package io.github.leaderelection.node;

import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Function;
import java.util.function.Supplier;

import io.github.leaderelection.CandidatePosition;
import io.github.leaderelection.ElectionNode;
import io.github.leaderelection.Member;
import io.github.leaderelection.NodeId;
import io.github.leaderelection.OutlivedLeadership;
import io.github.leaderelection.Promise;
import io.github.leaderelection.internal.algorithm.Algorithm;
import io.github.leaderelection.internal.algorithm.Trait;
import io.github.leaderelection.internal.flapping.FlappingSettings;
import io.github.leaderelection.internal.protocol.AlgorithmOptions;
import io.github.leaderelection.internal.protocol.ElectionSettings;
import io.github.leaderelection.internal.protocol.HolderUrl;
import io.github.leaderelection.internal.protocol.MemberList;
import io.github.leaderelection.internal.runtime.ElectorOptions;
import io.github.leaderelection.internal.runtime.GroupIdentity;
import io.github.leaderelection.internal.runtime.environment.NoTransport;
import io.github.leaderelection.internal.runtime.extension.ExtensionFactory;
import io.github.leaderelection.internal.runtime.environment.NodeClock;
import io.github.leaderelection.internal.setting.InvalidSettingException;
import io.github.leaderelection.spi.ElectionMessage;
import io.github.leaderelection.spi.LeaseStore;
import io.github.leaderelection.spi.PeerTransport;
import org.jspecify.annotations.Nullable;

/**
 * Builds a node. Used by one thread at a time; may build any number of nodes, though no
 * two that run at once may share a transport or, with the same id, a state directory.
 */
public final class ElectionNodeBuilder {

	private static final String DEFAULT = "default";

	private final Map<String, GroupOptions> groups = new LinkedHashMap<>();

	private final Map<String, CandidatePosition> positions = new LinkedHashMap<>();

	private final Map<String, Map<String, ExtensionFactory>> extensions = new LinkedHashMap<>();

	private final Map<String, Map<String, Class<? extends ElectionMessage>>> extensionTypes = new LinkedHashMap<>();

	private NodeId id;

	private String cluster = DEFAULT;

	private List<Member> members = List.of();

	private Function<NodeId, @Nullable URI> learnedUrls = (member) -> null;

	private @Nullable PeerTransport transport;

	private @Nullable Path stateDirectory;

	private @Nullable LeaseStore leaseStore;

	private @Nullable String application;

	private double maxClockDrift = ElectionSettings.DEFAULT_CLOCK_DRIFT;

	private Duration drainTimeout = Duration.ofSeconds(20);

	private long minimumTerm;

	private FlappingSettings flapping = FlappingSettings.DEFAULTS;

	private boolean resignOnListenerFailure;

	private @Nullable CandidatePosition position;

	private Consumer<OutlivedLeadership> onOutlived = (grant) -> {
	};

	private Function<String, List<String>> problems = (group) -> List.of();

	private ElectionNodeBuilder(NodeId id) {
		this.id = Objects.requireNonNull(id, "id");
	}

	/**
	 * Begins to build a node.
	 * @param id its id
	 * @return a builder
	 */
	public static ElectionNodeBuilder forNode(NodeId id) {
		return new ElectionNodeBuilder(id);
	}

	/**
	 * Names the elections that {@link GroupOptions#algorithm()} can choose.
	 * @return their names
	 */
	public static Set<String> algorithms() {
		return Algorithm.names();
	}

	/**
	 * Renames the node.
	 * @param own its id
	 * @return this builder
	 */
	public ElectionNodeBuilder id(NodeId own) {
		this.id = Objects.requireNonNull(own, "own");
		return this;
	}

	/**
	 * Names the cluster; nodes of another cluster are refused.
	 * @param name the name, {@code default} unless set
	 * @return this builder
	 */
	public ElectionNodeBuilder cluster(String name) {
		this.cluster = Objects.requireNonNull(name, "name");
		return this;
	}

	/**
	 * Lists the members, the same on every node.
	 * @param all all members including this node; empty (the default) for a cluster of
	 * this node alone
	 * @return this builder
	 */
	public ElectionNodeBuilder members(List<Member> all) {
		this.members = List.copyOf(all);
		return this;
	}

	/**
	 * Sets the source of the URLs that become known at run time, for the status alone.
	 * @param urls returns the base URL of a member that was listed without one, null
	 * while it is not known; called on any thread, must not block
	 * @return this builder
	 */
	public ElectionNodeBuilder learnedUrls(Function<NodeId, @Nullable URI> urls) {
		this.learnedUrls = Objects.requireNonNull(urls, "urls");
		return this;
	}

	/**
	 * Sets the transport that carries messages to other members. The node starts and
	 * closes it.
	 * @param peers the transport; may be left out where this node is the only member
	 * @return this builder
	 */
	public ElectionNodeBuilder transport(PeerTransport peers) {
		this.transport = Objects.requireNonNull(peers, "peers");
		return this;
	}

	/**
	 * Makes the node lead by a lease in a store instead of an election; it then has no
	 * other members. The group's heartbeat is the time between two renewals of the lease.
	 * Its setting {@code retry-interval} is the time between two looks of a waiting node.
	 * @param store keeps the lease of each group; null (the default) for an election
	 * among members. The node does not close the store
	 * @return this builder
	 */
	public ElectionNodeBuilder leaseStore(@Nullable LeaseStore store) {
		this.leaseStore = store;
		return this;
	}

	/**
	 * Names the application in the record of a lease that this node holds. Another
	 * application that shares the record by mistake can then report it.
	 * @param name the name; null (the default) or blank for none
	 * @return this builder
	 */
	public ElectionNodeBuilder application(@Nullable String name) {
		this.application = (name == null || name.isBlank()) ? null : name;
		return this;
	}

	/**
	 * Chooses where identity, term and vote are kept.
	 * @param directory a directory on a local disk, created where it does not exist; null
	 * (the default) to keep them in memory
	 * @return this builder
	 */
	public ElectionNodeBuilder stateDirectory(@Nullable Path directory) {
		this.stateDirectory = directory;
		return this;
	}

	/**
	 * Where identity, term and vote are kept.
	 * @return the directory, {@code null} for none
	 */
	public @Nullable Path stateDirectory() {
		return this.stateDirectory;
	}

	/**
	 * Adds a group, or replaces its options. A node without groups gets one group
	 * {@code default}.
	 * @param name the group's name
	 * @param options its options
	 * @return this builder
	 */
	public ElectionNodeBuilder group(String name, GroupOptions options) {
		this.groups.put(Objects.requireNonNull(name, "name"), Objects.requireNonNull(options, "options"));
		return this;
	}

	/**
	 * The groups named so far.
	 * @return the options by the group's name
	 */
	public Map<String, GroupOptions> groups() {
		Map<String, GroupOptions> named = this.groups.isEmpty() ? Map.of(DEFAULT, GroupOptions.defaults())
				: Collections.unmodifiableMap(this.groups);
		if (this.leaseStore == null) {
			return named;
		}
		Map<String, GroupOptions> byLease = new LinkedHashMap<>();
		named.forEach((name, options) -> byLease.put(name, options.withAlgorithm(Algorithm.LEASE)));
		return Collections.unmodifiableMap(byLease);
	}

	/**
	 * Returns the message types of the groups named so far; a transport needs them to
	 * read messages.
	 * @return the type of the messages by the group's name
	 * @throws IllegalArgumentException if an algorithm is not known
	 */
	public Map<String, Class<? extends ElectionMessage>> messageTypes() {
		Map<String, Class<? extends ElectionMessage>> types = new LinkedHashMap<>();
		groups()
			.forEach((name, options) -> types.put(name, Algorithm.named(options.algorithm()).protocol().messageType()));
		return types;
	}

	/**
	 * Returns the election rules of the groups named so far. A transport announces them
	 * to the other members, and carries no messages of a group to members whose rules
	 * differ.
	 * @return the algorithm and, where it has one, the minimum size, by the group's name
	 * @throws IllegalArgumentException if a setting cannot be used
	 */
	public Map<String, String> rules() {
		Map<String, String> rules = new LinkedHashMap<>();
		groups().forEach((name, options) -> rules.put(name,
				Algorithm.named(options.algorithm()).rules(settings(name, options))));
		return rules;
	}

	/**
	 * Returns the promises that the elections of the groups named so far keep.
	 * @return the promises by the group's name
	 * @throws IllegalArgumentException if a setting cannot be used
	 */
	public Map<String, Set<Promise>> promises() {
		Map<String, Set<Promise>> promises = new LinkedHashMap<>();
		groups().forEach((name, options) -> promises.put(name,
				Algorithm.named(options.algorithm()).promises(settings(name, options))));
		return promises;
	}

	/**
	 * Checks all settings of a group, even if it is unknown which member this node is.
	 * @param group the group's name
	 * @throws IllegalArgumentException if a setting cannot be used
	 */
	public void check(String group) {
		GroupOptions options = Objects.requireNonNull(groups().get(group), group);
		checkLease(group, options);
		Algorithm.named(options.algorithm()).check(settings(group, options));
	}

	/**
	 * Bounds the error of the clocks' rates.
	 * @param ratio above 0 and below 0.5; 0.05 unless set
	 * @return this builder
	 */
	public ElectionNodeBuilder maxClockDrift(double ratio) {
		this.maxClockDrift = ratio;
		return this;
	}

	/**
	 * Bounds how long running leader-only work is awaited before leadership is given up.
	 * @param duration zero to one day; 20 s unless set
	 * @return this builder
	 */
	public ElectionNodeBuilder drainTimeout(Duration duration) {
		this.drainTimeout = Objects.requireNonNull(duration, "duration");
		return this;
	}

	/**
	 * Excludes low terms, and with them their fencing tokens, for good. Read at each
	 * start.
	 * @param term no term up to this one is proposed or voted for; 0 unless set
	 * @return this builder
	 */
	public ElectionNodeBuilder minimumTerm(long term) {
		this.minimumTerm = term;
		return this;
	}

	/**
	 * Says when leadership counts as flapping.
	 * @param settings three changes in ten minutes unless set
	 * @return this builder
	 */
	public ElectionNodeBuilder flapping(FlappingSettings settings) {
		this.flapping = Objects.requireNonNull(settings, "settings");
		return this;
	}

	/**
	 * Sets whether the node resigns gracefully when a listener fails on its leadership,
	 * so that another node can do the work.
	 * @param resign false unless set: the failure is logged, and this node leads on
	 * @return this builder
	 */
	public ElectionNodeBuilder resignOnListenerFailure(boolean resign) {
		this.resignOnListenerFailure = resign;
		return this;
	}

	/**
	 * Sets the source of the application's position for all groups without a source of
	 * their own. Elections that ignore positions never call it.
	 * @param source called on a thread that is not the election's; null (the default) if
	 * no node is ever ahead of another
	 * @return this builder
	 */
	public ElectionNodeBuilder candidatePosition(@Nullable CandidatePosition source) {
		this.position = source;
		return this;
	}

	/**
	 * Sets the source of the application's position for one group.
	 * @param group the group's name
	 * @param source called on a thread that is not the election's
	 * @return this builder
	 */
	public ElectionNodeBuilder candidatePosition(String group, CandidatePosition source) {
		this.positions.put(Objects.requireNonNull(group, "group"), Objects.requireNonNull(source, "source"));
		return this;
	}

	/**
	 * Adds an extension to a group, or replaces the one of the same name.
	 * @param group the group's name
	 * @param factory makes the extension at each start
	 * @return this builder
	 */
	public ElectionNodeBuilder extension(String group, ExtensionFactory factory) {
		this.extensions.computeIfAbsent(group, (name) -> new LinkedHashMap<>()).put(factory.name(), factory);
		this.extensionTypes.computeIfAbsent(group, (name) -> new LinkedHashMap<>())
			.put(factory.name(), factory.messageType());
		return this;
	}

	/**
	 * Returns the message types of the extensions added so far, as
	 * {@link #messageTypes()}.
	 * @return the type of the messages by the extension's name, by the group's name
	 */
	public Map<String, Map<String, Class<? extends ElectionMessage>>> extensionTypes() {
		return Collections.unmodifiableMap(this.extensionTypes);
	}

	/**
	 * Sets the action for a leadership that ends while leader-only work runs under it.
	 * @param action receives the leadership on a new thread each time, or on the listener
	 * thread if the system has no more threads. By default the work is only logged and
	 * counted
	 * @return this builder
	 */
	public ElectionNodeBuilder onOutlived(Consumer<OutlivedLeadership> action) {
		this.onOutlived = Objects.requireNonNull(action, "action");
		return this;
	}

	/**
	 * Sets the source of problems outside the elections, for the status alone.
	 * @param source receives the name of a group and returns what keeps this node from
	 * full participation, each with its remedy; called on any thread, must not block.
	 * None unless set
	 * @return this builder
	 */
	public ElectionNodeBuilder problems(Function<String, List<String>> source) {
		this.problems = Objects.requireNonNull(source, "source");
		return this;
	}

	/**
	 * Builds the node; it has not started and holds nothing open.
	 * @return a node
	 * @throws IllegalArgumentException if a setting is out of its range, an algorithm is
	 * not known, the members do not include this node, or there are other members and no
	 * transport; the message names the value and the remedy
	 */
	public ElectionNode build() {
		NodePlan plan = plan();
		return node(() -> plan);
	}

	/**
	 * Builds a node that learns its identity when it starts. Until its first start it
	 * uses the present settings, in which the id need not be a member's.
	 * @param atStart called at each start: sets the node's identity on this builder, and
	 * returns whether it differs from that of the start before. An exception fails the
	 * start
	 * @return a node
	 */
	public ElectionNode build(Predicate<ElectionNodeBuilder> atStart) {
		return node(new LatestPlan(this, atStart));
	}

	private ElectionNode node(Supplier<NodePlan> plans) {
		MemberList members = new MemberList(ids(), this.stateDirectory != null);
		MemberUrls urls = new MemberUrls(this.members, this.learnedUrls);
		List<GroupIdentity> identities = new ArrayList<>();
		groups().forEach((name, options) -> identities
			.add(new GroupIdentity(this.cluster, name, options.algorithm(), this.id, members, urls)));
		ElectorOptions options = new ElectorOptions(this.flapping, this.resignOnListenerFailure, this.onOutlived,
				this.problems);
		return new DefaultElectionNode(identities, options, plans, NodeClock.system());
	}

	private List<NodeId> ids() {
		return this.members.isEmpty() ? List.of(this.id) : this.members.stream().map(Member::id).toList();
	}

	NodePlan plan() {
		List<NodeId> ids = ids();
		if (this.leaseStore != null && ids.size() > 1) {
			throw new IllegalArgumentException("The node '" + this.id + "' has the members " + ids
					+ " and leads by a lease in a store: leave out the members, or the store");
		}
		PeerTransport peers = this.transport;
		if (peers == null) {
			if (ids.size() > 1) {
				throw new IllegalArgumentException("The node '" + this.id + "' has other members " + ids
						+ " but no transport to reach them: set one");
			}
			peers = new NoTransport();
		}
		LeaseStore leases = this.leaseStore;
		this.extensions.values().forEach((each) -> each.values().forEach((factory) -> factory.keptIn(leases)));
		// This may ask a store engine that is unreachable, so it is done once for all
		// groups.
		boolean forgets = leases != null && !checked(leases).outlivesProcess();
		List<NodeGroup> built = new ArrayList<>();
		groups().forEach((name, options) -> built.add(checked(name, forgets ? assumingNew(options) : options)));
		return new NodePlan(this.id, List.copyOf(built), new MemberUrls(this.members, this.learnedUrls), peers,
				this.stateDirectory, this.drainTimeout);
	}

	private static LeaseStore checked(LeaseStore store) {
		store.check();
		return store;
	}

	private NodeGroup checked(String name, GroupOptions options) {
		Algorithm algorithm = Algorithm.named(options.algorithm());
		if (this.leaseStore == null && algorithm.is(Trait.NEEDS_STORE)) {
			throw new InvalidSettingException("algorithm", options.algorithm(),
					"The group '" + name + "' is to lead by a lease, and there is no store to keep it in",
					"Set a store, or choose one of " + algorithms());
		}
		checkLease(name, options);
		ElectionSettings settings = settings(name, options, this.id);
		algorithm.check(settings);
		return new NodeGroup(algorithm.protocol(), settings, this.positions.getOrDefault(name, this.position),
				algorithm.startsOnlyJoined(settings), this.leaseStore,
				List.copyOf(this.extensions.getOrDefault(name, Map.of()).values()));
	}

	private void checkLease(String name, GroupOptions options) {
		LeaseStore leases = this.leaseStore;
		if (leases != null && options.lease().compareTo(leases.leastLease()) < 0) {
			throw new InvalidSettingException("lease-duration", options.lease(),
					"The group '" + name + "' has a lease below " + InvalidSettingException.text(leases.leastLease())
							+ ", the least that " + leases.description() + " can serve",
					"Choose a longer one");
		}
	}

	private static GroupOptions assumingNew(GroupOptions options) {
		Map<String, String> own = new LinkedHashMap<>(options.settings());
		own.put("assume-new", "true");
		return options.withSettings(own);
	}

	private Map<String, String> ownSettings(GroupOptions options) {
		LeaseStore leases = this.leaseStore;
		if (leases == null) {
			return options.settings();
		}
		Map<String, String> own = new LinkedHashMap<>(options.settings());
		String url = new HolderUrl(new MemberUrls(this.members, this.learnedUrls).apply(this.id), this.application)
			.text();
		if (url != null) {
			own.put("url", url);
		}
		return own;
	}

	/**
	 * Returns the settings of any member if it is not yet known which member this node
	 * is.
	 */
	private ElectionSettings settings(String name, GroupOptions options) {
		List<NodeId> ids = ids();
		return settings(name, options, ids.contains(this.id) ? this.id : ids.get(0));
	}

	private ElectionSettings settings(String name, GroupOptions options, NodeId self) {
		return ElectionSettings.of(this.cluster, name, self, ids())
			.durable(this.stateDirectory != null)
			.leaseNanos(TimeUnit.NANOSECONDS.convert(options.lease()))
			.heartbeatNanos(TimeUnit.NANOSECONDS.convert(options.heartbeat()))
			.maxClockDrift(this.maxClockDrift)
			.priority(options.priority())
			.preempt(options.preempt())
			.drainNanos(TimeUnit.NANOSECONDS.convert(this.drainTimeout))
			.options(AlgorithmOptions.of(options.algorithm(), ownSettings(options)))
			.failureDetector(options.failureDetector())
			.minimumTerm(this.minimumTerm)
			.build();
	}

}
