package io.github.leaderelection.internal.runtime;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.SplittableRandom;
import java.util.function.BooleanSupplier;
import java.util.function.UnaryOperator;

import io.github.leaderelection.LeadershipListener;
import io.github.leaderelection.NodeId;
import io.github.leaderelection.internal.protocol.ElectionProtocol;
import io.github.leaderelection.internal.protocol.ElectionSettings;
import io.github.leaderelection.internal.runtime.group.GroupSpec;
import io.github.leaderelection.internal.runtime.environment.LoopEnvironment;
import io.github.leaderelection.internal.runtime.environment.NoTransport;
import io.github.leaderelection.internal.runtime.environment.NodeClock;
import io.github.leaderelection.internal.store.InMemoryBallotStore;
import io.github.leaderelection.spi.ElectionMessage;
import io.github.leaderelection.spi.Envelope;
import io.github.leaderelection.spi.LinkLoss;
import org.jspecify.annotations.Nullable;
import org.slf4j.helpers.NOPLogger;

/**
 * Runs three nodes in one thread and in virtual time. They elect, hand over and stop, so
 * that the JVM has loaded and linked the code that a change of leaders needs. Touches
 * memory alone, and logs nothing while all goes well. Serves one run.
 */
public final class Rehearsal {

	/** The group's name on every message: by its order the first member leads first. */
	public static final String GROUP = "rehearsal-19";

	private static final long MILLI = 1_000_000;

	private static final long LEASE = 1000 * MILLI;

	private static final long HEARTBEAT = 100 * MILLI;

	private static final long ONE_WAY = MILLI / 10;

	private static final long WALL_MILLIS = 1_700_000_000_000L;

	private static final int MOST_STEPS = 2000;

	private final UnaryOperator<Envelope<? extends ElectionMessage>> wire;

	private final List<Node> nodes = new ArrayList<>();

	private final Queue<Sent> sent = new ArrayDeque<>();

	private long nanos = MILLI;

	/** Whether a node received an input while another was at work. */
	private boolean woken;

	/**
	 * Makes three nodes that have not started, and elect among themselves.
	 * @param protocol the election
	 * @param wire turns a sent message into the received one
	 */
	public Rehearsal(ElectionProtocol<?, ?> protocol, UnaryOperator<Envelope<? extends ElectionMessage>> wire) {
		this.wire = wire;
		List<NodeId> members = List.of(NodeId.of("first"), NodeId.of("second"), NodeId.of("third"));
		SplittableRandom entropy = new SplittableRandom(1);
		for (NodeId member : members) {
			ElectionSettings settings = ElectionSettings.of(GROUP, GROUP, member, members)
				.leaseNanos(LEASE)
				.heartbeatNanos(HEARTBEAT)
				.maxClockDrift(0.01)
				.drainNanos(0)
				.build();
			this.nodes.add(new Node(protocol, settings, entropy));
		}
	}

	/**
	 * Elects a leader, has it resign, stops the next one, and ends with the third.
	 * @return the leaders, in their order
	 * @throws IllegalStateException if nobody leads, or a node does not stop
	 */
	public List<NodeId> run() {
		this.nodes.forEach((node) -> node.loop.start());
		for (Node node : this.nodes) {
			this.nodes.stream()
				.filter((other) -> other != node)
				.forEach((other) -> other.receiver().connected(node.id()));
		}
		List<NodeId> led = new ArrayList<>();
		Node first = awaitLeader(led);
		first.elector.resign();
		runUntil("end of a grant", () -> !first.elector.isLeader());
		Node second = awaitLeader(led);
		stop(second);
		Node third = awaitLeader(led);
		stop(third);
		stop(this.nodes.get(0));
		return led;
	}

	/** Awaits a leader, and then the heartbeats from which it knows whom to name. */
	private Node awaitLeader(List<NodeId> led) {
		runUntil("leader", () -> leader() != null);
		Node leader = leader();
		if (leader == null) {
			throw new IllegalStateException("The rehearsal lost its leader");
		}
		led.add(leader.id());
		long until = this.nanos + 3 * HEARTBEAT;
		runUntil("heartbeat", () -> this.nanos >= until);
		return leader;
	}

	private @Nullable Node leader() {
		for (Node node : this.nodes) {
			if (node.elector.isLeader()) {
				return node;
			}
		}
		return null;
	}

	private void stop(Node node) {
		// A real stop first looks whether work runs.
		node.elector.workInFlight();
		node.loop.stop();
		runUntil("stop", node.loop::isStopped);
		this.nodes.remove(node);
		this.nodes.forEach((other) -> other.receiver().disconnected(node.id(), LinkLoss.CLOSED));
	}

	private void runUntil(String what, BooleanSupplier reached) {
		for (int step = 0; step < MOST_STEPS; step++) {
			long next = settle();
			if (reached.getAsBoolean()) {
				return;
			}
			this.nanos = Math.max(this.nanos, next);
		}
		throw new IllegalStateException("The rehearsal came to no " + what + " in " + MOST_STEPS + " steps");
	}

	/**
	 * Runs all nodes until they rest; returns when the first has something to do again.
	 */
	private long settle() {
		long next;
		do {
			this.woken = false;
			next = Long.MAX_VALUE;
			for (Node node : this.nodes) {
				next = Math.min(next, node.loop.runPending());
			}
		}
		while (deliver() || this.woken);
		return next;
	}

	private boolean deliver() {
		if (this.sent.isEmpty()) {
			return false;
		}
		this.nanos += ONE_WAY;
		for (Sent message = this.sent.poll(); message != null; message = this.sent.poll()) {
			for (Node node : this.nodes) {
				if (node.id().equals(message.to)) {
					node.receiver().received(this.wire.apply(message.envelope));
				}
			}
		}
		return true;
	}

	/**
	 * A message on its way.
	 */
	private record Sent(NodeId to, Envelope<? extends ElectionMessage> envelope) {
	}

	/**
	 * A node, which is its own transport and clock.
	 */
	private final class Node extends NoTransport implements NodeClock {

		private final GroupElector elector;

		private final ElectionLoop loop;

		private final NodeId id;

		private @Nullable Receiver receiver;

		Node(ElectionProtocol<?, ?> protocol, ElectionSettings settings, SplittableRandom entropy) {
			this.id = settings.self();
			this.elector = new GroupElector(GroupIdentity.of(protocol.name(), settings), this, ElectorOptions.DEFAULTS,
					NOPLogger.NOP_LOGGER);
			this.elector.addListener(new LeadershipListener() {
			});
			LoopEnvironment environment = new LoopEnvironment(this, entropy::nextLong, this, Runnable::run,
					Runnable::run, Runnable::run, (at, check) -> {
					}, Runnable::run, () -> Rehearsal.this.woken = true);
			this.loop = new ElectionLoop(environment, List.of(spec(protocol, settings)), Map.of(GROUP, this.elector));
		}

		private <S, M extends ElectionMessage> GroupSpec<S, M> spec(ElectionProtocol<S, M> protocol,
				ElectionSettings settings) {
			// With a trace, whose codec is slow when it first meets a message.
			return new GroupSpec<>(protocol, settings, new InMemoryBallotStore(), (member) -> null, null, true, null,
					List.of());
		}

		NodeId id() {
			return this.id;
		}

		Receiver receiver() {
			Receiver present = this.receiver;
			if (present == null) {
				throw new IllegalStateException("Node " + this.id + " has not started");
			}
			return present;
		}

		@Override
		public void start(Receiver newReceiver) {
			this.receiver = newReceiver;
		}

		@Override
		public void send(NodeId to, Envelope<?> envelope) {
			Rehearsal.this.sent.add(new Sent(to, envelope));
		}

		@Override
		public long monotonicNanos() {
			return Rehearsal.this.nanos;
		}

		@Override
		public long wallMillis() {
			return WALL_MILLIS + Rehearsal.this.nanos / MILLI;
		}

	}

}
