package io.github.leaderelection.nomination;

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
import java.util.stream.IntStream;

import io.github.leaderelection.NodeId;
import io.github.leaderelection.Role;
import io.github.leaderelection.protocol.AlgorithmOptions;
import io.github.leaderelection.protocol.Ballot;
import io.github.leaderelection.protocol.Effect;
import io.github.leaderelection.protocol.ElectionMessage;
import io.github.leaderelection.protocol.ElectionSettings;
import io.github.leaderelection.protocol.Envelope;
import io.github.leaderelection.protocol.Event;
import io.github.leaderelection.protocol.Input;
import io.github.leaderelection.protocol.LinkLoss;
import io.github.leaderelection.protocol.Now;
import io.github.leaderelection.protocol.Recovered;
import io.github.leaderelection.protocol.Step;
import io.github.leaderelection.protocol.Timer;
import org.jspecify.annotations.Nullable;

/**
 * A few nodes with perfect clocks, one round trip and saves that take no time, in one
 * thread and in virtual time. Keeps the nomination's own messages.
 *
 * @param <S> the state
 * @param <M> the messages
 */
public final class NominationCluster<S extends Nominating<S>, M extends ElectionMessage> {

	/** Nanoseconds. */
	public static final long MILLI = 1_000_000;

	/** The lease of every node. */
	public static final long LEASE = 1000 * MILLI;

	/** The heartbeat interval of every node. */
	public static final long HEARTBEAT = 100 * MILLI;

	/** From one node to another and back. */
	public static final long ROUND_TRIP = MILLI;

	private final Nomination<S, M> nomination;

	private final NominatedElection<S, M> election;

	private final AlgorithmOptions options;

	private final Map<NodeId, Node> nodes = new TreeMap<>();

	private final PriorityQueue<Task> tasks = new PriorityQueue<>();

	private final Set<Set<NodeId>> cut = new HashSet<>();

	private final List<Sent<M>> sent = new ArrayList<>();

	private Predicate<Sent<M>> lost = (message) -> false;

	private long nanos = 1000 * MILLI;

	private long order;

	private long entropy = 1;

	/**
	 * Nodes named a, b, c and so on. None is started.
	 * @param nomination what they run
	 * @param size how many
	 * @param options options of the algorithm's own
	 */
	public NominationCluster(Nomination<S, M> nomination, int size, AlgorithmOptions options) {
		this.nomination = nomination;
		this.election = new NominatedElection<>(nomination);
		this.options = options;
		IntStream.range(0, size)
			.mapToObj((i) -> NodeId.of(String.valueOf((char) ('a' + i))))
			.forEach((id) -> this.nodes.put(id, new Node(id)));
	}

	public List<NodeId> members() {
		return List.copyOf(this.nodes.keySet());
	}

	public NominationCluster<S, M> startAll() {
		members().forEach(this::start);
		return this;
	}

	public NominationCluster<S, M> start(NodeId id) {
		this.nodes.get(id).start();
		members().stream().filter((other) -> canTalk(id, other)).forEach((other) -> {
			feed(id, new Event.PeerConnected<>(other));
			feed(other, new Event.PeerConnected<>(id));
		});
		return this;
	}

	/** The process ends; its host closes the links. */
	public NominationCluster<S, M> crash(NodeId id) {
		powerOff(id);
		members().forEach((other) -> feed(other, new Event.PeerDisconnected<>(id, LinkLoss.CLOSED)));
		return this;
	}

	/** The machine ends: nobody is told. */
	public NominationCluster<S, M> powerOff(NodeId id) {
		this.nodes.get(id).end();
		return this;
	}

	/** Cuts or heals a link. */
	public NominationCluster<S, M> link(NodeId a, NodeId b, boolean open) {
		if (open ? this.cut.remove(Set.of(a, b)) : this.cut.add(Set.of(a, b))) {
			feed(a, open ? new Event.PeerConnected<>(b) : new Event.PeerDisconnected<>(b, LinkLoss.SILENT));
			feed(b, open ? new Event.PeerConnected<>(a) : new Event.PeerDisconnected<>(a, LinkLoss.SILENT));
		}
		return this;
	}

	/** The leader gives leadership up. */
	public NominationCluster<S, M> resign(NodeId id) {
		feed(id, new Event.ResignRequested<>(1));
		feed(id, new Event.WorkDrained<>(this.nodes.get(id).token));
		return this;
	}

	/** Says which messages of any kind get lost from now on. */
	public void lose(Predicate<Sent<M>> which) {
		this.lost = which;
	}

	/** Gives a running node an event now. */
	public void feed(NodeId id, Event<M> event) {
		this.nodes.get(id).feed(event);
	}

	public NominationCluster<S, M> run(long duration) {
		long end = this.nanos + duration;
		while (!this.tasks.isEmpty() && this.tasks.peek().at <= end) {
			Task task = this.tasks.poll();
			this.nanos = Math.max(this.nanos, task.at);
			task.action.run();
		}
		this.nanos = end;
		return this;
	}

	/** Runs until somebody leads, and says how long that took. */
	public long runUntilLed(long atMost) {
		long begin = this.nanos;
		while (leaders().isEmpty()) {
			if (this.nanos - begin > atMost) {
				throw new AssertionError("Nobody leads after " + atMost / MILLI + " ms");
			}
			run(MILLI);
		}
		return this.nanos - begin;
	}

	public List<NodeId> leaders() {
		return this.nodes.values().stream().filter(Node::leads).map((node) -> node.id).toList();
	}

	/** The one that leads. */
	public NodeId leader() {
		List<NodeId> leaders = leaders();
		if (leaders.size() != 1) {
			throw new AssertionError("There are the leaders " + leaders);
		}
		return leaders.get(0);
	}

	public S state(NodeId id) {
		return Objects.requireNonNull(this.nodes.get(id).state);
	}

	public long nanos() {
		return this.nanos;
	}

	/** The nomination's own messages, in the order in which they were sent. */
	public List<Sent<M>> sent() {
		return this.sent;
	}

	private boolean canTalk(NodeId a, NodeId b) {
		return !a.equals(b) && this.nodes.get(b).state != null && !this.cut.contains(Set.of(a, b));
	}

	private void later(long delay, Runnable action) {
		this.tasks.add(new Task(this.nanos + delay, this.order++, action));
	}

	/**
	 * A message.
	 *
	 * @param <M> the messages
	 * @param nanos when it was sent
	 * @param from who sent it
	 * @param to to whom
	 * @param body what it says
	 */
	public record Sent<M>(long nanos, NodeId from, NodeId to, M body) {
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

		private @Nullable S state;

		private @Nullable Ballot saved;

		private boolean busy;

		private long incarnation;

		private long token;

		private Node(NodeId id) {
			this.id = id;
		}

		private boolean leads() {
			return this.state != null && this.state.election().role() == Role.LEADER;
		}

		private Now now() {
			return new Now(NominationCluster.this.nanos, 1_700_000_000_000L + NominationCluster.this.nanos / MILLI);
		}

		private long entropy() {
			NominationCluster.this.entropy = NominationCluster.this.entropy * 6364136223846793005L
					+ 1442695040888963407L;
			return NominationCluster.this.entropy;
		}

		private void start() {
			this.incarnation = 1 + NominationCluster.this.order++;
			ElectionSettings settings = new ElectionSettings("cluster", "group", this.id, members(), true, LEASE,
					HEARTBEAT, 0.05, 1, 0, NominationCluster.this.options);
			take(NominationCluster.this.election.start(new Recovered(settings, this.saved, this.incarnation), now(),
					entropy()));
		}

		private void end() {
			this.state = null;
			this.timers.clear();
			this.waiting.clear();
		}

		/** What a step brings about at once is handled after it. */
		private void feed(Event<M> event) {
			this.waiting.add(event);
			while (!this.busy && this.state != null && !this.waiting.isEmpty()) {
				take(NominationCluster.this.election.step(this.state,
						new Input<>(this.waiting.remove(), now(), entropy())));
			}
			if (this.state == null) {
				this.waiting.clear();
			}
		}

		private void take(Step<S, M> step) {
			this.busy = true;
			this.state = step.state();
			for (Effect<M> effect : step.effects()) {
				if (this.state != null) {
					perform(effect);
				}
			}
			this.busy = false;
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
			else if (effect instanceof Effect.SaveBallot<M> save) {
				this.saved = save.ballot();
				this.waiting.addFirst(new Event.BallotSaved<>(save.ballot(), 0));
			}
			else if (effect instanceof Effect.Grant<M> grant) {
				this.token = grant.fencingToken();
			}
		}

		private void schedule(Timer timer, long at) {
			this.timers.put(timer, at);
			long start = this.incarnation;
			later(Math.max(0, at - NominationCluster.this.nanos), () -> {
				if (this.incarnation == start && this.timers.remove(timer, at)) {
					feed(new Event.TimerFired<>(timer));
				}
			});
		}

		private void send(Effect.Send<M> send) {
			Sent<M> message = new Sent<>(NominationCluster.this.nanos, this.id, send.to(), send.body());
			if (NominationCluster.this.nomination.carried(send.body()) == null) {
				NominationCluster.this.sent.add(message);
			}
			Envelope<M> envelope = new Envelope<>("cluster", "group", this.id,
					Objects.requireNonNull(this.saved).identity(), this.incarnation,
					Objects.requireNonNull(this.state).election().fingerprint(), send.answers(), send.body());
			if (!NominationCluster.this.lost.test(message)) {
				later(ROUND_TRIP / 2, () -> {
					if (canTalk(this.id, send.to())) {
						NominationCluster.this.feed(send.to(), new Event.MessageReceived<>(envelope));
					}
				});
			}
		}

	}

}
