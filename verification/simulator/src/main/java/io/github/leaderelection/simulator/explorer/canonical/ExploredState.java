package io.github.leaderelection.simulator.explorer.canonical;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

import io.github.leaderelection.internal.protocol.Lease;
import io.github.leaderelection.internal.quorum.Acks;
import io.github.leaderelection.internal.quorum.CandidateState;
import io.github.leaderelection.internal.quorum.Commitments;
import io.github.leaderelection.internal.quorum.Commitments.HeldProposal;
import io.github.leaderelection.internal.quorum.FollowerState;
import io.github.leaderelection.internal.quorum.HealthReports;
import io.github.leaderelection.internal.quorum.LeaderState;
import io.github.leaderelection.internal.quorum.Proposal;
import io.github.leaderelection.internal.quorum.QuorumState;
import io.github.leaderelection.internal.quorum.QuorumTimer;
import io.github.leaderelection.internal.quorum.RoleState;
import io.github.leaderelection.internal.quorum.Timers;
import io.github.leaderelection.internal.quorum.state.Activity;
import io.github.leaderelection.internal.quorum.state.AttemptState;
import io.github.leaderelection.internal.quorum.state.KnownLeader;
import io.github.leaderelection.internal.quorum.state.Measurements;
import io.github.leaderelection.internal.quorum.state.Peer;
import io.github.leaderelection.internal.quorum.state.Peers;
import io.github.leaderelection.internal.quorum.state.Preferences;
import io.github.leaderelection.internal.quorum.state.ScoutingRound;
import io.github.leaderelection.internal.quorum.state.SentBeats;
import io.github.leaderelection.internal.quorum.state.Slots;
import io.github.leaderelection.internal.quorum.state.Startup;
import io.github.leaderelection.internal.quorum.state.SupportPromise;
import io.github.leaderelection.internal.quorum.state.TermEvidence;
import io.github.leaderelection.internal.quorum.state.Timing;
import org.jspecify.annotations.Nullable;

/**
 * The state as an exhaustive search sees it: its canonical form, and what it still waits
 * for. A new component of the state does not compile before it is written here.
 *
 * @param state the state, whose clock reads 0
 */
public record ExploredState(QuorumState state) {

	private static final long NANOS_PER_MILLI = 1_000_000;

	/** The canonical form: states that act alike are equal in it, and act as this one. */
	public QuorumState canonical(CanonicalForm writer) {
		QuorumState of = this.state;
		RoleState role = canonical(of.roleState(), writer);
		int others = of.others().size();
		return new QuorumState(of.config(), canonical(of.commitments(), writer), canonical(of.startup(), writer),
				canonical(of.evidence(), writer), role, canonical(of.peers(), writer), of.health().forgotten(),
				HealthReports.none(others), writer.fact(of.broadcasts()), Measurements.UNKNOWN, AttemptState.NONE,
				Preferences.none(others), canonical(of.activity(), role, writer), canonical(of.timers(), writer));
	}

	private static Commitments canonical(Commitments of, CanonicalForm writer) {
		return new Commitments(writer.fact(of.ballot()), writer.optional(of.saved()), writer.optional(of.saveProblem()),
				writer.part(unlessOver(of.promise(), writer), (part) -> canonical(part, writer)),
				writer.parts(of.held(),
						(part) -> new HeldProposal(writer.fact(part.envelope()), writer.deadline(part.untilNanos()))));
	}

	private static @Nullable SupportPromise unlessOver(@Nullable SupportPromise promise, CanonicalForm writer) {
		return (promise != null && !writer.isOver(promise.untilNanos())) ? promise : null;
	}

	private static RoleState canonical(RoleState of, CanonicalForm writer) {
		KnownLeader known = writer.part(of.known(), (part) -> canonical(part, writer));
		Proposal proposal = writer.part(of.proposal(), (part) -> canonical(part, writer));
		LeaderState leader = writer.part((of instanceof LeaderState leading) ? leading : null,
				(part) -> canonical(part, writer));
		if (leader != null) {
			return leader;
		}
		return (proposal != null) ? new CandidateState(known, proposal) : new FollowerState(known, none(of.scouting()));
	}

	private static Peers canonical(Peers of, CanonicalForm writer) {
		return new Peers(writer.fact(of.all()), writer.fact(of.foreignLists()), List.of());
	}

	/** Heartbeats are numbered anew by a leader alone. */
	private static Activity canonical(Activity of, RoleState role, CanonicalForm writer) {
		long beat = (role instanceof LeaderState leader) ? newest(leader.beats()) : 0;
		return new Activity(0, beat, writer.fact(of.eligible()), writer.fact(of.stopping()), writer.fact(of.stopped()));
	}

	private static Timers canonical(Timers of, CanonicalForm writer) {
		return new Timers(writer.timers(of.deadlines()), writer.timers(of.armed()));
	}

	private static SupportPromise canonical(SupportPromise of, CanonicalForm writer) {
		return new SupportPromise(writer.fact(of.member()), writer.fact(of.incarnation()), writer.fact(of.term()),
				writer.deadline(of.untilNanos()));
	}

	private static KnownLeader canonical(KnownLeader of, CanonicalForm writer) {
		return new KnownLeader(writer.fact(of.id()), writer.fact(of.incarnation()), writer.fact(of.term()),
				writer.fact(of.token()), writer.fact(of.direct()), writer.longAgo(), writer.fact(of.excused()));
	}

	/** Of what a node without state has asked, it matters before or after its wait. */
	private static Startup canonical(Startup of, CanonicalForm writer) {
		boolean asks = of.isAsking();
		long newest = (of.phase() == Startup.Phase.LOST_WAITING) ? Questions.EARLY : Questions.LATE;
		return new Startup(writer.fact(of.phase()), asks ? writer.began(of.beganNanos()) : 0,
				writer.deadline(of.waitEndNanos()), writer.deadline(of.votesEndNanos()), writer.fact(of.spanNanos()),
				writer.fact(of.drift()), asks ? newest : 0, asks ? Questions.EARLY : 0, writer.fact(of.newcomers()),
				writer.fact(asks ? of.metTerm() : 0), writer.fact(of.terms()), writer.fact(of.basis()));
	}

	private static Proposal canonical(Proposal of, CanonicalForm writer) {
		Proposal.Vote[] answers = of.answers().clone();
		Arrays.setAll(answers, (i) -> (answers[i] == Proposal.Vote.REFUSED) ? Proposal.Vote.OPEN : answers[i]);
		return canonical(of, writer.deadline(of.endNanos()), writer.fact(answers), writer);
	}

	/** Of a candidacy that was won, only when it began and its term are read again. */
	private static Proposal won(Proposal of, CanonicalForm writer) {
		return canonical(of, 0, Slots.all(new Proposal.Vote[of.answers().length], Proposal.Vote.OPEN), writer);
	}

	private static Proposal canonical(Proposal of, long endNanos, Proposal.Vote[] answers, CanonicalForm writer) {
		long began = writer.age(of.firstSentNanos());
		return new Proposal(writer.fact(of.term()), writer.optional(of.ceded()), writer.fact(of.sent()),
				writer.fact(of.saved()), began, millis(began), endNanos, answers, writer.fact(of.leaseNanos()));
	}

	private static LeaderState canonical(LeaderState of, CanonicalForm writer) {
		return new LeaderState(won(of.won(), writer), writer.fact(of.wonTerm()), canonical(of.lease(), writer),
				canonical(of.acks(), writer), canonical(of.beats(), writer),
				writer.part(of.raise(), (part) -> canonical(part, writer)), writer.fact(of.highestProposed()),
				writer.optional(of.drain()));
	}

	/** Counts from now, and ends at the same moment. */
	static Lease canonical(Lease of, CanonicalForm writer) {
		return new Lease(0, 0, writer.deadline(of.endNanos()), writer.fact(of.marginNanos()));
	}

	private static Acks canonical(Acks of, CanonicalForm writer) {
		long[] sent = Arrays.stream(of.sentNanos()).map(writer::promised).toArray();
		return new Acks(sent, Arrays.stream(sent).map(ExploredState::millis).toArray(), writer.fact(of.leaseNanos()),
				new long[sent.length]);
	}

	private static SentBeats canonical(SentBeats of, CanonicalForm writer) {
		List<CanonicalForm.Beat> sent = new ArrayList<>();
		int slots = of.sequences().length;
		for (int i = 0; i < slots; i++) {
			sent.add(new CanonicalForm.Beat(of.sequences()[i], of.nanos()[i], of.backed()[i]));
		}
		SentBeats form = SentBeats.empty(slots);
		writer.beats(sent, slots)
			.forEach((beat) -> form.put(beat.sequence(), beat.nanos(), millis(beat.nanos()), beat.backed()));
		return form;
	}

	private static TermEvidence canonical(TermEvidence of, CanonicalForm writer) {
		TermEvidence none = TermEvidence.none(of.named().length, Timing.NONE);
		return new TermEvidence(none.named(), writer.fact(of.floor()), none.leaderlessSinceNanos(), none.askedNanos(),
				none(of.doubt()));
	}

	private static long newest(SentBeats of) {
		return Math.max(0, Arrays.stream(of.sequences()).max().orElse(0));
	}

	private static long millis(long nanos) {
		return (nanos == Timing.NONE) ? 0 : nanos / NANOS_PER_MILLI;
	}

	private static <T> @Nullable T none(@Nullable T value) {
		if (value != null) {
			throw new IllegalStateException("A search keeps no state with " + value);
		}
		return null;
	}

	/** As if a timer were due. */
	public QuorumState due(QuorumTimer timer) {
		Timers timers = this.state.timers();
		return this.state.with(new Timers(Slots.with(timers.deadlines(), timer.ordinal(), 0), timers.armed()));
	}

	/** As if the time of a candidacy were over, if there is one. */
	public QuorumState withCandidacyOver() {
		if (!(this.state.roleState() instanceof CandidateState candidate)) {
			return this.state;
		}
		Proposal open = candidate.proposal();
		return this.state.with(candidate.withProposal(new Proposal(open.term(), open.ceded(), open.sent(), open.saved(),
				open.firstSentNanos(), open.firstSentWallMillis(), 0, open.answers(), open.leaseNanos())));
	}

	/** As if a leader had heard nobody yet. */
	public QuorumState unheard() {
		LeaderState leader = this.state.leader();
		if (leader == null) {
			return this.state;
		}
		Acks heard = leader.acks();
		return this.state.with(leader.withAcks(new Acks(heard.sentNanos(), heard.sentWallMillis(), heard.leaseNanos(),
				Slots.all(heard.arrivedNanos().length, Timing.NONE))));
	}

	/** As if a node without state had asked in vain for long. */
	public QuorumState waitingUntil(long waitEndNanos) {
		Startup of = this.state.startup();
		return this.state
			.with(new Startup(of.phase(), of.beganNanos(), waitEndNanos, of.votesEndNanos(), of.spanNanos(), of.drift(),
					of.round(), of.early(), of.newcomers(), of.metTerm(), of.terms(), of.basis()));
	}

	/** As if the known leader, if there is one, had just been heard. */
	public QuorumState hearing() {
		KnownLeader known = this.state.roleState().known();
		return (known != null) ? this.state.with(this.state.roleState().withKnown(known.heardAt(0))) : this.state;
	}

	/**
	 * The scouting round that is open.
	 * @return its number, 0 for none
	 */
	public long openRound() {
		ScoutingRound open = this.state.roleState().scouting();
		return (open != null) ? open.number() : 0;
	}

	/**
	 * The term this node stands in.
	 * @return the term, 0 if it does not stand
	 */
	public long candidacyTerm() {
		return termOf(this.state.roleState().proposal());
	}

	/**
	 * The fencing token of a leader.
	 * @return the token, 0 if it does not lead
	 */
	public long token() {
		LeaderState leader = this.state.leader();
		return (leader != null) ? leader.token() : 0;
	}

	/**
	 * The term that a leader raises its own to.
	 * @return the term, 0 if it raises none
	 */
	public long raisedTerm() {
		LeaderState leader = this.state.leader();
		return (leader != null) ? termOf(leader.raise()) : 0;
	}

	private static long termOf(@Nullable Proposal proposal) {
		return (proposal != null) ? proposal.term() : 0;
	}

	/**
	 * The start of each other member that has ceded.
	 * @return by position, 0 for none
	 */
	public long[] cededIncarnations() {
		return Arrays.stream(this.state.peers().all()).mapToLong(Peer::cededIncarnation).toArray();
	}

	/** Up to which term each of those has ceded. */
	public long[] cededTerms() {
		return Arrays.stream(this.state.peers().all()).mapToLong(Peer::cededTerm).toArray();
	}

	/** How far this node is past a start without its state. */
	public Lost lost() {
		return switch (this.state.startup().phase()) {
			case LOST_WAITING -> Lost.WAITING;
			case LOST_ASKING -> Lost.ASKING;
			case BY_CLOCK -> Lost.BY_CLOCK;
			case WAITING, DONE -> Lost.NOT;
		};
	}

	/** The newest question that a node without state asked before its wait ended. */
	public long earlyQuestion() {
		return this.state.startup().early();
	}

	/**
	 * The start of each other member that said that it had never stood.
	 * @return by position, 0 for none
	 */
	public long[] newcomers() {
		return this.state.startup().newcomers();
	}

	/** The highest term that was named to this start and is believed. */
	public long metTerm() {
		return this.state.startup().metTerm();
	}

	/** Which timers are set. */
	public int timers() {
		int set = 0;
		for (QuorumTimer timer : QuorumTimer.values()) {
			set |= (this.state.deadlineNanos(timer) != Timing.NONE) ? 1 << timer.ordinal() : 0;
		}
		return set;
	}

	/**
	 * How far a node is past a start without its state.
	 */
	public enum Lost {

		/** It has its state, or needs it no more. */
		NOT,
		/** Its wait is not over. */
		WAITING,
		/** Its wait is over. */
		ASKING,
		/** It goes by its wall clock, and asks on. */
		BY_CLOCK

	}

}
