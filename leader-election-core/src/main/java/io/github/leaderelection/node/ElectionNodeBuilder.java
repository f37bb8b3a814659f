package io.github.leaderelection.node;

import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;

import io.github.leaderelection.CandidatePosition;
import io.github.leaderelection.ElectionNode;
import io.github.leaderelection.Member;
import io.github.leaderelection.NodeId;
import io.github.leaderelection.OutlivedGrant;
import io.github.leaderelection.internal.algorithm.Algorithm;
import io.github.leaderelection.internal.oscillation.OscillationSettings;
import io.github.leaderelection.internal.protocol.AlgorithmOptions;
import io.github.leaderelection.internal.protocol.ElectionSettings;
import io.github.leaderelection.internal.protocol.MemberList;
import io.github.leaderelection.internal.runtime.ElectorOptions;
import io.github.leaderelection.internal.runtime.GroupIdentity;
import io.github.leaderelection.internal.runtime.environment.NodeClock;
import io.github.leaderelection.spi.ElectionMessage;
import io.github.leaderelection.spi.PeerTransport;
import org.jspecify.annotations.Nullable;

/**
 * Builds a node. Used by one thread at a time; may build any number of nodes, though no
 * two that run at once may share a transport or, with the same id, a state directory.
 */
public final class ElectionNodeBuilder {

	static final double DEFAULT_DRIFT = 0.05;

	private static final String DEFAULT = "default";

	private final NodeId id;

	private final Map<String, GroupOptions> groups = new LinkedHashMap<>();

	private final Map<String, CandidatePosition> positions = new LinkedHashMap<>();

	private String cluster = DEFAULT;

	private List<Member> members = List.of();

	private Function<NodeId, @Nullable URI> learnedUrls = (member) -> null;

	private @Nullable PeerTransport transport;

	private @Nullable Path stateDirectory;

	private double maxClockDrift = DEFAULT_DRIFT;

	private Duration drainTimeout = Duration.ofSeconds(20);

	private long minimumTerm;

	private OscillationSettings oscillation = OscillationSettings.DEFAULTS;

	private boolean resignOnListenerFailure;

	private @Nullable CandidatePosition position;

	private Consumer<OutlivedGrant> onOutlived = (grant) -> {
	};

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
	 * The elections that can be chosen by {@link GroupOptions#algorithm()}.
	 * @return their names
	 */
	public static Set<String> algorithms() {
		return Algorithm.names();
	}

	/**
	 * Names the cluster; nodes of another are refused.
	 * @param name the name, {@code default} unless set
	 * @return this builder
	 */
	public ElectionNodeBuilder cluster(String name) {
		this.cluster = Objects.requireNonNull(name, "name");
		return this;
	}

	/**
	 * Lists the members, the same on every node.
	 * @param all all members with this node among them; empty, as it is unless set, for a
	 * cluster of this node alone
	 * @return this builder
	 */
	public ElectionNodeBuilder members(List<Member> all) {
		this.members = List.copyOf(all);
		return this;
	}

	/**
	 * Sets what tells the URLs that become known at run time, for the status alone.
	 * @param urls the base URL of a member that was listed without one, null as long as
	 * it is not known; asked by any thread, does not block
	 * @return this builder
	 */
	public ElectionNodeBuilder learnedUrls(Function<NodeId, @Nullable URI> urls) {
		this.learnedUrls = Objects.requireNonNull(urls, "urls");
		return this;
	}

	/**
	 * Sets what carries messages to other members. The node starts and closes it.
	 * @param peers the transport; may be left out where this node is the only member
	 * @return this builder
	 */
	public ElectionNodeBuilder transport(PeerTransport peers) {
		this.transport = Objects.requireNonNull(peers, "peers");
		return this;
	}

	/**
	 * Chooses where identity, term and vote are kept.
	 * @param directory a directory on a local disk, created where it does not exist;
	 * null, as it is unless set, for memory
	 * @return this builder
	 */
	public ElectionNodeBuilder stateDirectory(@Nullable Path directory) {
		this.stateDirectory = directory;
		return this;
	}

	/**
	 * Adds a group, or replaces its options. Without any there is one group
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
	 * What the groups named so far exchange: a transport needs it to read messages.
	 * @return the type of the messages by the group's name
	 * @throws IllegalArgumentException if an algorithm is not known
	 */
	public Map<String, Class<? extends ElectionMessage>> messageTypes() {
		Map<String, Class<? extends ElectionMessage>> types = new LinkedHashMap<>();
		chosen()
			.forEach((name, options) -> types.put(name, Algorithm.named(options.algorithm()).protocol().messageType()));
		return types;
	}

	/**
	 * By which rules the groups named so far hold their elections: a transport tells the
	 * other members, and carries no messages of a group to those that differ.
	 * @return the algorithm and, where it has one, the minimum size, by the group's name
	 * @throws IllegalArgumentException if an algorithm is not known or an option cannot
	 * be used
	 */
	public Map<String, String> rules() {
		List<NodeId> ids = ids();
		Map<String, String> rules = new LinkedHashMap<>();
		chosen().forEach((name, options) -> rules.put(name, options.rules(this.cluster, name, ids)));
		return rules;
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
	 * @param duration zero or more; 20 s unless set
	 * @return this builder
	 */
	public ElectionNodeBuilder drainTimeout(Duration duration) {
		this.drainTimeout = Objects.requireNonNull(duration, "duration");
		return this;
	}

	/**
	 * Says which terms, and with them which fencing tokens, are behind for good. Read at
	 * each start.
	 * @param term no term up to this one is proposed or voted for; 0 unless set
	 * @return this builder
	 */
	public ElectionNodeBuilder minimumTerm(long term) {
		this.minimumTerm = term;
		return this;
	}

	/**
	 * Says when leadership counts as oscillating.
	 * @param settings three changes in ten minutes unless set
	 * @return this builder
	 */
	public ElectionNodeBuilder oscillation(OscillationSettings settings) {
		this.oscillation = Objects.requireNonNull(settings, "settings");
		return this;
	}

	/**
	 * Says whether a grant is given up in order when a listener fails on it, so that
	 * another node may do what this one could not begin.
	 * @param resign false unless set: the failure is logged, and this node leads on
	 * @return this builder
	 */
	public ElectionNodeBuilder resignOnListenerFailure(boolean resign) {
		this.resignOnListenerFailure = resign;
		return this;
	}

	/**
	 * Sets what tells how far the application has come, for all groups that have none of
	 * their own. Elections that do not go by it never ask.
	 * @param source asked by a thread that is not the election's; null, as it is unless
	 * set, where no node is ever ahead of another
	 * @return this builder
	 */
	public ElectionNodeBuilder candidatePosition(@Nullable CandidatePosition source) {
		this.position = source;
		return this;
	}

	/**
	 * Sets what tells how far the application has come in what one group leads.
	 * @param group the group's name
	 * @param source asked by a thread that is not the election's
	 * @return this builder
	 */
	public ElectionNodeBuilder candidatePosition(String group, CandidatePosition source) {
		this.positions.put(Objects.requireNonNull(group, "group"), Objects.requireNonNull(source, "source"));
		return this;
	}

	/**
	 * Says what is done when a grant ends while leader-only work runs under it.
	 * @param action told of the grant, on a thread of its own each time; nothing unless
	 * set: the work is logged and counted
	 * @return this builder
	 */
	public ElectionNodeBuilder onOutlived(Consumer<OutlivedGrant> action) {
		this.onOutlived = Objects.requireNonNull(action, "action");
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
	 * Builds a node that learns who it is when it starts. Until its first start it goes
	 * by this builder, whose id may then be none of the members'.
	 * @param atStart asked at each start for the builder by which the node goes from then
	 * on, with the same cluster and groups; while it gives the same one nothing is built
	 * anew. What it throws fails the start
	 * @return a node
	 */
	public ElectionNode build(Supplier<ElectionNodeBuilder> atStart) {
		return node(new LatestPlan(atStart));
	}

	private ElectionNode node(Supplier<NodePlan> plans) {
		MemberList members = new MemberList(ids(), this.stateDirectory != null);
		MemberUrls urls = new MemberUrls(this.members, this.learnedUrls);
		List<GroupIdentity> identities = new ArrayList<>();
		chosen().forEach((name, options) -> identities
			.add(new GroupIdentity(this.cluster, name, options.algorithm(), this.id, members, urls)));
		ElectorOptions options = new ElectorOptions(this.oscillation, this.resignOnListenerFailure, this.onOutlived);
		return new DefaultElectionNode(identities, options, plans, NodeClock.system());
	}

	private List<NodeId> ids() {
		return this.members.isEmpty() ? List.of(this.id) : this.members.stream().map(Member::id).toList();
	}

	NodePlan plan() {
		List<NodeId> ids = ids();
		PeerTransport peers = this.transport;
		if (peers == null) {
			if (ids.size() > 1) {
				throw new IllegalArgumentException("The node '" + this.id + "' has other members " + ids
						+ " but no transport to reach them: set one");
			}
			peers = new NoTransport();
		}
		List<NodeGroup> built = new ArrayList<>();
		chosen().forEach((name, options) -> built.add(group(name, options, ids)));
		return new NodePlan(this.id, List.copyOf(built), new MemberUrls(this.members, this.learnedUrls), peers,
				this.stateDirectory, this.drainTimeout);
	}

	private Map<String, GroupOptions> chosen() {
		return this.groups.isEmpty() ? Map.of(DEFAULT, GroupOptions.defaults()) : this.groups;
	}

	private NodeGroup group(String name, GroupOptions options, List<NodeId> ids) {
		ElectionSettings settings = new ElectionSettings(this.cluster, name, this.id, ids, this.stateDirectory != null,
				options.lease().toNanos(), options.heartbeat().toNanos(), this.maxClockDrift, options.priority(),
				this.drainTimeout.toNanos(), AlgorithmOptions.of(options.algorithm(), options.settings()),
				options.failureDetector(), this.minimumTerm);
		Algorithm algorithm = Algorithm.named(options.algorithm());
		algorithm.check(settings);
		return new NodeGroup(algorithm.protocol(), settings, this.positions.getOrDefault(name, this.position),
				algorithm.startsOnlyJoined(settings));
	}

}
