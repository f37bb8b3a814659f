package io.github.leaderelection.internal.quorum;

import java.util.List;

import io.github.leaderelection.NodeId;
import io.github.leaderelection.Role;
import io.github.leaderelection.internal.protocol.ElectionSettings;
import io.github.leaderelection.internal.protocol.ElectionTimeout;
import io.github.leaderelection.internal.protocol.Now;
import io.github.leaderelection.spi.Ballot;
import io.github.leaderelection.spi.Envelope;
import org.jspecify.annotations.Nullable;

/**
 * The whole state of the default election on one node. Immutable: no array in it is
 * written after it was made.
 *
 * @param config what stays the same from start to stop
 * @param ballot the ballot as the next save would write it
 * @param saved the ballot known to be saved, null before the first save
 * @param saveProblem why nothing can be saved, null while all is well
 * @param startup how far the node is past its start
 * @param promise the promise to support nobody else, or null
 * @param leader the leader another node is, or null
 * @param scouting the open scouting round, or null
 * @param candidacy the open proposal, or null
 * @param reign the grant held, or null
 * @param held proposals that wait for the promise to another to end
 * @param peers what is known of each other member
 * @param heardNanos per member when it was last heard, {@link Turn#NONE} for never
 * @param health what is believed of each other member's health, and told of it
 * @param broadcasts the newest that a leader said to all that follow it
 * @param pace how fast network, disk and leader are
 * @param deadlines per timer when it is due by the protocol, {@link Turn#NONE} for never
 * @param armed per timer what the shell was told: never later than the deadline
 * @param successors who stands next, as the last leader named them
 * @param yieldedTo the scouts this node has already waited for since it last had a leader
 * @param foreignLists members that are linked and answer, and whose list differs too much
 * @param counters small numbers that only grow, and moments to remember
 * @param evidence what the terms of others are judged by
 * @param eligible whether the application lets the node lead
 * @param stopping whether the node was asked to stop
 * @param stopped whether it has
 */
public record QuorumState(Config config, Ballot ballot, @Nullable Ballot saved, @Nullable String saveProblem,
		Startup startup, @Nullable SupportPromise promise, @Nullable KnownLeader leader,
		@Nullable ScoutingRound scouting, @Nullable Candidacy candidacy, @Nullable Reign reign, List<HeldProposal> held,
		Peer[] peers, long[] heardNanos, PeerHealth health, Broadcasts broadcasts, Pace pace, long[] deadlines,
		long[] armed, List<NodeId> successors, List<NodeId> yieldedTo, List<NodeId> foreignLists, Counters counters,
		TermEvidence evidence, boolean eligible, boolean stopping, boolean stopped) {

	QuorumState(Turn turn) {
		this(turn.config, turn.ballot, turn.saved, turn.saveProblem, turn.startup, turn.promise, turn.leader,
				turn.scouting, turn.candidacy, turn.reign, turn.held, turn.peers, turn.heardNanos, turn.health,
				turn.broadcasts, turn.pace, turn.timers.deadlines(), turn.timers.armed(), turn.successors,
				turn.yieldedTo, turn.foreignLists, turn.counters, turn.evidence, turn.eligible, turn.stopping,
				turn.stopped);
	}

	/**
	 * The role.
	 * @return leader while a grant is held, candidate while a proposal is open
	 */
	public Role role() {
		if (this.reign != null) {
			return Role.LEADER;
		}
		return (this.candidacy != null) ? Role.CANDIDATE : Role.FOLLOWER;
	}

	/**
	 * Whether the node is past its start: its votes and promises are not held back.
	 * @return true from then on
	 */
	public boolean isPastStart() {
		return this.startup.isOver();
	}

	/**
	 * Whom alone this node supports, for it promised so.
	 * @param monotonicNanos its monotonic clock
	 * @return a member, null while no promise lives
	 */
	public @Nullable NodeId promisedTo(long monotonicNanos) {
		SupportPromise given = this.promise;
		return (given != null && given.untilNanos() - monotonicNanos > 0) ? given.member() : null;
	}

	/**
	 * Whether this node is promised to another than the sender of a message. Another
	 * start of the sender is another.
	 * @param envelope the message
	 * @param monotonicNanos its monotonic clock
	 * @return false while no promise lives
	 */
	public boolean isPromisedToAnother(Envelope<?> envelope, long monotonicNanos) {
		SupportPromise given = this.promise;
		return given != null && given.untilNanos() - monotonicNanos > 0
				&& !given.isTo(envelope.from(), envelope.incarnation());
	}

	/**
	 * The last term this node won, granted or raised in place.
	 * @return the term, 0 for a node that does not lead
	 */
	public long wonTerm() {
		return (this.reign != null) ? this.reign.wonTerm() : 0;
	}

	/**
	 * This node.
	 * @return its id
	 */
	public NodeId self() {
		return this.config.self();
	}

	/**
	 * Whether this node leads and its lease lives.
	 * @param now its clocks
	 * @return whether it would support nobody
	 */
	public boolean holdsLease(Now now) {
		return this.reign != null && this.reign.lease().valid(now);
	}

	/**
	 * The settings.
	 * @return what stays the same from start to stop
	 */
	public ElectionSettings settings() {
		return this.config.settings();
	}

	/**
	 * The other members.
	 * @return their ids in order
	 */
	public List<NodeId> others() {
		return this.config.others();
	}

	/**
	 * How many members a leader needs, itself included.
	 * @return at least one
	 */
	public int required() {
		return this.config.quorum();
	}

	/**
	 * Names this start of this node.
	 * @return never 0
	 */
	public long incarnation() {
		return this.config.incarnation();
	}

	/**
	 * Whether a link to a member is open.
	 * @param id a member
	 * @return false also for this node and for strangers
	 */
	public boolean connected(NodeId id) {
		int index = this.config.indexOf(id);
		return index >= 0 && this.peers[index].connected();
	}

	/**
	 * Whom this node takes to lead.
	 * @return the leader, this node itself if it leads, or null
	 */
	public @Nullable NodeId leaderId() {
		if (this.reign != null) {
			return self();
		}
		return (this.leader != null) ? this.leader.id() : null;
	}

	/**
	 * Whether this node would stand now if nobody led: it votes, shares its member list
	 * with all it knows, and reaches as many members as a leader needs.
	 * @return whether it could win
	 */
	public boolean couldStand() {
		int reachable = 1;
		for (Peer peer : this.peers) {
			reachable += peer.connected() ? 1 : 0;
		}
		return this.saveProblem == null && this.ballot.voter() && this.eligible && !this.startup.isLost()
				&& !this.stopping && this.foreignLists.isEmpty() && reachable >= required();
	}

	/**
	 * Whether nothing that this node knows of is led: it neither leads nor stands, and
	 * hears no leader with a quorum behind it.
	 * @param nanos its monotonic clock
	 * @return whether an election is due
	 */
	public boolean isLeaderless(long nanos) {
		return this.reign == null && this.candidacy == null && this.scouting == null && !hearsLeader(nanos);
	}

	/**
	 * Whether this node hears a leader itself that has a quorum behind it.
	 * @param nanos its monotonic clock
	 * @return false for the leader
	 */
	public boolean hearsLeader(long nanos) {
		KnownLeader known = this.leader;
		return known != null && known.direct() && connected(known.id())
				&& nanos - known.heardNanos() < suspicionNanos();
	}

	/**
	 * Whether this node gave leadership up a moment ago and lets others lead.
	 * @param nanos its monotonic clock
	 * @return whether it stands behind all others
	 */
	public boolean standsBehind(long nanos) {
		long end = this.counters.coolDownEndNanos();
		return end != Turn.NONE && end - nanos > 0;
	}

	/**
	 * Whether a message is of a member whose list this node shares.
	 * @param envelope the message
	 * @return false for strangers, other groups and lists that differ too much
	 */
	public boolean accepts(Envelope<?> envelope) {
		int index = this.config.indexOf(envelope.from());
		if (index < 0 || !settings().cluster().equals(envelope.cluster())
				|| !settings().group().equals(envelope.group())) {
			return false;
		}
		if (envelope.fingerprint().equals(this.config.fingerprint())) {
			return true;
		}
		Peer peer = this.peers[index];
		return peer.list() != null && envelope.fingerprint().equals(peer.listFingerprint())
				&& peer.list().compatibleWith(this.config.memberList());
	}

	/**
	 * Whether the numbers in a message lie within their ranges, and its term is one that
	 * this node believes.
	 * @param message the message
	 * @param now the clocks
	 * @return false for a message that is refused, whoever sends it
	 */
	public boolean isPlausible(QuorumMessage message, Now now) {
		return Membership.wellFormed(message) && Plausibility.isPlausible(new Turn(this, now, 0), message);
	}

	/**
	 * How long one member waits for another in an election: 2.5 times a round trip and a
	 * save, at least 10 ms and at most a fifth of the lease.
	 * @return nanoseconds
	 */
	public long turnNanos() {
		return this.config.timing().rankDelay(this.pace.roundTripNanos(), this.pace.saveNanos());
	}

	/**
	 * The longest round trip this node has measured of late, as a scout or as a leader.
	 * @return nanoseconds, 0 while it has measured none
	 */
	public long roundTripNanos() {
		return this.pace.roundTripNanos();
	}

	/**
	 * How long an exchange with all members takes at most: four round trips and saves.
	 * @return nanoseconds, at most 0.4 of the lease
	 */
	public long exchangeNanos() {
		return this.config.timing().candidacy(this.pace.roundTripNanos(), this.pace.saveNanos(), 0);
	}

	/**
	 * The fingerprint of this node's member list.
	 * @return the fingerprint
	 */
	public String fingerprint() {
		return this.config.fingerprint();
	}

	/**
	 * How long this node would let a leader be silent.
	 * @return nanoseconds
	 */
	public long suspicionNanos() {
		ElectionTimeout timeout = this.config.timeout();
		if (timeout != null) {
			return timeout.leastNanos();
		}
		return this.config.silence(this.pace.gaps());
	}

	/**
	 * The reign in which this node follows a member: it hears that it leads, in the very
	 * start of it that is named.
	 * @param member the member
	 * @param incarnation names the start
	 * @param nanos its monotonic clock
	 * @return the fencing token, 0 if this node does not follow it
	 */
	public long followedToken(NodeId member, long incarnation, long nanos) {
		KnownLeader known = this.leader;
		if (known == null || !known.id().equals(member) || known.incarnation() != incarnation) {
			return 0;
		}
		return hearsLeader(nanos) ? known.token() : 0;
	}

	/**
	 * Whether this node still wants an answer to a question it asked.
	 * @param question a message of its own
	 * @return false once its scouting round, candidacy or raise is over; true for what is
	 * no such question
	 */
	public boolean stillAsks(QuorumMessage question) {
		if (question instanceof QuorumMessage.ScoutingRequest request) {
			return this.scouting != null && this.scouting.number() == request.round();
		}
		if (question instanceof QuorumMessage.ElectionProposal proposal) {
			Candidacy open = (this.reign != null) ? this.reign.raise() : this.candidacy;
			return open != null && open.term() == proposal.term();
		}
		return true;
	}

	/**
	 * Whether this node gave its vote of a term to a candidate.
	 * @param candidate the candidate
	 * @param incarnation the start of it that stands
	 * @param term the term
	 * @return whether it is the vote of its newest term
	 */
	public boolean votedFor(NodeId candidate, long incarnation, long term) {
		return this.ballot.term() == term && new Ballot.Vote(candidate, incarnation).equals(this.ballot.vote());
	}

	/**
	 * The proposals that waited for the promise to another to end and are judged now.
	 * @param nanos its monotonic clock
	 * @return as they arrived; empty before that
	 */
	public List<Envelope<QuorumMessage>> proposalsDue(long nanos) {
		long due = this.deadlines[QuorumTimer.HELD.ordinal()];
		return (due == Turn.NONE || due - nanos > 0) ? List.of() : waitingProposals();
	}

	/**
	 * The proposals that wait for the promise to another to end.
	 * @return as they arrived
	 */
	public List<Envelope<QuorumMessage>> waitingProposals() {
		return this.held.stream().map(HeldProposal::envelope).toList();
	}

	/**
	 * Forgets proposals that wait, as if they had been lost on the way.
	 * @param envelopes which
	 * @return a state without them
	 */
	public QuorumState without(List<Envelope<QuorumMessage>> envelopes) {
		return with(this.held.stream().filter((each) -> !envelopes.contains(each.envelope())).toList(), this.pace);
	}

	/**
	 * Takes into account how long an answer takes beside a round trip: rounds and
	 * candidacies last the longer.
	 * @param nanos as measured, saving a vote included
	 * @return a state that reckons with it
	 */
	public QuorumState withAnswersTaking(long nanos) {
		return with(this.held, this.pace.save(nanos));
	}

	private QuorumState with(List<HeldProposal> waiting, Pace measured) {
		return new QuorumState(this.config, this.ballot, this.saved, this.saveProblem, this.startup, this.promise,
				this.leader, this.scouting, this.candidacy, this.reign, waiting, this.peers, this.heardNanos,
				this.health, this.broadcasts, measured, this.deadlines, this.armed, this.successors, this.yieldedTo,
				this.foreignLists, this.counters, this.evidence, this.eligible, this.stopping, this.stopped);
	}

}
