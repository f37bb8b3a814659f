package io.github.leaderelection.internal.protocol;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

import io.github.leaderelection.LeaderBroadcast;
import io.github.leaderelection.NodeId;
import io.github.leaderelection.Position;
import io.github.leaderelection.Promise;
import io.github.leaderelection.RevocationReason;
import io.github.leaderelection.internal.quorum.QuorumState;
import io.github.leaderelection.spi.Ballot;
import io.github.leaderelection.spi.ElectionMessage;
import io.github.leaderelection.spi.Envelope;
import io.github.leaderelection.spi.LinkLoss;
import org.jspecify.annotations.Nullable;

/**
 * A few nodes with perfect clocks and one round trip, in one thread and in virtual time.
 * Throws as soon as two of them lead at once, a term is granted twice or a token does not
 * rise where that is not to be, or a vote is given twice.
 *
 * @param <S> the state
 * @param <M> the messages
 * @param <C> the cluster itself
 */
public abstract class SmallCluster<S, M extends ElectionMessage, C extends SmallCluster<S, M, C>> {

	/** A group whose order is that of the first seven letters, as tests count on it. */
	private static final String GROUP = "group-9995";

	/** Nanoseconds. */
	public static final long MILLI = 1_000_000;

	/** The lease of every node. */
	public static final long LEASE = 1000 * MILLI;

	/** The heartbeat interval of every node. */
	public static final long HEARTBEAT = 100 * MILLI;

	private final ElectionProtocol<S, M> protocol;

	private final Function<S, QuorumState> election;

	private final Map<NodeId, Node> nodes = new TreeMap<>();

	private final PriorityQueue<Task> tasks = new PriorityQueue<>();

	/** The ways on which nothing passes, each from one node to another. */
	private final Set<List<NodeId>> cut = new HashSet<>();

	private final List<NodeId> members;

	private final Map<Long, NodeId> granted = new HashMap<>();

	private final boolean durable;

	private final AlgorithmOptions options;

	private Function<NodeId, @Nullable Position> positions = (id) -> Position.NONE;

	private ToLongFunction<NodeId> readingTime = (id) -> 0;

	private long roundTrip = MILLI;

	private long saveTime;

	private long nanos = 1000 * MILLI;

	private long order;

	private final Map<Class<?>, Integer> sent = new HashMap<>();

	private long entropy = 1;

	private long highestToken;

	/**
	 * A cluster of nodes named a, b, c and so on.
	 * @param protocol the election
	 * @param election the part of its state that is the quorum election's
	 * @param size how many nodes
	 * @param durable whether they have state directories
	 * @param options of the algorithm
	 */
	protected SmallCluster(ElectionProtocol<S, M> protocol, Function<S, QuorumState> election, int size,
			boolean durable, AlgorithmOptions options) {
		this(protocol, election,
				IntStream.range(0, size).mapToObj((i) -> NodeId.of(String.valueOf((char) ('a' + i)))).toList(), durable,
				options);
	}

	/**
	 * A cluster of named nodes.
	 * @param protocol the election
	 * @param election the part of its state that is the quorum election's
	 * @param members the nodes
	 * @param durable whether they have state directories
	 * @param options of the algorithm
	 */
	protected SmallCluster(ElectionProtocol<S, M> protocol, Function<S, QuorumState> election, List<NodeId> members,
			boolean durable, AlgorithmOptions options) {
		this.protocol = protocol;
		this.election = election;
		this.members = members;
		this.durable = durable;
		this.options = options;
		this.members.forEach((id) -> this.nodes.put(id, new Node(id)));
	}

	/** Says how far the application of a node has come, null if it does not tell. */
	public C positions(Function<NodeId, @Nullable Position> told, long nanosOfAReading) {
		this.positions = told;
		return reading((id) -> nanosOfAReading);
	}

	/** Says how long the application of a node takes to tell its position. */
	public C reading(ToLongFunction<NodeId> nanosOfAReading) {
		this.readingTime = nanosOfAReading;
		return self();
	}

	/** Begins another sequence of random numbers. */
	public C entropy(long seed) {
		this.entropy = seed;
		return self();
	}

	/** Cuts a link, or heals it. */
	public C link(NodeId a, NodeId b, boolean open) {
		setLink(a, b, open);
		return self();
	}

	/** Cuts one way of a link, which the hosts do not notice unless both are cut. */
	public C cutOneWay(NodeId from, NodeId to) {
		way(from, to, false);
		return self();
	}

	/** The process stands still, or goes on: what is sent to it waits. */
	public C pause(NodeId id, boolean paused) {
		this.nodes.get(id).pause(paused);
		return self();
	}

	/** Hands an event to a node. */
	public C feed(NodeId id, Event<M> event) {
		this.nodes.get(id).feed(event);
		return self();
	}

	/** A node sees its link to another end. */
	public C disconnect(NodeId at, NodeId from) {
		this.nodes.get(at).feed(new Event.PeerDisconnected<>(from, LinkLoss.CLOSED));
		return self();
	}

	/** A message arrives that its sender knows nothing of. */
	public C deliver(NodeId from, NodeId to, M message) {
		Node sender = this.nodes.get(from);
		sender.deliver(new Effect.Send<>(to, message, 0));
		return self();
	}

	/** Who leads, there may be more than one where no majority is asked for. */
	public List<NodeId> leaders() {
		return this.nodes.values().stream().filter(Node::leads).map((node) -> node.id).toList();
	}

	public C roundTrip(long nanosOfARoundTrip) {
		this.roundTrip = nanosOfARoundTrip;
		return self();
	}

	public C saveTime(long nanosOfASave) {
		this.saveTime = nanosOfASave;
		return self();
	}

	public List<NodeId> members() {
		return this.members;
	}

	public C startAll() {
		this.members.forEach(this::start);
		return self();
	}

	public C start(NodeId id) {
		Node node = this.nodes.get(id);
		node.start();
		for (Node other : this.nodes.values()) {
			if (other != node && other.isRunning() && linked(id, other.id)) {
				link(id, other.id);
			}
		}
		return self();
	}

	/** The process ends; its host closes the links after what was sent on them. */
	public C crash(NodeId id) {
		this.nodes.get(id).crash();
		long start = this.nodes.get(id).incarnation;
		later(this.roundTrip / 2, () -> {
			if (this.nodes.get(id).incarnation == start) {
				this.nodes.values().forEach((other) -> other.feed(new Event.PeerDisconnected<>(id, LinkLoss.CLOSED)));
			}
		});
		return self();
	}

	/** The machine ends: nobody is told. */
	public C powerOff(NodeId id) {
		this.nodes.get(id).crash();
		return self();
	}

	public C loseDisk(NodeId id) {
		this.nodes.get(id).saved = null;
		return self();
	}

	/**
	 * The others notice that a node says nothing any more, and close their links to it.
	 */
	public C closeLinks(NodeId id) {
		this.nodes.values().forEach((other) -> other.feed(new Event.PeerDisconnected<>(id, LinkLoss.SILENT)));
		return self();
	}

	/** What a node was told of members, in order. */
	public List<String> told(NodeId id) {
		return this.nodes.get(id).told;
	}

	/** The members as a node shows them, in short: "b:UP c:DOWN". */
	public String shown(NodeId id) {
		return members(id).stream()
			.map((member) -> member.id() + ":" + member.state())
			.collect(Collectors.joining(" "));
	}

	/** The other members as a node shows them. */
	public List<ElectionView.MemberView> members(NodeId id) {
		return view(id).members();
	}

	/** What a node shows. */
	public ElectionView view(NodeId id) {
		return this.protocol.view(state(id), this.nodes.get(id).now());
	}

	/** Why each leadership of a node ended. */
	public List<RevocationReason> revocations(NodeId id) {
		return this.nodes.get(id).revocations;
	}

	/** What a node reported. */
	public List<Notice> notices(NodeId id) {
		return this.nodes.get(id).notices;
	}

	/** What was answered to those that asked for something: refusals, or "done". */
	public List<String> answers(NodeId id) {
		return this.nodes.get(id).answers;
	}

	/** The token that a node was granted last, 0 before the first. */
	public long token(NodeId id) {
		return this.nodes.get(id).token;
	}

	/**
	 * What a node heard leaders say, in order: who, the token, the number and the text.
	 */
	public List<String> heard(NodeId id) {
		return this.nodes.get(id).heard;
	}

	/** A node has something to say to all that follow it. */
	public C broadcast(NodeId id, String text) {
		return feed(id, new Event.BroadcastRequested<>(1, text));
	}

	/** How many messages of a type were sent. */
	public int sent(Class<? extends ElectionMessage> type) {
		return this.sent.getOrDefault(type, 0);
	}

	public C resign(NodeId id) {
		Node node = this.nodes.get(id);
		node.feed(new Event.ResignRequested<>(1));
		node.feed(new Event.WorkDrained<>(node.token));
		return self();
	}

	/** Cuts all links but those named, each as two letters. */
	public C only(String... links) {
		Set<Set<NodeId>> open = new HashSet<>();
		for (String link : links) {
			open.add(Set.of(NodeId.of(link.substring(0, 1)), NodeId.of(link.substring(1, 2))));
		}
		for (NodeId a : this.members) {
			for (NodeId b : this.members) {
				if (a.compareTo(b) < 0) {
					setLink(a, b, open.contains(Set.of(a, b)));
				}
			}
		}
		return self();
	}

	public C heal() {
		for (NodeId a : this.members) {
			for (NodeId b : this.members) {
				if (a.compareTo(b) < 0) {
					setLink(a, b, true);
				}
			}
		}
		return self();
	}

	private void setLink(NodeId a, NodeId b, boolean open) {
		way(b, a, open);
		way(a, b, open);
	}

	private void way(NodeId from, NodeId to, boolean open) {
		boolean wasLinked = linked(from, to);
		boolean changed = open ? this.cut.remove(List.of(from, to)) : this.cut.add(List.of(from, to));
		boolean noticed = open ? linked(from, to) && !wasLinked : this.cut.contains(List.of(to, from));
		if (changed && noticed && this.nodes.get(from).isRunning() && this.nodes.get(to).isRunning()) {
			if (open) {
				link(from, to);
			}
			else {
				this.nodes.get(from).feed(new Event.PeerDisconnected<>(to, LinkLoss.SILENT));
				this.nodes.get(to).feed(new Event.PeerDisconnected<>(from, LinkLoss.SILENT));
			}
		}
	}

	private boolean linked(NodeId a, NodeId b) {
		return passes(a, b) && passes(b, a);
	}

	private boolean passes(NodeId from, NodeId to) {
		return !this.cut.contains(List.of(from, to));
	}

	private void link(NodeId a, NodeId b) {
		this.nodes.get(a).feed(new Event.PeerConnected<>(b));
		this.nodes.get(b).feed(new Event.PeerConnected<>(a));
	}

	public C run(long duration) {
		long end = this.nanos + duration;
		while (!this.tasks.isEmpty() && this.tasks.peek().at <= end) {
			Task task = this.tasks.poll();
			this.nanos = Math.max(this.nanos, task.at);
			task.action.run();
			checkLeases();
		}
		this.nanos = end;
		return self();
	}

	/** Runs until somebody leads, and says how long that took. */
	public long runUntilLed(long atMost) {
		long begin = this.nanos;
		while (leader() == null) {
			if (this.nanos - begin > atMost) {
				throw new AssertionError("Nobody leads after " + atMost / MILLI + " ms, terms are " + terms());
			}
			run(MILLI);
		}
		return this.nanos - begin;
	}

	public @Nullable NodeId leader() {
		NodeId leader = null;
		for (Node node : this.nodes.values()) {
			if (node.leads()) {
				leader = node.id;
			}
		}
		return leader;
	}

	public long highestTerm() {
		return terms().values().stream().mapToLong(Long::longValue).max().orElse(0);
	}

	public Map<NodeId, Long> terms() {
		Map<NodeId, Long> terms = new TreeMap<>();
		this.nodes.forEach((id, node) -> {
			if (node.state != null) {
				terms.put(id, quorum(node.state).ballot().term());
			}
		});
		return terms;
	}

	public S state(NodeId id) {
		return Objects.requireNonNull(this.nodes.get(id).state);
	}

	private void checkLeases() {
		if (promises(settings(this.members.get(0))).contains(Promise.S2) && leaders().size() > 1) {
			throw new AssertionError("Two nodes lead at " + this.nanos + ": " + this.nodes.values());
		}
	}

	private ElectionSettings settings(NodeId id) {
		return ElectionSettings.of("cluster", GROUP, id, this.members)
			.durable(this.durable)
			.leaseNanos(LEASE)
			.heartbeatNanos(HEARTBEAT)
			.drainNanos(0)
			.options(this.options)
			.build();
	}

	private QuorumState quorum(S state) {
		return this.election.apply(state);
	}

	/** The cluster. */
	protected abstract C self();

	/** What the election keeps. */
	protected abstract Set<Promise> promises(ElectionSettings settings);

	/** Whether a message that is sent arrives. */
	protected boolean passes(Sent<M> message) {
		return true;
	}

	private void later(long delay, Runnable action) {
		this.tasks.add(new Task(this.nanos + delay, this.order++, action));
	}

	private record Task(long at, long order, Runnable action) implements Comparable<Task> {

		@Override
		public int compareTo(Task other) {
			int byTime = Long.compare(this.at, other.at);
			return (byTime != 0) ? byTime : Long.compare(this.order, other.order);
		}

	}

	/** One node. */
	private final class Node {

		private final NodeId id;

		private final Map<Timer, Long> timers = new HashMap<>();

		private final Deque<Event<M>> waiting = new ArrayDeque<>();

		private final Map<Long, Ballot.Vote> votes = new HashMap<>();

		private final List<String> told = new ArrayList<>();

		private final List<String> heard = new ArrayList<>();

		private final List<RevocationReason> revocations = new ArrayList<>();

		private final List<Notice> notices = new ArrayList<>();

		private final List<String> answers = new ArrayList<>();

		private @Nullable S state;

		private @Nullable Ballot saved;

		private @Nullable Ballot saving;

		private List<Effect<M>> withheld = List.of();

		private boolean paused;

		private long incarnation;

		private long token;

		private @Nullable Lease lease;

		private Node(NodeId id) {
			this.id = id;
		}

		private boolean isRunning() {
			return this.state != null;
		}

		private boolean leads() {
			return this.state != null && this.lease != null && this.lease.valid(now());
		}

		private Now now() {
			// before 1970 the terms of a new cluster begin at 1, which reads better
			long epoch = SmallCluster.this.durable ? -1_700_000_000_000L : 1_700_000_000_000L;
			return new Now(SmallCluster.this.nanos, epoch + SmallCluster.this.nanos / MILLI);
		}

		private void start() {
			this.incarnation = 1 + SmallCluster.this.order++;
			Ballot found = SmallCluster.this.durable ? this.saved : null;
			if (found == null) {
				this.votes.clear();
			}
			take(SmallCluster.this.protocol
				.start(new Recovered(SmallCluster.this.settings(this.id), found, this.incarnation), now(), entropy()));
		}

		private void crash() {
			this.state = null;
			this.lease = null;
			this.saving = null;
			this.timers.clear();
			this.waiting.clear();
		}

		private long entropy() {
			SmallCluster.this.entropy = SmallCluster.this.entropy * 6364136223846793005L + 1442695040888963407L;
			return SmallCluster.this.entropy;
		}

		private void feed(Event<M> event) {
			S current = this.state;
			if (current == null) {
				return;
			}
			if (this.paused) {
				this.waiting.add(event);
				return;
			}
			Input<M> input = new Input<>(event, now(), entropy());
			if (this.saving == null || SmallCluster.this.protocol.mayStepWhileSaving(current, input)) {
				take(SmallCluster.this.protocol.step(current, input));
			}
			else {
				this.waiting.add(event);
			}
		}

		private void take(Step<S, M> step) {
			this.state = step.state();
			perform(step.effects());
		}

		private void perform(List<Effect<M>> effects) {
			long begun = this.incarnation;
			for (int i = 0; i < effects.size() && isRunning() && this.incarnation == begun; i++) {
				Effect<M> effect = effects.get(i);
				if (effect instanceof Effect.SaveBallot<M> save) {
					this.saving = save.ballot();
					this.withheld = effects.subList(i + 1, effects.size());
					long start = this.incarnation;
					later(SmallCluster.this.saveTime, () -> saved(start));
					return;
				}
				perform(effect);
			}
		}

		private void perform(Effect<M> effect) {
			if (effect instanceof Effect.Send<M> send) {
				send(send);
			}
			else if (effect instanceof Effect.StartTimer<M> start) {
				schedule(start.timer(), start.atNanos());
			}
			else if (effect instanceof Effect.CancelTimer<M> cancel) {
				this.timers.remove(cancel.timer());
			}
			else if (effect instanceof Effect.MemberChanged<M> changed) {
				this.told.add(changed.member() + ":" + changed.state()
						+ ((changed.observers() > 0) ? " by " + changed.observers() : ""));
			}
			else if (effect instanceof Effect.Broadcasted<M> broadcasted) {
				LeaderBroadcast said = broadcasted.broadcast();
				this.heard.add(said.leader() + " " + said.fencingToken() + "." + said.number() + " " + said.text());
			}
			else if (effect instanceof Effect.Grant<M> grant) {
				this.token = grant.fencingToken();
				this.lease = grant.lease();
				granted(grant.term(), grant.fencingToken());
			}
			else if (effect instanceof Effect.Renew<M> renew) {
				this.lease = renew.lease();
			}
			else if (effect instanceof Effect.ReadPosition<M> read) {
				long start = this.incarnation;
				later(SmallCluster.this.readingTime.applyAsLong(this.id), () -> {
					if (this.incarnation == start) {
						Position position = SmallCluster.this.positions.apply(this.id);
						feed(new Event.PositionRead<>(read.request(), position));
					}
				});
			}
			else if (effect instanceof Effect.Revoke<M> revoke) {
				this.lease = null;
				this.revocations.add(revoke.reason());
			}
			else if (effect instanceof Effect.Report<M> report) {
				this.notices.add(report.notice());
			}
			else if (effect instanceof Effect.Answer<M> answer) {
				this.answers.add((answer.refusal() != null) ? answer.refusal() : "done");
			}
			else if (effect instanceof Effect.Stopped<M>) {
				crash();
			}
		}

		private void granted(long term, long granted) {
			NodeId other = SmallCluster.this.granted.put(term, this.id);
			if (other != null && promises(SmallCluster.this.settings(this.id)).contains(Promise.S1)) {
				throw new AssertionError("Term " + term + " is granted to " + other + " and " + this.id);
			}
			if (granted <= SmallCluster.this.highestToken
					&& promises(SmallCluster.this.settings(this.id)).contains(Promise.S3)) {
				throw new AssertionError("Token " + granted + " follows " + SmallCluster.this.highestToken);
			}
			SmallCluster.this.highestToken = Math.max(granted, SmallCluster.this.highestToken);
		}

		private void schedule(Timer timer, long at) {
			this.timers.put(timer, at);
			long start = this.incarnation;
			later(Math.max(0, at - SmallCluster.this.nanos), () -> {
				if (this.incarnation == start && this.timers.remove(timer, at)) {
					feed(new Event.TimerFired<>(timer));
				}
			});
		}

		private void saved(long start) {
			Ballot ballot = this.saving;
			if (this.incarnation != start || ballot == null) {
				return;
			}
			Ballot.Vote vote = ballot.vote();
			if (vote != null) {
				Ballot.Vote other = this.votes.put(ballot.term(), vote);
				if (other != null && !other.equals(vote)) {
					throw new AssertionError(this.id + " votes twice in term " + ballot.term());
				}
			}
			this.saved = ballot;
			this.saving = null;
			perform(this.withheld);
			feed(new Event.BallotSaved<>(ballot, SmallCluster.this.saveTime));
			feedWaiting();
		}

		private void pause(boolean stands) {
			this.paused = stands;
			feedWaiting();
		}

		private void feedWaiting() {
			while (!this.paused && this.saving == null && !this.waiting.isEmpty()) {
				feed(this.waiting.poll());
			}
		}

		private void send(Effect.Send<M> send) {
			SmallCluster.this.sent.merge(send.body().getClass(), 1, Integer::sum);
			if (passes(new Sent<>(SmallCluster.this.nanos, this.id, send.to(), send.body()))) {
				deliver(send);
			}
		}

		private void deliver(Effect.Send<M> send) {
			Ballot ballot = this.saved;
			String fingerprint = quorum(Objects.requireNonNull(this.state)).fingerprint();
			Envelope<M> envelope = new Envelope<>("cluster", GROUP, this.id, (ballot != null) ? ballot.identity() : "",
					this.incarnation, fingerprint, send.answers(), send.body());
			later(SmallCluster.this.roundTrip / 2, () -> {
				if (passes(this.id, send.to())) {
					SmallCluster.this.nodes.get(send.to()).feed(new Event.MessageReceived<>(envelope));
				}
			});
		}

		@Override
		public String toString() {
			return this.id + ((this.state != null) ? " " + this.state : " down");
		}

	}

}
