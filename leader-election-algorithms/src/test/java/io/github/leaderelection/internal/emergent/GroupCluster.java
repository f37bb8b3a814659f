package io.github.leaderelection.internal.emergent;

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
import java.util.function.Predicate;

import io.github.leaderelection.NodeId;
import io.github.leaderelection.RevocationReason;
import io.github.leaderelection.internal.nomination.NominatedElection;
import io.github.leaderelection.internal.protocol.AlgorithmOptions;
import io.github.leaderelection.internal.protocol.Effect;
import io.github.leaderelection.internal.protocol.ElectionSettings;
import io.github.leaderelection.internal.protocol.ElectionView;
import io.github.leaderelection.internal.protocol.Event;
import io.github.leaderelection.internal.protocol.Input;
import io.github.leaderelection.internal.protocol.Lease;
import io.github.leaderelection.internal.protocol.Notice;
import io.github.leaderelection.internal.protocol.Now;
import io.github.leaderelection.internal.protocol.Recovered;
import io.github.leaderelection.internal.protocol.Step;
import io.github.leaderelection.internal.protocol.Timer;
import io.github.leaderelection.spi.Ballot;
import io.github.leaderelection.spi.Envelope;
import io.github.leaderelection.spi.LinkLoss;
import org.jspecify.annotations.Nullable;

/**
 * Named nodes with perfect clocks, one round trip and saves that take no time, in one
 * thread and in virtual time. Throws, where a minimum size is a majority, as soon as two
 * nodes lead at once or a token does not rise.
 */
final class GroupCluster {

	static final long MILLI = 1_000_000;

	static final long LEASE = 1000 * MILLI;

	static final long HEARTBEAT = 100 * MILLI;

	private static final long ONE_WAY = MILLI / 2;

	private final NominatedElection<EmergentState, EmergentMessage> election = new NominatedElection<>(
			new EmergentNomination());

	private final AlgorithmOptions options;

	private final boolean durable;

	private final boolean exclusive;

	private final Map<NodeId, Node> nodes = new TreeMap<>();

	private final PriorityQueue<Task> tasks = new PriorityQueue<>();

	private final Set<List<NodeId>> cut = new HashSet<>();

	private final List<Sent> sent = new ArrayList<>();

	private Predicate<Sent> lost = (message) -> false;

	private long nanos = 1000 * MILLI;

	private long order;

	private long entropy = 1;

	private long highestToken;

	GroupCluster(Map<String, String> options, List<String> names) {
		this(options, names, true);
	}

	/**
	 * Makes nodes; none is started.
	 * @param durable whether they keep their state across a crash
	 */
	GroupCluster(Map<String, String> options, List<String> names, boolean durable) {
		this.durable = durable;
		this.options = AlgorithmOptions.of("emergent", options);
		names.forEach((name) -> this.nodes.put(NodeId.of(name), new Node(NodeId.of(name))));
		this.exclusive = EmergentOptions.of(settings(NodeId.of(names.get(0)))).minimumSize() > names.size() / 2;
	}

	ElectionSettings settings(NodeId self) {
		return ElectionSettings.of("cluster", "group", self, List.copyOf(this.nodes.keySet()))
			.durable(this.durable)
			.leaseNanos(LEASE)
			.heartbeatNanos(HEARTBEAT)
			.drainNanos(5 * LEASE)
			.options(this.options)
			.build();
	}

	/** Starts nodes one after another and gives each time to join. */
	GroupCluster start(String... names) {
		for (String name : names) {
			node(name).start();
			for (Node other : this.nodes.values()) {
				if (other.state != null && !other.id.value().equals(name)) {
					connect(NodeId.of(name), other.id, true);
				}
			}
			run(5 * HEARTBEAT);
		}
		return this;
	}

	/** The machine ends: nobody is told. */
	GroupCluster crash(String name) {
		node(name).end();
		return this;
	}

	/** Asks a node to stop; no work runs on it. */
	GroupCluster stop(String name) {
		long token = node(name).token;
		feed(name, new Event.Stopping<>());
		feed(name, new Event.WorkDrained<>(token));
		return this;
	}

	GroupCluster resign(String name) {
		long token = node(name).token;
		feed(name, new Event.ResignRequested<>(1));
		feed(name, new Event.WorkDrained<>(token));
		return this;
	}

	GroupCluster transfer(String name, String to) {
		long token = node(name).token;
		feed(name, new Event.TransferRequested<>(1, NodeId.of(to)));
		feed(name, new Event.WorkDrained<>(token));
		return this;
	}

	void feed(String name, Event<EmergentMessage> event) {
		node(name).feed(event);
	}

	/** The process stands still: what is sent to it waits. */
	GroupCluster pause(String name, boolean paused) {
		Node node = node(name);
		node.paused = paused;
		node.feedWaiting();
		return this;
	}

	/** Cuts off some nodes from all others, both ways. */
	GroupCluster split(String... names) {
		Set<NodeId> part = new HashSet<>();
		List.of(names).forEach((name) -> part.add(NodeId.of(name)));
		for (NodeId one : this.nodes.keySet()) {
			for (NodeId other : this.nodes.keySet()) {
				if (part.contains(one) && !part.contains(other)) {
					way(one, other, false);
					way(other, one, false);
				}
			}
		}
		return this;
	}

	GroupCluster cut(String from, String to) {
		way(NodeId.of(from), NodeId.of(to), false);
		return this;
	}

	GroupCluster heal() {
		for (List<NodeId> way : List.copyOf(this.cut)) {
			way(way.get(0), way.get(1), true);
		}
		return this;
	}

	/** A link that lost one of its ways is not noticed by the host. */
	private void way(NodeId from, NodeId to, boolean open) {
		boolean wasLinked = linked(from, to);
		if (open ? this.cut.remove(List.of(from, to)) : this.cut.add(List.of(from, to))) {
			boolean bothCut = this.cut.contains(List.of(from, to)) && this.cut.contains(List.of(to, from));
			if (open ? linked(from, to) != wasLinked : bothCut) {
				connect(from, to, open);
			}
		}
	}

	private boolean linked(NodeId one, NodeId other) {
		return !this.cut.contains(List.of(one, other)) && !this.cut.contains(List.of(other, one));
	}

	private void connect(NodeId one, NodeId other, boolean open) {
		if (open && !linked(one, other)) {
			return;
		}
		Node a = Objects.requireNonNull(this.nodes.get(one));
		Node b = Objects.requireNonNull(this.nodes.get(other));
		if (a.state != null && b.state != null) {
			a.feed(open ? new Event.PeerConnected<>(other) : new Event.PeerDisconnected<>(other, LinkLoss.SILENT));
			b.feed(open ? new Event.PeerConnected<>(one) : new Event.PeerDisconnected<>(one, LinkLoss.SILENT));
		}
	}

	void lose(Predicate<Sent> which) {
		this.lost = which;
	}

	GroupCluster run(long duration) {
		long end = this.nanos + duration;
		while (!this.tasks.isEmpty() && this.tasks.peek().at <= end) {
			Task task = this.tasks.poll();
			this.nanos = Math.max(this.nanos, task.at);
			task.action.run();
			if (this.exclusive && leaders().size() > 1) {
				throw new AssertionError("At " + this.nanos + " lead " + leaders());
			}
		}
		this.nanos = end;
		return this;
	}

	/** Runs until somebody leads, and says how long that took. */
	long runUntilLed(long atMost) {
		long begin = this.nanos;
		while (leaders().isEmpty()) {
			if (this.nanos - begin > atMost) {
				throw new AssertionError("Nobody leads after " + atMost / MILLI + " ms");
			}
			run(MILLI);
		}
		return this.nanos - begin;
	}

	List<String> leaders() {
		return this.nodes.values().stream().filter(Node::leads).map((node) -> node.id.value()).toList();
	}

	/** The ages in a node's list, by name. */
	Map<String, Long> ages(String name) {
		Map<String, Long> ages = new TreeMap<>();
		state(name).list().members().forEach((member) -> ages.put(member.id().value(), member.age()));
		return ages;
	}

	String coordinator(String name) {
		return String.valueOf(state(name).list().coordinator());
	}

	EmergentState state(String name) {
		return Objects.requireNonNull(node(name).state);
	}

	ElectionView view(String name) {
		return this.election.view(state(name), node(name).now());
	}

	List<RevocationReason> revocations(String name) {
		return node(name).revocations;
	}

	/** Has a node say what it would not say of its own accord. */
	void say(String from, String to, EmergentMessage message) {
		node(from).send(new Effect.Send<>(NodeId.of(to), message, 0));
	}

	/** What a node reported. */
	List<Notice> notices(String name) {
		return node(name).notices;
	}

	/** What was answered to those that asked for something: refusals, or "done". */
	List<String> answers(String name) {
		return node(name).answers;
	}

	long token(String name) {
		return node(name).token;
	}

	List<String> told(String name) {
		return node(name).told;
	}

	/** The membership's own messages, in the order in which they were sent. */
	List<Sent> sent() {
		return this.sent;
	}

	private Node node(String name) {
		return Objects.requireNonNull(this.nodes.get(NodeId.of(name)));
	}

	private void later(long delay, Runnable action) {
		this.tasks.add(new Task(this.nanos + delay, this.order++, action));
	}

	record Sent(long nanos, String from, String to, EmergentMessage body) {
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

		private final Deque<Event<EmergentMessage>> waiting = new ArrayDeque<>();

		private final List<RevocationReason> revocations = new ArrayList<>();

		private final List<String> told = new ArrayList<>();

		private final List<String> answers = new ArrayList<>();

		private final List<Notice> notices = new ArrayList<>();

		private @Nullable EmergentState state;

		private @Nullable Ballot saved;

		private @Nullable Lease lease;

		private boolean busy;

		private boolean paused;

		private long incarnation;

		private long token;

		private Node(NodeId id) {
			this.id = id;
		}

		private boolean leads() {
			return this.lease != null && this.lease.valid(now());
		}

		private Now now() {
			return new Now(GroupCluster.this.nanos, 1_700_000_000_000L + GroupCluster.this.nanos / MILLI);
		}

		private long entropy() {
			GroupCluster.this.entropy = GroupCluster.this.entropy * 6364136223846793005L + 1442695040888963407L;
			return GroupCluster.this.entropy;
		}

		private void start() {
			this.incarnation = 1 + GroupCluster.this.order++;
			take(GroupCluster.this.election.start(
					new Recovered(settings(this.id), GroupCluster.this.durable ? this.saved : null, this.incarnation),
					now(), entropy()));
			feedWaiting();
		}

		private void end() {
			this.state = null;
			this.lease = null;
			this.timers.clear();
			this.waiting.clear();
		}

		private void feed(Event<EmergentMessage> event) {
			this.waiting.add(event);
			feedWaiting();
		}

		/** What a step brings about at once is handled after it. */
		private void feedWaiting() {
			while (!this.busy && !this.paused && this.state != null && !this.waiting.isEmpty()) {
				take(GroupCluster.this.election.step(this.state, new Input<>(this.waiting.remove(), now(), entropy())));
			}
			if (this.state == null) {
				this.waiting.clear();
			}
		}

		private void take(Step<EmergentState, EmergentMessage> step) {
			this.busy = true;
			this.state = step.state();
			step.effects().forEach(this::perform);
			this.busy = false;
		}

		private void perform(Effect<EmergentMessage> effect) {
			if (effect instanceof Effect.Send<EmergentMessage> send) {
				send(send);
			}
			else if (effect instanceof Effect.StartTimer<EmergentMessage> start) {
				schedule(start.timer(), start.atNanos());
			}
			else if (effect instanceof Effect.CancelTimer<EmergentMessage> cancel) {
				this.timers.remove(cancel.timer());
			}
			else if (effect instanceof Effect.SaveBallot<EmergentMessage> save) {
				this.saved = save.ballot();
				this.waiting.addFirst(new Event.BallotSaved<>(save.ballot(), 0));
			}
			else if (effect instanceof Effect.Grant<EmergentMessage> grant) {
				grant(grant);
			}
			else if (effect instanceof Effect.Renew<EmergentMessage> renew) {
				this.lease = renew.lease();
			}
			else if (effect instanceof Effect.Revoke<EmergentMessage> revoke) {
				this.lease = null;
				this.revocations.add(revoke.reason());
			}
			else if (effect instanceof Effect.MemberChanged<EmergentMessage> changed) {
				this.told.add(changed.member() + " " + changed.state());
			}
			else if (effect instanceof Effect.Report<EmergentMessage> report) {
				this.notices.add(report.notice());
			}
			else if (effect instanceof Effect.Answer<EmergentMessage> answer) {
				this.answers.add((answer.refusal() != null) ? answer.refusal() : "done");
			}
			else if (effect instanceof Effect.Stopped<EmergentMessage>) {
				end();
			}
		}

		private void grant(Effect.Grant<EmergentMessage> grant) {
			this.lease = grant.lease();
			this.token = grant.fencingToken();
			if (GroupCluster.this.exclusive && this.token <= GroupCluster.this.highestToken) {
				throw new AssertionError("Token " + this.token + " follows " + GroupCluster.this.highestToken);
			}
			GroupCluster.this.highestToken = this.token;
		}

		private void schedule(Timer timer, long at) {
			this.timers.put(timer, at);
			long start = this.incarnation;
			later(Math.max(0, at - GroupCluster.this.nanos), () -> {
				if (this.incarnation == start && this.timers.remove(timer, at)) {
					feed(new Event.TimerFired<>(timer));
				}
			});
		}

		private void send(Effect.Send<EmergentMessage> send) {
			Sent message = new Sent(GroupCluster.this.nanos, this.id.value(), send.to().value(), send.body());
			if (!(send.body() instanceof EmergentMessage.Vote)) {
				GroupCluster.this.sent.add(message);
			}
			Envelope<EmergentMessage> envelope = new Envelope<>("cluster", "group", this.id,
					Objects.requireNonNull(this.saved).identity(), this.incarnation,
					Objects.requireNonNull(this.state).election().fingerprint(), send.answers(), send.body());
			if (!GroupCluster.this.lost.test(message)) {
				later(ONE_WAY, () -> {
					Node to = Objects.requireNonNull(GroupCluster.this.nodes.get(send.to()));
					if (to.state != null && !GroupCluster.this.cut.contains(List.of(this.id, to.id))) {
						to.feed(new Event.MessageReceived<>(envelope));
					}
				});
			}
		}

	}

}
