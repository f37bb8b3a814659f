package io.github.leaderelection.simulator.explorer;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.function.Predicate;

import io.github.leaderelection.internal.quorum.QuorumMessage;
import io.github.leaderelection.internal.quorum.QuorumMessage.ElectionProposal;
import io.github.leaderelection.internal.quorum.QuorumMessage.ElectionResponse;
import io.github.leaderelection.internal.quorum.QuorumMessage.HeartbeatResponse;
import io.github.leaderelection.internal.quorum.QuorumMessage.LeaderHeartbeat;
import org.jspecify.annotations.Nullable;

/**
 * What happens before a search begins, event by event, and which links stay open in it:
 * where a broken promise lies further from the start than a search reaches.
 */
public final class Opening {

	private static final String NEW_CLUSTER = "new-cluster";

	private final String name;

	private final int nodes;

	private final List<Cue> cues = new ArrayList<>();

	private final BitSet open = new BitSet();

	private Opening(String name, int nodes) {
		this.name = name;
		this.nodes = nodes;
	}

	/**
	 * An opening by its name.
	 * @param name the name
	 * @return the opening
	 * @throws IllegalArgumentException if there is none
	 */
	public static Opening named(String name) {
		List<Opening> all = List.of(forgottenVote(), shorterLease(), newCluster());
		for (Opening opening : all) {
			if (opening.name.equals(name)) {
				return opening;
			}
		}
		throw new IllegalArgumentException("There is no opening '" + name + "': use one of "
				+ all.stream().map((opening) -> opening.name).toList());
	}

	/**
	 * Nothing happens, but all disks are blank.
	 */
	private static Opening newCluster() {
		return new Opening(NEW_CLUSTER, 0);
	}

	/**
	 * The first of three leads by the vote of the third, and a tick later by what the
	 * second has acknowledged. That one has a shorter lease and no directory, starts
	 * again, and has waited for two of the three ticks that it waits.
	 */
	private static Opening shorterLease() {
		return new Opening("shorter-lease", 3).happens(Move.SCOUT, 0)
			.arrives(0, 2, ElectionProposal.class)
			.arrives(2, 0, ElectionResponse.class)
			.passes(1)
			.fires(0, Timers.HEARTBEAT)
			.arrives(0, 1, LeaderHeartbeat.class)
			.arrives(1, 0, HeartbeatResponse.class)
			.happens(Move.CRASH, 1)
			.happens(Move.START, 1)
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
		opening.happens(Move.SCOUT, 0)
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
			.happens(Move.SCOUT, 1)
			.arrives(1, 2, ElectionProposal.class)
			.fires(0, Timers.HEARTBEAT)
			.arrives(0, 4, LeaderHeartbeat.class)
			.arrives(4, 0, HeartbeatResponse.class);
		return opening.links(0, 2).links(0, 4).links(1, 2).links(1, 3);
	}

	/** How many nodes it is for, 0 for any number. */
	int nodes() {
		return this.nodes;
	}

	/** Whether nodes begin with blank disks. */
	static boolean isBlank(String name) {
		return name.equals(NEW_CLUSTER);
	}

	private Opening happens(Move move, int node) {
		this.cues.add(new Cue(move, node, 0, (letter) -> true));
		return this;
	}

	private Opening fires(int node, int timer) {
		this.cues.add(new Cue(Move.TIMER, node, timer, (letter) -> true));
		return this;
	}

	private Opening arrives(int from, int to, Class<? extends QuorumMessage> type) {
		this.cues
			.add(new Cue(Move.ARRIVAL, to, 0, (letter) -> letter.from() == from && type.isInstance(letter.body())));
		return this;
	}

	private Opening passes(int ticks) {
		for (int i = 0; i < ticks; i++) {
			happens(Move.TIME, -1);
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
	 * @param cluster the cluster
	 * @return the cluster's numbers after it
	 * @throws IllegalStateException if an event of it cannot happen
	 */
	int[] play(Cluster cluster) {
		int[] numbers = cluster.initial();
		for (Cue cue : this.cues) {
			Follower follower = new Follower(cue, cluster.links());
			cluster.expand(numbers, follower);
			int @Nullable [] next = follower.found;
			if (next == null) {
				throw new IllegalStateException("In the opening '" + this.name + "' " + cue.move() + " of node "
						+ cue.node() + " cannot happen: adapt it");
			}
			numbers = next;
		}
		BitSet cut = new BitSet();
		for (int i = 0; i < this.nodes * this.nodes; i++) {
			if (!this.open.isEmpty() && !this.open.get(i)) {
				cut.set(i);
				numbers[cluster.link(i / this.nodes, i % this.nodes)] = Links.EMPTY;
			}
		}
		cluster.cut(cut);
		return numbers;
	}

	/**
	 * One event.
	 *
	 * @param move what happens
	 * @param node to which node, -1 for all
	 * @param argument the timer, 0 where there is none
	 * @param letter which letter, where one arrives: the newest of them
	 */
	private record Cue(Move move, int node, int argument, Predicate<Letter> letter) {

		boolean means(Happening happening, Links links) {
			return happening.move() == this.move && happening.node() == this.node && happening.crash() == 0
					&& ((this.move == Move.ARRIVAL) ? this.letter.test(links.letter(happening.argument()))
							: happening.argument() == this.argument);
		}

	}

	/**
	 * Finds where an event leads.
	 */
	private static final class Follower implements Visitor {

		private final Cue cue;

		private final Links links;

		private int @Nullable [] found;

		private long newest = -1;

		Follower(Cue cue, Links links) {
			this.cue = cue;
			this.links = links;
		}

		@Override
		public void next(int[] reached, Happening happening, @Nullable String broken) {
			if (broken == null && this.cue.means(happening, this.links)) {
				long sequence = (happening.move() == Move.ARRIVAL)
						? sequenceOf(this.links.letter(happening.argument()).body()) : 0;
				if (sequence > this.newest) {
					this.newest = sequence;
					this.found = reached.clone();
				}
			}
		}

		@Override
		public void beyond() {
		}

		private static long sequenceOf(QuorumMessage body) {
			if (body instanceof LeaderHeartbeat heartbeat) {
				return heartbeat.sequence();
			}
			return (body instanceof HeartbeatResponse response) ? response.sequence() : 0;
		}

	}

}
