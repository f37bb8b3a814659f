package io.github.leaderelection.internal.quorum;

import io.github.leaderelection.NodeId;
import io.github.leaderelection.internal.protocol.Effect;
import io.github.leaderelection.internal.protocol.Notice;
import io.github.leaderelection.internal.protocol.Now;
import io.github.leaderelection.internal.protocol.Recovered;
import io.github.leaderelection.internal.quorum.QuorumMessage.StateAnswer;
import io.github.leaderelection.internal.quorum.QuorumMessage.StateQuestion;
import io.github.leaderelection.spi.Ballot;
import io.github.leaderelection.spi.Envelope;
import org.jspecify.annotations.Nullable;

/**
 * The start: waiting until forgotten promises have ended, and for a node without state
 * learning which terms are spent before it votes.
 */
final class Starting {

	private static final String LEARNED = "terms learned from a quorum";

	private Starting() {
	}

	static Turn start(Config config, Recovered recovered, Now now, long entropy) {
		Ballot found = recovered.ballot();
		Turn turn = (found != null && found.voter()) ? withState(config, found, now, entropy)
				: withoutState(config, found, now, entropy);
		for (NodeId other : config.others()) {
			turn.first(new Effect.ConnectPeer<>(other));
		}
		return turn;
	}

	/**
	 * A voter waits for the longest promise it may have given; only the mark of a clean
	 * stop spares it that, and is erased before the first answer.
	 */
	private static Turn withState(Config config, Ballot found, Now now, long entropy) {
		long lease = config.timing().leaseNanos();
		double drift = config.timing().drift();
		if (found.noPromiseOutstanding()) {
			Turn turn = new Turn(config, found, found,
					Startup.done(now.monotonicNanos(), "saved state", config.others().size()), now, entropy);
			turn.ballot = found.withSpan(lease, drift).withNoPromiseOutstanding(false);
			attemptSoon(turn);
			return turn;
		}
		long span = Math.max(found.spanNanos(), lease);
		double largestDrift = Math.max(found.drift(), drift);
		long end = now.monotonicNanos() + Timing.startWait(span, largestDrift);
		Turn turn = new Turn(config, found, found,
				Startup.waiting(now.monotonicNanos(), end, "saved state", config.others().size()), now, entropy);
		turn.ballot = found.withSpan(span, largestDrift);
		turn.setDeadline(QuorumTimer.STARTUP, end);
		Following.suspectLater(turn);
		return turn;
	}

	private static Turn withoutState(Config config, @Nullable Ballot found, Now now, long entropy) {
		String identity = (found != null) ? found.identity() : Long.toHexString(entropy);
		long term = (found != null) ? found.term() : 0;
		long span = Math.max((found != null) ? found.spanNanos() : 0, config.timing().leaseNanos());
		double drift = Math.max((found != null) ? found.drift() : 0, config.timing().drift());
		Ballot ballot = new Ballot(identity, false, term, null, 0, span, drift, false);
		Startup startup = Startup.lost(now.monotonicNanos(), span, drift, config.others().size());
		Turn turn = new Turn(config, ballot, found, startup, now, entropy);
		turn.saveAgain();
		if (config.others().isEmpty()) {
			becomeVoter(turn, term, Math.max(term, now.wallMillis()), "the only member");
			return turn;
		}
		turn.setDeadline(QuorumTimer.STARTUP, now.monotonicNanos());
		return turn;
	}

	private static void attemptSoon(Turn turn) {
		turn.setDeadline(QuorumTimer.ATTEMPT, turn.nanos() + turn.rankDelay() + Ranks.ownDelay(turn));
	}

	/**
	 * The wait may be over, or a question is asked again.
	 */
	static void tick(Turn turn) {
		Startup startup = turn.startup;
		boolean waited = turn.now.reached(startup.waitEndNanos());
		switch (startup.phase()) {
			case WAITING -> {
				if (waited) {
					turn.startup = startup.done(turn.nanos(), startup.basis());
				}
				else {
					turn.setDeadline(QuorumTimer.STARTUP, startup.waitEndNanos());
				}
			}
			case LOST_WAITING -> waitOn(turn, waited);
			case LOST_ASKING -> askOn(turn);
			case BY_CLOCK -> askLater(turn);
			case DONE -> {
			}
		}
	}

	/**
	 * Only nodes that keep state can be told from new ones that have none.
	 */
	private static void waitOn(Turn turn, boolean waited) {
		if (waited) {
			ask(turn, Startup.Phase.LOST_ASKING);
		}
		else if (turn.config.settings().durable()) {
			ask(turn, Startup.Phase.LOST_WAITING);
		}
		else {
			turn.setDeadline(QuorumTimer.STARTUP, turn.startup.waitEndNanos());
		}
	}

	private static void ask(Turn turn, Startup.Phase phase) {
		turn.startup = turn.startup.at(phase);
		askAll(turn);
		long again = turn.nanos() + askAgainAfter(turn);
		long end = turn.startup.waitEndNanos();
		boolean endFirst = phase == Startup.Phase.LOST_WAITING && end - again < 0;
		turn.setDeadline(QuorumTimer.STARTUP, endFirst ? end : again);
	}

	/**
	 * Asks all members what they remember.
	 */
	static void askAll(Turn turn) {
		turn.startup = turn.startup.asked();
		turn.broadcast(new StateQuestion(turn.ballot.term(), turn.startup.round()));
	}

	/**
	 * A node that went by its wall clock goes on asking: its clock may be wrong.
	 */
	private static void askLater(Turn turn) {
		askAll(turn);
		boolean led = turn.reign != null || turn.leader != null;
		turn.setDeadline(QuorumTimer.STARTUP,
				turn.nanos() + (led ? turn.timing().leaseNanos() : turn.timing().heartbeatNanos()));
	}

	private static long askAgainAfter(Turn turn) {
		return turn.timing().heartbeatNanos() / 2;
	}

	/**
	 * Where too few voters can be asked, a node that keeps no state goes by the wall
	 * clock; one that should have had state goes on asking.
	 */
	private static void askOn(Turn turn) {
		long patience = Math.max(turn.timing().heartbeatNanos(), 4 * turn.pace.roundTripNanos());
		boolean outOfPatience = turn.now.reached(turn.startup.waitEndNanos() + patience);
		if (outOfPatience && !turn.config.settings().durable() && turn.canSave()) {
			long known = Math.max(turn.startup.highestTerm(Plausibility.highest(turn)), turn.ballot.term());
			long floor = Math.max(known, turn.now.wallMillis());
			Startup byClock = turn.startup.byClock("floor from the wall clock");
			becomeVoter(turn, turn.ballot.term(), floor, byClock);
			askLater(turn);
			return;
		}
		ask(turn, Startup.Phase.LOST_ASKING);
	}

	/**
	 * Says what this node remembers.
	 */
	static void asked(Turn turn, Envelope<QuorumMessage> envelope, StateQuestion question) {
		Ballot ballot = turn.ballot;
		turn.reply(envelope, new StateAnswer(Math.max(ballot.term(), ballot.voteFloor()), question.round(),
				ballot.voter(), neverStood(turn, envelope), ballot.spanNanos(), ballot.drift()));
	}

	/**
	 * Whether this node had never stood at some moment since the asker started: only
	 * voters stand, and nobody in term 0. Then no vote and no promise that the asker may
	 * have forgotten counts here.
	 */
	private static boolean neverStood(Turn turn, Envelope<QuorumMessage> question) {
		return !turn.ballot.voter() || turn.ballot.term() == 0
				|| turn.startup.knowsAsNewcomer(turn.config.indexOf(question.from()), question.incarnation());
	}

	/**
	 * Who had never stood counts at any time, but only for whether the cluster is new.
	 * For the terms that are spent only answers to questions sent after it count.
	 */
	static void answered(Turn turn, Envelope<QuorumMessage> envelope, StateAnswer answer) {
		if (envelope.answers() != turn.config.incarnation()) {
			return;
		}
		int member = turn.config.indexOf(envelope.from());
		turn.evidence = turn.evidence.naming(member, answer.term());
		Plausibility.answered(turn, envelope, answer.term());
		Startup startup = turn.startup;
		if (!startup.isAsking() || !turn.canSave()) {
			return;
		}
		if (startup.isLost() && turn.config.settings().durable() && answer.term() <= Plausibility.highest(turn)) {
			meet(turn, member, envelope, answer);
		}
		boolean counts = answer.voter() && answer.round() > turn.startup.early();
		if (counts && turn.startup.phase() == Startup.Phase.LOST_ASKING) {
			learn(turn, member, answer);
		}
		else if (counts && turn.startup.phase() == Startup.Phase.BY_CLOCK) {
			learnLate(turn, member, answer);
		}
	}

	/**
	 * Each term that is named counts, also of one who has stood: another may have lost
	 * what it won.
	 */
	private static void meet(Turn turn, int member, Envelope<QuorumMessage> envelope, StateAnswer answer) {
		turn.startup = turn.startup.met(answer.term());
		if (answer.neverStood()) {
			turn.startup = turn.startup.newcomer(member, envelope.incarnation());
		}
		if (turn.startup.allNewcomers()) {
			long met = Math.max(turn.startup.metTerm(), turn.ballot.term());
			becomeVoter(turn, met, met, "a new cluster");
		}
	}

	private static void learn(Turn turn, int member, StateAnswer answer) {
		Startup startup = turn.startup;
		if (answer.spanNanos() > startup.spanNanos() || answer.drift() > startup.drift()) {
			turn.startup = startup.longer(answer.spanNanos(), answer.drift());
			turn.ballot = turn.ballot.withSpan(Math.max(turn.ballot.spanNanos(), answer.spanNanos()),
					Math.max(turn.ballot.drift(), answer.drift()));
			turn.setDeadline(QuorumTimer.STARTUP, turn.startup.waitEndNanos());
			return;
		}
		turn.startup = startup.learned(member, answer.term());
		if (hasLearned(turn)) {
			long highest = Math.max(turn.startup.highestTerm(Plausibility.highest(turn)), turn.ballot.term());
			becomeVoter(turn, highest, highest, LEARNED);
		}
	}

	/**
	 * Whether a quorum of others has said which terms are spent. An answer that is not
	 * believed is none.
	 */
	private static boolean hasLearned(Turn turn) {
		return turn.startup.votersHeard(Plausibility.highest(turn)) >= needed(turn);
	}

	/**
	 * A member with a longer list may know nothing of a term that was spent under it: of
	 * those who do, one was removed, and this node has forgotten. So as many must answer
	 * that one of any quorum of that list is left among them.
	 */
	private static int needed(Turn turn) {
		int needed = Math.min(turn.config.quorum(), turn.config.others().size());
		for (Peer peer : turn.peers) {
			int listed = (peer.list() != null) ? peer.list().ids().size() : 0;
			if (listed > turn.config.memberList().ids().size()) {
				needed = Math.max(needed, (listed + 1) / 2);
			}
		}
		return needed;
	}

	/**
	 * What others say goes before the wall clock, whichever of the two is higher; but a
	 * node that has voted above its clock meanwhile goes on from there.
	 */
	private static void learnLate(Turn turn, int member, StateAnswer answer) {
		turn.startup = turn.startup.learned(member, answer.term());
		if (hasLearned(turn)) {
			long highest = turn.startup.highestTerm(Plausibility.highest(turn));
			long floor = (turn.ballot.vote() != null) ? turn.ballot.voteFloor() : highest;
			turn.ballot = turn.ballot.asVoter(turn.ballot.term(), floor);
			if (turn.scouting != null && turn.scouting.proposedTerm() <= floor) {
				Scouting.beginAnew(turn);
			}
			turn.startup = turn.startup.done(turn.nanos(), LEARNED);
			turn.clearDeadline(QuorumTimer.STARTUP);
			turn.report(Notice.VOTER, LEARNED + ", votes above term " + floor);
		}
	}

	/**
	 * The learned term and the cleared mark go in one save; no vote is ever given in that
	 * term or below.
	 */
	private static void becomeVoter(Turn turn, long term, long floor, String basis) {
		becomeVoter(turn, term, floor, turn.startup.done(turn.nanos(), basis));
	}

	private static void becomeVoter(Turn turn, long term, long floor, Startup startup) {
		turn.ballot = turn.ballot.asVoter(Math.max(term, turn.ballot.term()), floor);
		turn.startup = startup;
		turn.clearDeadline(QuorumTimer.STARTUP);
		turn.report(Notice.VOTER, startup.basis() + ", votes above term " + floor);
		if (turn.leader == null) {
			turn.setDeadline(QuorumTimer.ATTEMPT, turn.nanos() + Ranks.ownDelay(turn));
		}
		else {
			Following.suspectLater(turn);
		}
	}

	/**
	 * A link opened: a question that waits for its answer is asked at once.
	 */
	static void connected(Turn turn, NodeId peer) {
		if (turn.startup.isAsking() && turn.startup.round() > 0) {
			turn.send(peer, new StateQuestion(turn.ballot.term(), turn.startup.round()));
		}
	}

}
