package io.github.leaderelection.quorum;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

import io.github.leaderelection.NodeId;
import io.github.leaderelection.protocol.Ballot;
import io.github.leaderelection.protocol.Effect;
import io.github.leaderelection.protocol.ElectionSettings;
import io.github.leaderelection.protocol.ElectionView;
import io.github.leaderelection.protocol.Envelope;
import io.github.leaderelection.protocol.Event;
import io.github.leaderelection.protocol.Input;
import io.github.leaderelection.protocol.LinkLoss;
import io.github.leaderelection.protocol.Now;
import io.github.leaderelection.protocol.Recovered;
import io.github.leaderelection.protocol.Step;
import org.jspecify.annotations.Nullable;

/**
 * A few nodes with perfect clocks and one round trip, in one thread and in virtual time.
 * Throws as soon as two of them lead at once, a term is granted twice or a vote is given
 * twice.
 */
final class SmallCluster {

	private static final long MILLI = 1_000_000;

	private final QuorumProtocol protocol = new QuorumProtocol();

	private final Map<NodeId, Node> nodes = new TreeMap<>();

	private final PriorityQueue<Task> tasks = new PriorityQueue<>();

	private final Set<Set<NodeId>> cut = new HashSet<>();

	private final Map<Long, NodeId> granted = new HashMap<>();

	private final List<NodeId> members = new ArrayList<>();

	private final boolean durable;

	private long roundTrip = MILLI;

	private long saveTime;

	private long nanos = 1000 * MILLI;

	private long order;

	private final Map<Class<?>, Integer> sent = new HashMap<>();

	private long entropy = 1;

	SmallCluster(int size) {
		this(size, true);
	}

	SmallCluster(int size, boolean durable) {
		this.durable = durable;
		for (int i = 0; i < size; i++) {
			this.members.add(NodeId.of(String.valueOf((char) ('a' + i))));
		}
		this.members.forEach((id) -> this.nodes.put(id, new Node(id)));
	}

	SmallCluster roundTrip(long nanosOfARoundTrip) {
		this.roundTrip = nanosOfARoundTrip;
		return this;
	}

	SmallCluster saveTime(long nanosOfASave) {
		this.saveTime = nanosOfASave;
		return this;
	}

	List<NodeId> members() {
		return this.members;
	}

	SmallCluster startAll() {
		this.members.forEach(this::start);
		return this;
	}

	SmallCluster start(NodeId id) {
		Node node = this.nodes.get(id);
		node.start();
		for (Node other : this.nodes.values()) {
			if (other != node && other.isRunning() && linked(id, other.id)) {
				link(id, other.id);
			}
		}
		return this;
	}

	/** The process ends; its host closes the links after what was sent on them. */
	SmallCluster crash(NodeId id) {
		this.nodes.get(id).crash();
		long start = this.nodes.get(id).incarnation;
		later(this.roundTrip / 2, () -> {
			if (this.nodes.get(id).incarnation == start) {
				this.nodes.values().forEach((other) -> other.feed(new Event.PeerDisconnected<>(id, LinkLoss.CLOSED)));
			}
		});
		return this;
	}

	/** The machine ends: nobody is told. */
	SmallCluster powerOff(NodeId id) {
		this.nodes.get(id).crash();
		return this;
	}

	SmallCluster loseDisk(NodeId id) {
		this.nodes.get(id).saved = null;
		return this;
	}

	/**
	 * The others notice that a node says nothing any more, and close their links to it.
	 */
	SmallCluster closeLinks(NodeId id) {
		this.nodes.values().forEach((other) -> other.feed(new Event.PeerDisconnected<>(id, LinkLoss.SILENT)));
		return this;
	}

	/** What a node was told of members, in order. */
	List<String> told(NodeId id) {
		return this.nodes.get(id).told;
	}

	/** The members as a node shows them, without the spaces: "b:UP c:DOWN". */
	String shown(NodeId id) {
		return members(id).stream()
			.map((member) -> member.id() + ":" + member.state())
			.collect(Collectors.joining(" "));
	}

	List<ElectionView.MemberView> members(NodeId id) {
		return this.protocol.view(state(id), this.nodes.get(id).now()).members();
	}

	/** How many messages of a type were sent. */
	int sent(Class<? extends QuorumMessage> type) {
		return this.sent.getOrDefault(type, 0);
	}

	SmallCluster resign(NodeId id) {
		Node node = this.nodes.get(id);
		node.feed(new Event.ResignRequested<>(1));
		node.feed(new Event.WorkDrained<>(node.token));
		return this;
	}

	/** Cuts all links but those named, each as two letters. */
	SmallCluster only(String... links) {
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
		return this;
	}

	SmallCluster heal() {
		for (Set<NodeId> pair : Set.copyOf(this.cut)) {
			List<NodeId> ends = pair.stream().sorted().toList();
			setLink(ends.get(0), ends.get(1), true);
		}
		return this;
	}

	private void setLink(NodeId a, NodeId b, boolean open) {
		boolean changed = open ? this.cut.remove(Set.of(a, b)) : this.cut.add(Set.of(a, b));
		if (changed && this.nodes.get(a).isRunning() && this.nodes.get(b).isRunning()) {
			if (open) {
				link(a, b);
			}
			else {
				this.nodes.get(a).feed(new Event.PeerDisconnected<>(b, LinkLoss.SILENT));
				this.nodes.get(b).feed(new Event.PeerDisconnected<>(a, LinkLoss.SILENT));
			}
		}
	}

	private boolean linked(NodeId a, NodeId b) {
		return !this.cut.contains(Set.of(a, b));
	}

	private void link(NodeId a, NodeId b) {
		this.nodes.get(a).feed(new Event.PeerConnected<>(b));
		this.nodes.get(b).feed(new Event.PeerConnected<>(a));
	}

	SmallCluster run(long duration) {
		long end = this.nanos + duration;
		while (!this.tasks.isEmpty() && this.tasks.peek().at <= end) {
			Task task = this.tasks.poll();
			this.nanos = Math.max(this.nanos, task.at);
			task.action.run();
			checkLeases();
		}
		this.nanos = end;
		return this;
	}

	/** Runs until somebody leads, and says how long that took. */
	long runUntilLed(long atMost) {
		long begin = this.nanos;
		while (leader() == null) {
			if (this.nanos - begin > atMost) {
				throw new AssertionError("Nobody leads after " + atMost / MILLI + " ms, terms are " + terms());
			}
			run(MILLI);
		}
		return this.nanos - begin;
	}

	@Nullable NodeId leader() {
		NodeId leader = null;
		for (Node node : this.nodes.values()) {
			if (node.leads()) {
				leader = node.id;
			}
		}
		return leader;
	}

	long highestTerm() {
		return terms().values().stream().mapToLong(Long::longValue).max().orElse(0);
	}

	Map<NodeId, Long> terms() {
		Map<NodeId, Long> terms = new TreeMap<>();
		this.nodes.forEach((id, node) -> {
			if (node.state != null) {
				terms.put(id, node.state.ballot().term());
			}
		});
		return terms;
	}

	QuorumState state(NodeId id) {
		return Objects.requireNonNull(this.nodes.get(id).state);
	}

	private void checkLeases() {
		long leaders = this.nodes.values().stream().filter(Node::leads).count();
		if (leaders > 1) {
			throw new AssertionError("Two nodes lead at " + this.nanos + ": " + this.nodes.values());
		}
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

		private final Map<QuorumTimer, Long> timers = new EnumMap<>(QuorumTimer.class);

		private final Deque<Event<QuorumMessage>> waiting = new ArrayDeque<>();

		private final Map<Long, Ballot.Vote> votes = new HashMap<>();

		private final List<String> told = new ArrayList<>();

		private @Nullable QuorumState state;

		private @Nullable Ballot saved;

		private @Nullable Ballot saving;

		private List<Effect<QuorumMessage>> withheld = List.of();

		private long incarnation;

		private long token;

		private Node(NodeId id) {
			this.id = id;
		}

		private boolean isRunning() {
			return this.state != null;
		}

		private boolean leads() {
			return this.state != null && this.state.reign() != null && this.state.reign().lease().valid(now());
		}

		private Now now() {
			return new Now(SmallCluster.this.nanos, 1_700_000_000_000L + SmallCluster.this.nanos / MILLI);
		}

		private void start() {
			this.incarnation = 1 + SmallCluster.this.order++;
			ElectionSettings settings = new ElectionSettings("cluster", "group", this.id, SmallCluster.this.members,
					SmallCluster.this.durable, 1000 * MILLI, 100 * MILLI, 0.05, 1, 0);
			Ballot found = SmallCluster.this.durable ? this.saved : null;
			if (found == null) {
				this.votes.clear();
			}
			take(SmallCluster.this.protocol.start(new Recovered(settings, found, this.incarnation), now(), entropy()));
		}

		private void crash() {
			this.state = null;
			this.saving = null;
			this.timers.clear();
			this.waiting.clear();
		}

		private long entropy() {
			SmallCluster.this.entropy = SmallCluster.this.entropy * 6364136223846793005L + 1442695040888963407L;
			return SmallCluster.this.entropy;
		}

		private void feed(Event<QuorumMessage> event) {
			QuorumState current = this.state;
			if (current == null) {
				return;
			}
			Input<QuorumMessage> input = new Input<>(event, now(), entropy());
			if (this.saving == null || SmallCluster.this.protocol.mayStepWhileSaving(current, input)) {
				take(SmallCluster.this.protocol.step(current, input));
			}
			else {
				this.waiting.add(event);
			}
		}

		private void take(Step<QuorumState, QuorumMessage> step) {
			this.state = step.state();
			perform(step.effects());
		}

		private void perform(List<Effect<QuorumMessage>> effects) {
			for (int i = 0; i < effects.size(); i++) {
				Effect<QuorumMessage> effect = effects.get(i);
				if (effect instanceof Effect.SaveBallot<QuorumMessage> save) {
					this.saving = save.ballot();
					this.withheld = effects.subList(i + 1, effects.size());
					long start = this.incarnation;
					later(SmallCluster.this.saveTime, () -> saved(start));
					return;
				}
				perform(effect);
			}
		}

		private void perform(Effect<QuorumMessage> effect) {
			if (effect instanceof Effect.Send<QuorumMessage> send) {
				send(send);
			}
			else if (effect instanceof Effect.StartTimer<QuorumMessage> start) {
				schedule((QuorumTimer) start.timer(), start.atNanos());
			}
			else if (effect instanceof Effect.CancelTimer<QuorumMessage> cancel) {
				this.timers.remove((QuorumTimer) cancel.timer());
			}
			else if (effect instanceof Effect.MemberChanged<QuorumMessage> changed) {
				this.told.add(changed.member() + ":" + changed.state()
						+ ((changed.observers() > 0) ? " by " + changed.observers() : ""));
			}
			else if (effect instanceof Effect.Grant<QuorumMessage> grant) {
				this.token = grant.fencingToken();
				NodeId other = SmallCluster.this.granted.put(grant.term(), this.id);
				if (other != null) {
					throw new AssertionError("Term " + grant.term() + " is granted to " + other + " and " + this.id);
				}
			}
		}

		private void schedule(QuorumTimer timer, long at) {
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
			while (this.saving == null && !this.waiting.isEmpty()) {
				feed(this.waiting.poll());
			}
		}

		private void send(Effect.Send<QuorumMessage> send) {
			SmallCluster.this.sent.merge(send.body().getClass(), 1, Integer::sum);
			Ballot ballot = this.saved;
			String fingerprint = Objects.requireNonNull(this.state).fingerprint();
			Envelope<QuorumMessage> envelope = new Envelope<>("cluster", "group", this.id,
					(ballot != null) ? ballot.identity() : "", this.incarnation, fingerprint, send.answers(),
					send.body());
			later(SmallCluster.this.roundTrip / 2, () -> {
				if (linked(this.id, send.to())) {
					SmallCluster.this.nodes.get(send.to()).feed(new Event.MessageReceived<>(envelope));
				}
			});
		}

		@Override
		public String toString() {
			return this.id + ((this.state != null) ? " " + this.state.role() + " " + this.state.ballot() : " down");
		}

	}

}
