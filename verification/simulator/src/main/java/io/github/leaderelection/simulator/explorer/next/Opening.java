package io.github.leaderelection.simulator.explorer.next;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.function.Predicate;

import io.github.leaderelection.internal.quorum.QuorumMessage;
import io.github.leaderelection.internal.quorum.QuorumMessage.ElectionProposal;
import io.github.leaderelection.internal.quorum.QuorumMessage.ElectionResponse;
import io.github.leaderelection.internal.quorum.QuorumMessage.HeartbeatResponse;
import io.github.leaderelection.internal.quorum.QuorumMessage.LeaderHeartbeat;
import io.github.leaderelection.simulator.explorer.bounds.Bounds;
import io.github.leaderelection.simulator.explorer.bounds.Mode;
import io.github.leaderelection.simulator.explorer.breadth.StateSpace;
import io.github.leaderelection.simulator.explorer.canonical.Timers;
import io.github.leaderelection.simulator.explorer.network.Message;
import io.github.leaderelection.simulator.explorer.network.Network;
import io.github.leaderelection.simulator.explorer.node.Action;
import org.jspecify.annotations.Nullable;

/**
 * What happens before a search begins, event by event, and which links stay open in it:
 * where a broken promise lies further from the start than a search reaches.
 */
public final class Opening {

	private final String name;

	private final int nodes;

	private final List<Cue> cues = new ArrayList<>();

	private final BitSet open = new BitSet();

	private Opening(String name, int nodes) {
		this.name = name;
		this.nodes = nodes;
	}

	/**
	 * The opening of a search.
	 * @return the opening, in which nothing happens if none is named
	 * @throws IllegalArgumentException if there is none, or it is not for such bounds
	 */
	public static Opening of(Bounds bounds) {
		List<Opening> all = List.of(new Opening("", 0), new Opening(Bounds.NEW_CLUSTER, 0), forgottenVote(),
				shorterLease());
		Opening opening = all.stream()
			.filter((each) -> each.name.equals(bounds.opening()))
			.findFirst()
			.orElseThrow(() -> new IllegalArgumentException("There is no opening '" + bounds.opening()
					+ "': use one of " + all.stream().skip(1).map((each) -> each.name).toList()));
		if (opening.nodes > 0 && (bounds.mode() != Mode.CLOCKED || bounds.nodes() != opening.nodes)) {
			throw new IllegalArgumentException("The opening '" + opening.name + "' is for " + opening.nodes
					+ " nodes with clocks: choose the mode clocked, and so many nodes");
		}
		return opening;
	}

	/**
	 * The first of three leads by the vote of the third, and a tick later by what the
	 * second has acknowledged. That one has a shorter lease and no directory, starts
	 * again, and has waited for two of the three ticks that it waits.
	 */
	private static Opening shorterLease() {
		return new Opening("shorter-lease", 3).happens(Action.SCOUT, 0)
			.arrives(0, 2, ElectionProposal.class)
			.arrives(2, 0, ElectionResponse.class)
			.passes(1)
			.fires(0, Timers.HEARTBEAT)
			.arrives(0, 1, LeaderHeartbeat.class)
			.arrives(1, 0, HeartbeatResponse.class)
			.happens(Action.CRASH, 1)
			.happens(Action.START, 1)
			.passes(2);
	}

	/**
	 * The first of five leads. The last two hear it a tick later than the next two, which
	 * are free and cut from it when the second proposes; the third has voted for it, and
	 * the leader has heard the last a moment ago. The fourth is promised to the leader
	 * for one tick more. The third reaches both the leader and the candidate.
	 */
	private static Opening forgottenVote() {
		Opening opening = new Opening("forgotten-vote", 5);
		opening.happens(Action.SCOUT, 0)
			.arrives(0, 1, ElectionProposal.class)
			.arrives(0, 2, ElectionProposal.class)
			.arrives(1, 0, ElectionResponse.class)
			.arrives(2, 0, ElectionResponse.class)
			.passes(1)
			.fires(0, Timers.HEARTBEAT);
		for (int follower = 3; follower < 5; follower++) {
			opening.arrives(0, follower, LeaderHeartbeat.class).arrives(follower, 0, HeartbeatResponse.class);
		}
		opening.passes(3)
			.happens(Action.SCOUT, 1)
			.arrives(1, 2, ElectionProposal.class)
			.fires(0, Timers.HEARTBEAT)
			.arrives(0, 4, LeaderHeartbeat.class)
			.arrives(4, 0, HeartbeatResponse.class);
		return opening.links(0, 2).links(0, 4).links(1, 2).links(1, 3);
	}

	private Opening happens(Action action, int node) {
		this.cues.add(new Cue(action, node, 0, (message) -> true));
		return this;
	}

	private Opening fires(int node, int timer) {
		this.cues.add(new Cue(Action.TIMER, node, timer, (message) -> true));
		return this;
	}

	private Opening arrives(int from, int to, Class<? extends QuorumMessage> type) {
		this.cues.add(
				new Cue(Action.ARRIVAL, to, 0, (message) -> message.from() == from && type.isInstance(message.body())));
		return this;
	}

	private Opening passes(int ticks) {
		for (int i = 0; i < ticks; i++) {
			happens(Action.TIME, -1);
		}
		return this;
	}

	private Opening links(int one, int other) {
		this.open.set(one * this.nodes + other);
		this.open.set(other * this.nodes + one);
		return this;
	}

	/**
	 * Plays it, and then cuts all links but those that stay open, if it names any.
	 * @throws IllegalStateException if an event of it cannot happen
	 */
	public int[] play(NextStates nextStates) {
		int[] numbers = nextStates.initial();
		for (Cue cue : this.cues) {
			Follower follower = new Follower(cue, nextStates.network());
			nextStates.expand(numbers, follower);
			int @Nullable [] next = follower.found;
			if (next == null) {
				throw new IllegalStateException("In the opening '" + this.name + "' " + cue.action() + " of node "
						+ cue.node() + " cannot happen: adapt it");
			}
			numbers = next;
		}
		BitSet cut = new BitSet();
		for (int i = 0; i < this.nodes * this.nodes; i++) {
			if (!this.open.isEmpty() && !this.open.get(i)) {
				cut.set(i);
				numbers[nextStates.link(i / this.nodes, i % this.nodes)] = Network.EMPTY;
			}
		}
		nextStates.cut(cut);
		return numbers;
	}

	/**
	 * One event.
	 *
	 * @param node to which node, -1 for all
	 * @param argument the timer, 0 where there is none
	 * @param message which message, where one arrives: the newest of them
	 */
	private record Cue(Action action, int node, int argument, Predicate<Message> message) {

		boolean means(Transition transition, Network network) {
			return transition.action() == this.action && transition.node() == this.node && transition.crash() == 0
					&& ((this.action == Action.ARRIVAL) ? this.message.test(network.message(transition.argument()))
							: transition.argument() == this.argument);
		}

	}

	/**
	 * Finds where an event leads.
	 */
	private static final class Follower implements StateSpace.Visitor<Transition> {

		private final Cue cue;

		private final Network network;

		private int @Nullable [] found;

		private long newest = -1;

		Follower(Cue cue, Network network) {
			this.cue = cue;
			this.network = network;
		}

		@Override
		public void reached(int[] reached, Transition transition, @Nullable String broken) {
			if (broken == null && this.cue.means(transition, this.network)) {
				long sequence = (transition.action() == Action.ARRIVAL)
						? sequenceOf(this.network.message(transition.argument()).body()) : 0;
				if (sequence > this.newest) {
					this.newest = sequence;
					this.found = reached.clone();
				}
			}
		}

		private static long sequenceOf(QuorumMessage body) {
			if (body instanceof LeaderHeartbeat heartbeat) {
				return heartbeat.sequence();
			}
			return (body instanceof HeartbeatResponse response) ? response.sequence() : 0;
		}

	}

}
