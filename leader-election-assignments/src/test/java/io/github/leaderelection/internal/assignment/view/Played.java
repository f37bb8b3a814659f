package io.github.leaderelection.internal.assignment.view;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;

import io.github.leaderelection.internal.assignment.protocol.AssignmentEffect;
import io.github.leaderelection.internal.assignment.protocol.AssignmentEvent;
import io.github.leaderelection.internal.assignment.protocol.AssignmentProtocol;
import io.github.leaderelection.internal.assignment.protocol.AssignmentSettings;
import io.github.leaderelection.internal.assignment.protocol.AssignmentSettings.Declared;
import io.github.leaderelection.internal.assignment.protocol.AssignmentState;
import io.github.leaderelection.internal.assignment.protocol.AssignmentStep;
import io.github.leaderelection.internal.assignment.protocol.Partition;
import io.github.leaderelection.internal.assignment.protocol.PartitionList;
import io.github.leaderelection.internal.protocol.Lease;
import io.github.leaderelection.internal.protocol.Now;
import org.jspecify.annotations.Nullable;

/**
 * Nodes of a group whose assignments the protocol itself brings into their states, in
 * virtual time.
 */
public final class Played {

	public static final long SECOND = 1_000_000_000;

	/** The ownership lease of a node that does not say otherwise. */
	public static final long LEASE = 3 * SECOND;

	private static final long TURN = SECOND / 50;

	private static final long HOUR = 3600 * SECOND;

	private final Map<String, Player> players = new TreeMap<>();

	private long nanos = SECOND;

	private @Nullable Player leader;

	private long token;

	/** Adds a node that declares orders. */
	public Player node(String id, int capacity, @Nullable PartitionList orders) {
		return node(id, id.length(), LEASE, new Declared("orders", capacity, orders));
	}

	/** Adds a start of a node. */
	public Player node(String id, long incarnation, long lease, Declared... declared) {
		Player player = new Player(id, incarnation, lease, List.of(declared));
		this.players.put(id + "/" + incarnation, player);
		return player;
	}

	/** A node leads from now on, and all follow it. */
	public void lead(Player player) {
		Player former = this.leader;
		if (former != null) {
			former.step(new AssignmentEvent.Revoked(this.token));
		}
		this.leader = player;
		this.token++;
		player
			.step(new AssignmentEvent.Granted(this.token, new Lease(this.nanos, millis(), this.nanos + HOUR, SECOND)));
		this.players.values().forEach((each) -> each.step(new AssignmentEvent.Followed(this.token)));
	}

	/** Time passes. */
	public void pass(long forNanos) {
		for (long end = this.nanos + forNanos; this.nanos < end; this.nanos += TURN) {
			List.copyOf(this.players.values()).forEach((each) -> each.step(new AssignmentEvent.Due()));
		}
	}

	private long millis() {
		return this.nanos / 1_000_000;
	}

	/** One start of a node. */
	public final class Player {

		private final String id;

		private final long incarnation;

		private final long lease;

		private final List<Declared> declared;

		private final AssignmentProtocol protocol;

		private final AssignmentStatistics statistics = new AssignmentStatistics();

		private final Deque<AssignmentEvent> events = new ArrayDeque<>();

		private final Set<String> refused = new HashSet<>();

		private AssignmentState state;

		private boolean cut;

		private boolean slow;

		private boolean steps;

		private int sent;

		private Player(String id, long incarnation, long lease, List<Declared> declared) {
			this.id = id;
			this.incarnation = incarnation;
			this.lease = lease;
			this.declared = declared;
			this.protocol = new AssignmentProtocol(
					new AssignmentSettings(id, incarnation, lease, lease, 0.001, false, declared));
			this.state = this.protocol.start();
		}

		/** It says and hears nothing. */
		public void cut() {
			this.cut = true;
		}

		/** Its work ends at no drain. */
		public void slow() {
			this.slow = true;
		}

		/** Its listener throws at a partition. */
		public Player refuses(String name) {
			this.refused.add(name);
			return this;
		}

		public void step(AssignmentEvent first) {
			this.events.add(first);
			if (this.steps) {
				return;
			}
			this.steps = true;
			for (AssignmentEvent event = this.events.poll(); event != null; event = this.events.poll()) {
				Now now = now();
				AssignmentStep step = this.protocol.step(this.state, event, now, 7);
				this.statistics.stepped(this.state, event, step.state(), step.effects(), now);
				this.state = step.state();
				new ArrayList<>(step.effects()).forEach(this::perform);
			}
			this.steps = false;
		}

		private void perform(AssignmentEffect effect) {
			Player leads = Played.this.leader;
			this.sent += (effect instanceof AssignmentEffect.SendPing || effect instanceof AssignmentEffect.SendAnswer)
					? 1 : 0;
			if (effect instanceof AssignmentEffect.SendPing send && leads != null && !this.cut && !leads.cut) {
				leads.step(new AssignmentEvent.Pinged(send.ping(), 0));
			}
			else if (effect instanceof AssignmentEffect.SendAnswer send) {
				Player to = Played.this.players.get(send.answer().worker() + "/" + send.answer().incarnation());
				if (to != null && !to.cut && !this.cut) {
					to.step(new AssignmentEvent.Answered(send.answer()));
				}
			}
			else if (effect instanceof AssignmentEffect.Begin begin
					&& this.refused.contains(begin.partition().name())) {
				step(new AssignmentEvent.Failed(begin.partition(), begin.token()));
			}
			else if (effect instanceof AssignmentEffect.Drain drain && !this.slow) {
				step(new AssignmentEvent.Drained(drain.partition(), drain.token()));
			}
		}

		private Now now() {
			return new Now(Played.this.nanos, millis());
		}

		public AssignmentState state() {
			return this.state;
		}

		/** How many pings and answers it has sent, also those that got lost. */
		public int sent() {
			return this.sent;
		}

		public AssignmentStatistics statistics() {
			return this.statistics;
		}

		public AssignmentReport report() {
			return new AssignmentReport(this.state, this.statistics,
					this.declared.stream().map(Declared::assignment).toList(), this.lease, this.lease, now());
		}

		/** What it sees of orders as the leader. */
		public PlanView plan() {
			return PlanView.of(this.state, Objects.requireNonNull(report().leading()), "orders", (name) -> name);
		}

		/** The names of what it owns. */
		public List<String> owned() {
			return report().owned().stream().map((each) -> each.partition().name()).toList();
		}

		/** Whether it may give up its leadership, after it owned a partition of two. */
		public boolean mayResign(String had) {
			return this.protocol.mayResign(this.state, List.of(partition(had, 2)));
		}

		public Partition partition(String name, int division) {
			return new Partition("orders", division, name);
		}

		@Override
		public String toString() {
			return this.id + "/" + this.incarnation;
		}

	}

}
