package io.github.leaderelection.internal.quorum;

import java.util.List;

import io.github.leaderelection.NodeId;
import io.github.leaderelection.spi.ElectionMessage;
import org.jspecify.annotations.Nullable;

/**
 * The messages of the default election. Durations are in nanoseconds.
 */
public sealed interface QuorumMessage extends ElectionMessage {

	/**
	 * The first message on a link: who the sender takes the members to be. Sent again
	 * when its eligibility changes.
	 *
	 * @param durable whether the sender keeps its state on disk
	 * @param answerWanted whether the receiver is to introduce itself too
	 */
	record Introduction(long term, List<NodeId> members, boolean durable, int priority, boolean eligible,
			boolean answerWanted) implements QuorumMessage {

		/**
		 * Copies the list.
		 */
		public Introduction {
			members = List.copyOf(members);
		}

	}

	/**
	 * Asks what a member remembers: sent by a node that found no saved state.
	 */
	record StateQuestion(long term, long round) implements QuorumMessage {
	}

	/**
	 * What a member remembers.
	 *
	 * @param term the highest term the member adopted or will never vote in
	 * @param voter whether the member may vote
	 * @param neverStood whether the member has not stood yet, or had not when it met this
	 * start of the asker: then nothing that the asker may have forgotten counts here
	 * @param spanNanos the largest promise it may have given
	 * @param drift the largest drift bound in force when it gave one
	 */
	record StateAnswer(long term, long round, boolean voter, boolean neverStood, long spanNanos,
			double drift) implements QuorumMessage {
	}

	/**
	 * Would you support me? Touches no one's term (the seed's scouting, Raft's pre-vote).
	 */
	record ScoutingRequest(long term, long round, long proposedTerm) implements QuorumMessage {
	}

	/**
	 * The answer to a scout.
	 *
	 * @param term the sender's term, or the floor below which it never votes
	 * @param granted whether the sender would support the scout
	 * @param leader the leader the sender hears, or null
	 * @param leaderTerm that leader's term, else 0
	 * @param promiseRemainingNanos how long the sender must wait before it may
	 */
	record ScoutingResponse(long term, long round, boolean granted, Refusal reason, @Nullable NodeId leader,
			long leaderTerm, long promiseRemainingNanos) implements QuorumMessage {
	}

	/**
	 * Asks for a vote.
	 *
	 * @param ceded the cession the proposal rests on, or null
	 */
	record ElectionProposal(long term, long spanNanos, @Nullable Ceded ceded) implements QuorumMessage {
	}

	/**
	 * The answer to a proposal.
	 *
	 * @param term the sender's term, or the floor below which it never votes
	 * @param granted whether the sender votes for the candidate in that very term
	 * @param leaseNanos the voter's lease: its vote counts for 0.4 of that, from the
	 * first sending of the proposal
	 */
	record ElectionResponse(long term, long proposedTerm, boolean granted, Refusal reason,
			long leaseNanos) implements QuorumMessage {
	}

	/**
	 * A leader's heartbeat.
	 *
	 * @param sequence rises with every heartbeat of a process
	 * @param backed whether the leader itself hears a quorum
	 * @param roundTripNanos the longest round trip the leader has measured of late, 0 for
	 * none: its followers measure none
	 * @param successors who is to stand next, first first
	 */
	record LeaderHeartbeat(long term, long token, long sequence, boolean backed, long spanNanos, long roundTripNanos,
			List<NodeId> successors) implements QuorumMessage {

		/**
		 * Copies the list.
		 */
		public LeaderHeartbeat {
			successors = List.copyOf(successors);
		}

		@Override
		public boolean isRepeated() {
			return true;
		}

	}

	/**
	 * Acknowledges a heartbeat.
	 *
	 * @param eligible whether the sender stands for election, so that it may be named as
	 * a successor
	 * @param promised whether the sender promised to support nobody else; false if it
	 * only says that it heard the heartbeat
	 */
	record HeartbeatResponse(long term, long sequence, boolean eligible, boolean promised,
			long leaseNanos) implements QuorumMessage {

		@Override
		public boolean isRepeated() {
			return true;
		}

	}

	/**
	 * Tells the leader whom a follower misses: with an acknowledgement when that changed,
	 * and each half lease while there is somebody. A message of its own, so that members
	 * that do not know it yet lose nothing but this.
	 *
	 * @param missed whom the sender misses; empty once it misses nobody any more
	 */
	record SuspicionReport(long term, List<NodeId> missed) implements QuorumMessage {

		/**
		 * Copies the list.
		 */
		public SuspicionReport {
			missed = List.copyOf(missed);
		}

		@Override
		public boolean isRepeated() {
			return true;
		}

	}

	/**
	 * Tells all what a leader knows of the members' health: with a heartbeat when that
	 * changed, and each half lease while somebody is missed.
	 *
	 * @param missed whom the leader misses and how many do, itself included; empty once
	 * it misses nobody any more
	 */
	record HealthVerdict(long term, List<Missed> missed) implements QuorumMessage {

		/**
		 * Copies the list.
		 */
		public HealthVerdict {
			missed = List.copyOf(missed);
		}

		@Override
		public boolean isRepeated() {
			return true;
		}

	}

	/**
	 * What the application of a leader says to all that follow it: at once, and with each
	 * heartbeat to those that have not acknowledged it.
	 *
	 * @param number of what was said under this grant, from 1
	 */
	record Broadcast(long term, long token, long number, String text) implements QuorumMessage {

		@Override
		public boolean isRepeated() {
			return true;
		}

	}

	/**
	 * Acknowledges a broadcast.
	 */
	record BroadcastResponse(long term, long token, long number) implements QuorumMessage {

		@Override
		public boolean isRepeated() {
			return true;
		}

	}

	/**
	 * One whom a leader misses.
	 *
	 * @param observers how many members miss it where they are a quorum, else 0
	 */
	record Missed(NodeId member, int observers) {
	}

	/**
	 * Refuses a heartbeat of a term that has passed (the seed's InvalidHeartbeat).
	 *
	 * @param leader the leader the sender knows, or null
	 */
	record StaleHeartbeat(long term, @Nullable NodeId leader) implements QuorumMessage {

		@Override
		public boolean isRepeated() {
			return true;
		}

	}

	/**
	 * Gives up: what was promised to the sender in any term up to the one named is free.
	 *
	 * @param successors who is to stand next, first first; empty when a candidate gives
	 * up
	 * @param chosen whether the first of them was chosen by whoever asked for it
	 */
	record LeadershipCession(long term, List<NodeId> successors, boolean chosen) implements QuorumMessage {

		/**
		 * Copies the list.
		 */
		public LeadershipCession {
			successors = List.copyOf(successors);
		}

		/**
		 * The same, but nobody is to propose itself at once.
		 * @return a cession without successors
		 */
		public LeadershipCession withoutSuccessors() {
			return new LeadershipCession(this.term, List.of(), false);
		}

	}

	/**
	 * A cession as a proposal carries it along.
	 *
	 * @param incarnation the start of the member that ceded
	 * @param term the term up to which it ceded
	 */
	record Ceded(NodeId member, long incarnation, long term) {

		/**
		 * Whether a cession speaks of what a start of its sender was given in a term:
		 * only its own start, for one that lost its state may win lower terms than an
		 * earlier one ceded.
		 */
		public boolean covers(long start, long given) {
			return start == this.incarnation && given <= this.term;
		}

	}

	/**
	 * Why a scout or a proposal is refused.
	 */
	enum Refusal {

		/** Not refused. */
		NONE,

		/** The asked node leads, or hears a leader that has a quorum. */
		BACKED_LEADER,

		/** The asked node knows a higher term; it is named. */
		HIGHER_TERM,

		/**
		 * The asked node lost its state and never votes in this term; the floor is named.
		 */
		BELOW_FLOOR,

		/** The asked node gave its vote of this term to another. */
		VOTED,

		/** The asked node is promised to another for a while. */
		PROMISED,

		/** The asked node has not yet learned which terms are spent. */
		NOT_A_VOTER,

		/** The asked node cannot save its vote, or not in time. */
		STATE_UNUSABLE,

		/** The term cannot be right. */
		IMPLAUSIBLE_TERM,

		/** The asked node's application is ahead of the candidate's. */
		BEHIND,

		/** The asked node's application did not tell its position. */
		POSITION_UNKNOWN

	}

}
