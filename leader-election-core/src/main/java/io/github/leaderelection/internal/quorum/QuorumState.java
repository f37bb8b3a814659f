package io.github.leaderelection.internal.quorum;

import java.util.List;

import io.github.leaderelection.NodeId;
import io.github.leaderelection.Role;
import io.github.leaderelection.internal.protocol.ElectionSettings;
import io.github.leaderelection.internal.protocol.ElectionTimeout;
import io.github.leaderelection.internal.protocol.Now;
import io.github.leaderelection.internal.quorum.Commitments.HeldProposal;
import io.github.leaderelection.internal.quorum.QuorumMessage.Introduction;
import io.github.leaderelection.internal.quorum.QuorumMessage.Refusal;
import io.github.leaderelection.internal.quorum.state.Activity;
import io.github.leaderelection.internal.quorum.state.AttemptState;
import io.github.leaderelection.internal.quorum.state.Broadcasts;
import io.github.leaderelection.internal.quorum.state.Config;
import io.github.leaderelection.internal.quorum.state.KnownLeader;
import io.github.leaderelection.internal.quorum.state.Measurements;
import io.github.leaderelection.internal.quorum.state.Peer;
import io.github.leaderelection.internal.quorum.state.PeerHealth;
import io.github.leaderelection.internal.quorum.state.Peers;
import io.github.leaderelection.internal.quorum.state.Preferences;
import io.github.leaderelection.internal.quorum.state.ScoutingRound;
import io.github.leaderelection.internal.quorum.state.Startup;
import io.github.leaderelection.internal.quorum.state.StatePart;
import io.github.leaderelection.internal.quorum.state.SupportPromise;
import io.github.leaderelection.internal.quorum.state.TermEvidence;
import io.github.leaderelection.internal.quorum.state.Timing;
import io.github.leaderelection.spi.Ballot;
import io.github.leaderelection.spi.Envelope;
import org.jspecify.annotations.Nullable;

/**
 * The whole state of the default election on one node, and what can be asked of it.
 * Immutable: no array in it is written after it was made.
 *
 * @param config what stays the same from start to stop
 * @param startup how far the node is past its start
 * @param evidence what the terms of others are judged by
 * @param roleState the role with all that it alone has
 * @param peers what is known of each other member
 * @param health what is believed of each other member's health
 * @param reports what members tell one another of it
 * @param broadcasts the newest that a leader said to all that follow it
 * @param measurements how fast network, disk and leader are
 * @param preferences which members it would hand leadership to
 * @param activity what it has numbered, and whether it takes part
 */
public record QuorumState(Config config, Commitments commitments, Startup startup, TermEvidence evidence,
		RoleState roleState, Peers peers, PeerHealth health, HealthReports reports, Broadcasts broadcasts,
		Measurements measurements, AttemptState attempts, Preferences preferences, Activity activity, Timers timers) {

	/**
	 * The state before the first step.
	 */
	public static QuorumState first(Config config, Ballot ballot, @Nullable Ballot saved, Startup startup, Now now) {
		int others = config.others().size();
		return new QuorumState(config, new Commitments(ballot, saved, null, null, List.of()), startup,
				TermEvidence.none(others, now.monotonicNanos()), new FollowerState(null, null), Peers.strangers(others),
				PeerHealth.unknown(others), HealthReports.none(others), Broadcasts.NONE, Measurements.UNKNOWN,
				AttemptState.NONE, Preferences.none(others), Activity.BEGUN, Timers.none());
	}

	/**
	 * The same with one part replaced.
	 */
	public QuorumState with(StatePart part) {
		return new QuorumState(this.config, (part instanceof Commitments newer) ? newer : this.commitments,
				(part instanceof Startup newer) ? newer : this.startup,
				(part instanceof TermEvidence newer) ? newer : this.evidence,
				(part instanceof RoleState newer) ? newer : this.roleState,
				(part instanceof Peers newer) ? newer : this.peers,
				(part instanceof PeerHealth newer) ? newer : this.health,
				(part instanceof HealthReports newer) ? newer : this.reports,
				(part instanceof Broadcasts newer) ? newer : this.broadcasts,
				(part instanceof Measurements newer) ? newer : this.measurements,
				(part instanceof AttemptState newer) ? newer : this.attempts,
				(part instanceof Preferences newer) ? newer : this.preferences,
				(part instanceof Activity newer) ? newer : this.activity,
				(part instanceof Timers newer) ? newer : this.timers);
	}

	/** The state of a leader, null for a node that does not lead. */
	public @Nullable LeaderState leader() {
		return (this.roleState instanceof LeaderState leader) ? leader : null;
	}

	public Timing timing() {
		return this.config.timing();
	}

	/** The ballot as the next save would write it. */
	public Ballot ballot() {
		return this.commitments.ballot();
	}

	/** Whether the application lets the node lead, and its priority does. */
	public boolean eligible() {
		return this.activity.eligible() && !settings().isWitness();
	}

	/** Whether the node was asked to stop. */
	public boolean stopping() {
		return this.activity.stopping();
	}

	/** Whether the node has stopped. */
	public boolean stopped() {
		return this.activity.stopped();
	}

	/** Whether this node may stand and vote as far as its own state goes. */
	public boolean mayVote() {
		return this.commitments.canSave() && ballot().voter() && !this.startup.isLost();
	}

	/** Whether this node may stand. */
	public boolean mayStand() {
		return mayVote() && eligible() && !stopping() && this.peers.foreignLists().isEmpty();
	}

	/** Whether as many members can be reached as a leader needs. */
	public boolean reachesEnough() {
		return this.peers.reachable() >= required();
	}

	/** Whether a member can be reached and stands for election, as far as is known. */
	public boolean mayHandTo(NodeId id) {
		int index = this.config.indexOf(id);
		return index >= 0 && this.peers.all()[index].connected() && this.peers.all()[index].eligible()
				&& !this.peers.foreignLists().contains(id);
	}

	/**
	 * How long a round or a candidacy lasts. It doubles after each failure, because the
	 * network may have become slower.
	 */
	public long candidacyNanos() {
		return timing().candidacy(this.measurements.expectedRoundTripNanos(), this.measurements.saveNanos(),
				this.attempts.failedRounds());
	}

	public long rankDelay() {
		return timing().rankDelay(this.measurements.expectedRoundTripNanos(), this.measurements.saveNanos());
	}

	/**
	 * How long this node must wait before it may support a start of a member: for its
	 * start wait and for its promise to another.
	 */
	public long supportWait(NodeId member, long incarnation, Now now) {
		SupportPromise other = this.commitments.promiseToAnother(member, incarnation, now.monotonicNanos());
		long promised = (other != null) ? now.until(other.untilNanos()) : 0;
		return Math.max(promised,
				(this.startup.phase() == Startup.Phase.WAITING) ? now.until(this.startup.waitEndNanos()) : 0);
	}

	/** How long this node must wait before it may vote for itself. */
	public long ownWait(Now now) {
		return supportWait(self(), incarnation(), now);
	}

	/**
	 * The highest term that this node has met: its own, its floor, or what members named.
	 */
	long knownTerm() {
		return Math.max(Math.max(ballot().term(), ballot().voteFloor()), this.evidence.floor());
	}

	/** The highest term that this node has met or was told to stay above. */
	public long heldTerm() {
		return Math.max(knownTerm(), settings().minimumTerm());
	}

	/**
	 * The highest term in which this node never votes.
	 */
	public long voteFloor() {
		return Math.max(ballot().voteFloor(), settings().minimumTerm());
	}

	/**
	 * The term that a refusal names: the floor, if the floor is the reason.
	 */
	public long namedTerm(Refusal refusal) {
		return (refusal == Refusal.BELOW_FLOOR) ? voteFloor() : ballot().term();
	}

	/**
	 * The term a proposal of this node would name: the highest known plus one. Only the
	 * first of all is set by the wall clock, so that terms rise although nobody remembers
	 * the last.
	 */
	public long nextTerm(long atLeastAbove, Now now) {
		long known = Math.max(knownTerm(), atLeastAbove);
		long next = Math.max(known, heldTerm()) + 1;
		boolean aboveClock = this.startup.phase() == Startup.Phase.BY_CLOCK && ballot().term() <= ballot().voteFloor();
		return (known == 0 || aboveClock) ? Math.max(next, now.wallMillis()) : next;
	}

	/**
	 * Whether this leader hears a quorum. Each member has the time that the measured gaps
	 * between its own answers suggest.
	 */
	public boolean hearsQuorum(long nanos) {
		LeaderState leader = leader();
		if (leader == null) {
			return false;
		}
		int heard = 1;
		for (int i = 0; i < others().size(); i++) {
			long silence = this.config.silence(this.health.gaps()[i]);
			heard += leader.acks().heardWithin(i, silence, nanos) ? 1 : 0;
		}
		return heard >= required();
	}

	/** Whether this node lets a scout that it granted go first. */
	public boolean isYielding(long nanos) {
		long end = this.attempts.yieldEndNanos();
		return end != Timing.NONE && end - nanos > 0;
	}

	/**
	 * How this node introduces itself.
	 */
	public Introduction introduction(boolean answerWanted) {
		return new Introduction(ballot().term(), this.config.memberList().ids(), settings().durable(),
				settings().priority(), eligible(), answerWanted);
	}

	/**
	 * The role.
	 * @return leader while a grant is held, candidate while a proposal is open
	 */
	public Role role() {
		if (leader() != null) {
			return Role.LEADER;
		}
		return (this.roleState.proposal() != null) ? Role.CANDIDATE : Role.FOLLOWER;
	}

	/** Whether the node is past its start: its votes and promises are not held back. */
	public boolean isPastStart() {
		return this.startup.isOver();
	}

	/**
	 * The only member this node supports, as it promised.
	 * @return a member, null while no promise lives
	 */
	public @Nullable NodeId promisedTo(long monotonicNanos) {
		SupportPromise live = this.commitments.livePromise(monotonicNanos);
		return (live != null) ? live.member() : null;
	}

	/**
	 * Whether this node is promised to another than the sender of a message. Another
	 * start of the sender is another.
	 */
	public boolean isPromisedToAnother(Envelope<?> envelope, long monotonicNanos) {
		return this.commitments.promiseToAnother(envelope.from(), envelope.incarnation(), monotonicNanos) != null;
	}

	/**
	 * The last term this node won, granted or raised in place.
	 * @return the term, 0 for a node that does not lead
	 */
	public long wonTerm() {
		LeaderState leader = leader();
		return (leader != null) ? leader.wonTerm() : 0;
	}

	/** This node. */
	public NodeId self() {
		return this.config.self();
	}

	/** Whether this node leads and its lease lives. */
	public boolean holdsLease(Now now) {
		LeaderState leader = leader();
		return leader != null && leader.lease().valid(now);
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
	 * @return false also for this node and for strangers
	 */
	public boolean connected(NodeId id) {
		int index = this.config.indexOf(id);
		return index >= 0 && this.peers.all()[index].connected();
	}

	/**
	 * Whom this node takes to lead.
	 * @return the leader, this node itself if it leads, or null
	 */
	public @Nullable NodeId leaderId() {
		if (leader() != null) {
			return self();
		}
		KnownLeader known = this.roleState.known();
		return (known != null) ? known.id() : null;
	}

	/**
	 * Whether this node would stand now if nobody led: it votes, shares its member list
	 * with all it knows, and reaches as many members as a leader needs.
	 */
	public boolean couldStand() {
		return mayStand() && reachesEnough();
	}

	/**
	 * Whether this node knows of no leadership: it neither leads nor stands, and hears no
	 * leader with a quorum.
	 */
	public boolean isLeaderless(long nanos) {
		return role() == Role.FOLLOWER && this.roleState.scouting() == null && !hearsLeader(nanos);
	}

	/** Whether this node hears a leader itself that has a quorum behind it. */
	public boolean hearsLeader(long nanos) {
		KnownLeader known = this.roleState.known();
		return known != null && known.direct() && connected(known.id())
				&& nanos - known.heardNanos() < suspicionNanos();
	}

	/** Whether this node hears such a leader other than the member named. */
	public boolean hearsLeaderBeside(NodeId except, long nanos) {
		return hearsLeader(nanos) && !except.equals(leaderId());
	}

	/** Whether this node gave leadership up a moment ago and lets others lead. */
	public boolean standsBehind(long nanos) {
		long end = this.attempts.coolDownEndNanos();
		return end != Timing.NONE && end - nanos > 0;
	}

	/**
	 * Whether a message is of a member whose list this node shares.
	 * @return false for strangers and lists that differ too much
	 */
	public boolean accepts(Envelope<?> envelope) {
		return this.config.indexOf(envelope.from()) >= 0 && sharesList(envelope);
	}

	/** Whether the sender's list is known to differ by at most one member. */
	public boolean sharesList(Envelope<?> envelope) {
		Peer peer = this.peers.all()[this.config.indexOf(envelope.from())];
		return envelope.fingerprint().equals(this.config.fingerprint())
				|| (peer.list() != null && envelope.fingerprint().equals(peer.listFingerprint())
						&& peer.list().compatibleWith(this.config.memberList()));
	}

	/**
	 * Whether the numbers in a message lie within their ranges, and its term is one that
	 * this node believes.
	 * @return false for a message that is refused, whoever sends it
	 */
	public boolean isPlausible(QuorumMessage message, Now now) {
		return Plausibility.isWellFormed(message) && Plausibility.isPlausible(this, now, message);
	}

	/**
	 * How long one member waits for another in an election: 2.5 times a round trip and a
	 * save, at least 10 ms and at most a fifth of the lease.
	 * @return nanoseconds
	 */
	public long turnNanos() {
		return this.config.timing().rankDelay(this.measurements.roundTripNanos(), this.measurements.saveNanos());
	}

	/**
	 * The longest round trip this node has measured of late, as a scout or as a leader.
	 * @return nanoseconds, 0 while it has measured none
	 */
	public long roundTripNanos() {
		return this.measurements.roundTripNanos();
	}

	/**
	 * How long an exchange with all members takes at most: four round trips and saves.
	 * @return nanoseconds, at most 0.4 of the lease
	 */
	public long exchangeNanos() {
		return this.config.timing().candidacy(this.measurements.roundTripNanos(), this.measurements.saveNanos(), 0);
	}

	/** The fingerprint of this node's member list. */
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
		return this.config.silence(this.measurements.gaps());
	}

	/**
	 * The leadership in which this node follows a start of a member.
	 * @return the fencing token, 0 if this node does not follow it
	 */
	public long followedToken(NodeId member, long incarnation, long nanos) {
		KnownLeader known = this.roleState.known();
		if (known == null || !known.id().equals(member) || known.incarnation() != incarnation) {
			return 0;
		}
		return hearsLeader(nanos) ? known.token() : 0;
	}

	/**
	 * Whether this node still wants an answer to a question it asked.
	 * @return false once its scouting round, candidacy or raise is over; true for what is
	 * no such question
	 */
	public boolean stillAsks(QuorumMessage question) {
		if (question instanceof QuorumMessage.ScoutingRequest request) {
			ScoutingRound round = this.roleState.scouting();
			return round != null && round.number() == request.round();
		}
		if (question instanceof QuorumMessage.ElectionProposal proposal) {
			LeaderState leader = leader();
			Proposal open = (leader != null) ? leader.raise() : this.roleState.proposal();
			return open != null && open.term() == proposal.term();
		}
		return true;
	}

	/**
	 * Whether this node gave its vote of a term to a candidate.
	 * @return whether it is the vote of its newest term
	 */
	public boolean votedFor(NodeId candidate, long incarnation, long term) {
		return ballot().term() == term && new Ballot.Vote(candidate, incarnation).equals(ballot().vote());
	}

	/**
	 * The proposals that waited for the promise to another to end and are judged now.
	 * @return as they arrived; empty before that
	 */
	public List<Envelope<QuorumMessage>> proposalsDue(long nanos) {
		long due = deadlineNanos(QuorumTimer.HELD);
		return (due == Timing.NONE || due - nanos > 0) ? List.of() : waitingProposals();
	}

	/**
	 * When a timer is due.
	 * @return nanoseconds of its monotonic clock, the smallest there is for never
	 */
	public long deadlineNanos(QuorumTimer timer) {
		return this.timers.deadline(timer);
	}

	/** The proposals that wait for the promise to another to end. */
	public List<Envelope<QuorumMessage>> waitingProposals() {
		return this.commitments.held().stream().map(HeldProposal::envelope).toList();
	}

	/**
	 * Forgets proposals that wait, as if they had been lost on the way.
	 * @return a state without them
	 */
	public QuorumState without(List<Envelope<QuorumMessage>> envelopes) {
		List<HeldProposal> held = this.commitments.held();
		return with(this.commitments
			.withHeld(held.stream().filter((each) -> !envelopes.contains(each.envelope())).toList()));
	}

	/**
	 * Takes into account how long an answer takes beside a round trip: rounds and
	 * candidacies last the longer.
	 */
	public QuorumState withAnswersTaking(long nanos) {
		return with(this.measurements.answered(nanos));
	}

}
