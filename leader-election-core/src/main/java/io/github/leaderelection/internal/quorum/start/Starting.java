package io.github.leaderelection.internal.quorum.start;

import io.github.leaderelection.NodeId;
import io.github.leaderelection.internal.protocol.Effect;
import io.github.leaderelection.internal.protocol.Notice;
import io.github.leaderelection.internal.protocol.Now;
import io.github.leaderelection.internal.protocol.Recovered;
import io.github.leaderelection.internal.quorum.Plausibility;
import io.github.leaderelection.internal.quorum.QuorumMessage.StateAnswer;
import io.github.leaderelection.internal.quorum.QuorumMessage.StateQuestion;
import io.github.leaderelection.internal.quorum.QuorumMessage;
import io.github.leaderelection.internal.quorum.QuorumState;
import io.github.leaderelection.internal.quorum.QuorumTimer;
import io.github.leaderelection.internal.quorum.state.Config;
import io.github.leaderelection.internal.quorum.state.Peer;
import io.github.leaderelection.internal.quorum.state.Startup;
import io.github.leaderelection.internal.quorum.state.Timing;
import io.github.leaderelection.internal.quorum.step.Attempts;
import io.github.leaderelection.internal.quorum.step.RoleChanges;
import io.github.leaderelection.internal.quorum.step.StepContext;
import io.github.leaderelection.internal.quorum.step.Voter;
import io.github.leaderelection.spi.Ballot;
import io.github.leaderelection.spi.Envelope;
import org.jspecify.annotations.Nullable;

/**
 * The start. A node waits until forgotten promises have ended. A node without state also
 * learns which terms are spent before it votes.
 */
public final class Starting {

	private static final String LEARNED = "terms learned from a quorum";

	private Starting() {
	}

	public static StepContext start(Config config, Recovered recovered, Now now, long entropy) {
		Ballot found = recovered.ballot();
		StepContext step = (found != null && found.voter()) ? withState(config, found, now, entropy)
				: withoutState(config, found, now, entropy);
		for (NodeId other : config.others()) {
			step.beforeSave(new Effect.ConnectPeer<>(other));
		}
		return step;
	}

	/**
	 * A voter waits for the longest promise it may have given, unless it has the mark of
	 * a clean stop. The mark is erased before the first answer.
	 */
	private static StepContext withState(Config config, Ballot found, Now now, long entropy) {
		long lease = config.timing().leaseNanos();
		double drift = config.timing().drift();
		if (found.noPromiseOutstanding()) {
			StepContext step = begin(config, found, found,
					Startup.done(now.monotonicNanos(), "saved state", config.others().size()), now, entropy);
			Voter.start(step, lease, drift);
			Attempts.afterOwnRank(step, step.state().rankDelay());
			return step;
		}
		long span = Math.max(found.spanNanos(), lease);
		double largestDrift = Math.max(found.drift(), drift);
		long end = now.monotonicNanos() + Timing.startWait(span, largestDrift);
		StepContext step = begin(config, found, found,
				Startup.waiting(now.monotonicNanos(), end, "saved state", config.others().size()), now, entropy);
		Voter.start(step, span, largestDrift);
		step.setDeadline(QuorumTimer.STARTUP, end);
		Attempts.suspectLater(step);
		return step;
	}

	private static StepContext begin(Config config, Ballot ballot, @Nullable Ballot saved, Startup startup, Now now,
			long entropy) {
		return new StepContext(QuorumState.first(config, ballot, saved, startup, now), now, entropy);
	}

	private static StepContext withoutState(Config config, @Nullable Ballot found, Now now, long entropy) {
		String identity = (found != null) ? found.identity() : Long.toHexString(entropy);
		long term = (found != null) ? found.term() : 0;
		long span = Math.max((found != null) ? found.spanNanos() : 0, config.timing().leaseNanos());
		double drift = Math.max((found != null) ? found.drift() : 0, config.timing().drift());
		Ballot ballot = new Ballot(identity, false, term, null, 0, span, drift, false);
		Startup startup = Startup.lost(now.monotonicNanos(), span, drift, config.others().size());
		StepContext step = begin(config, ballot, found, startup, now, entropy);
		step.saveAgain();
		if (config.others().isEmpty()) {
			becomeVoter(step, term, Math.max(term, now.wallMillis()), "the only member");
			return step;
		}
		step.setDeadline(QuorumTimer.STARTUP, now.monotonicNanos());
		return step;
	}

	/**
	 * The wait may be over, or a question is asked again.
	 */
	public static void tick(StepContext step) {
		Startup startup = step.startup();
		boolean waited = step.now().reached(startup.waitEndNanos());
		switch (startup.phase()) {
			case WAITING -> {
				if (waited) {
					step.change(startup.done(step.nanos(), startup.basis()));
				}
				else {
					step.setDeadline(QuorumTimer.STARTUP, startup.waitEndNanos());
				}
			}
			case LOST_WAITING -> waitOn(step, waited);
			case LOST_ASKING -> askOn(step);
			case BY_CLOCK -> askLater(step);
			case DONE -> {
			}
		}
	}

	/**
	 * Only a node that keeps state can tell a new member from one that lost its state.
	 */
	private static void waitOn(StepContext step, boolean waited) {
		if (waited) {
			ask(step, Startup.Phase.LOST_ASKING);
		}
		else if (step.config().settings().durable()) {
			ask(step, Startup.Phase.LOST_WAITING);
		}
		else {
			step.setDeadline(QuorumTimer.STARTUP, step.startup().waitEndNanos());
		}
	}

	private static void ask(StepContext step, Startup.Phase phase) {
		step.change(step.startup().at(phase));
		askAll(step);
		long again = step.nanos() + askAgainAfter(step);
		long end = step.startup().waitEndNanos();
		boolean endFirst = phase == Startup.Phase.LOST_WAITING && end - again < 0;
		step.setDeadline(QuorumTimer.STARTUP, endFirst ? end : again);
	}

	/**
	 * Asks all members what they remember.
	 */
	static void askAll(StepContext step) {
		step.change(step.startup().asked());
		step.broadcast(new StateQuestion(step.ballot().term(), step.startup().round()));
	}

	/**
	 * A node that went by its wall clock goes on asking: its clock may be wrong.
	 */
	private static void askLater(StepContext step) {
		askAll(step);
		boolean led = step.state().leaderId() != null;
		step.setDeadline(QuorumTimer.STARTUP,
				step.nanos() + (led ? step.timing().leaseNanos() : step.timing().heartbeatNanos()));
	}

	private static long askAgainAfter(StepContext step) {
		return step.timing().heartbeatNanos() / 2;
	}

	/**
	 * If too few voters answer, a node that keeps no state goes by its wall clock. A node
	 * that should have state goes on asking.
	 */
	private static void askOn(StepContext step) {
		long patience = Math.max(step.timing().heartbeatNanos(), 4 * step.state().measurements().roundTripNanos());
		boolean outOfPatience = step.now().reached(step.startup().waitEndNanos() + patience);
		if (outOfPatience && !step.config().settings().durable() && step.state().commitments().canSave()) {
			long known = Math.max(step.startup().highestTerm(Plausibility.highest(step.state(), step.now())),
					step.ballot().term());
			long floor = Math.max(known, step.now().wallMillis());
			Startup byClock = step.startup().byClock("floor from the wall clock");
			becomeVoter(step, step.ballot().term(), floor, byClock);
			askLater(step);
			return;
		}
		ask(step, Startup.Phase.LOST_ASKING);
	}

	/**
	 * Says what this node remembers.
	 */
	public static void asked(StepContext step, Envelope<QuorumMessage> envelope, StateQuestion question) {
		Ballot ballot = step.ballot();
		step.reply(envelope, new StateAnswer(Math.max(ballot.term(), ballot.voteFloor()), question.round(),
				ballot.voter(), neverStood(step, envelope), ballot.spanNanos(), ballot.drift()));
	}

	/**
	 * Whether this node had never stood at some moment since the asker started. Only
	 * voters stand, and nobody stands in term 0. Then nothing that the asker may have
	 * forgotten counts here.
	 */
	private static boolean neverStood(StepContext step, Envelope<QuorumMessage> question) {
		return !step.ballot().voter() || step.ballot().term() == 0
				|| step.startup().knowsAsNewcomer(step.config().indexOf(question.from()), question.incarnation());
	}

	/**
	 * An answer of a member that never stood counts at any time, but only for whether the
	 * cluster is new. For spent terms only answers to questions sent after the wait
	 * count.
	 */
	public static void answered(StepContext step, Envelope<QuorumMessage> envelope, StateAnswer answer) {
		if (!step.isAnswerToThisStart(envelope)) {
			return;
		}
		int member = step.sender(envelope);
		Doubts.named(step, envelope, answer.term());
		Startup startup = step.startup();
		if (!startup.isAsking() || !step.state().commitments().canSave()) {
			return;
		}
		if (startup.isLost() && step.config().settings().durable()
				&& answer.term() <= Plausibility.highest(step.state(), step.now())) {
			meet(step, member, envelope, answer);
		}
		boolean counts = answer.voter() && answer.round() > step.startup().early();
		if (counts && step.startup().phase() == Startup.Phase.LOST_ASKING) {
			learn(step, member, answer);
		}
		else if (counts && step.startup().phase() == Startup.Phase.BY_CLOCK) {
			learnLate(step, member, answer);
		}
	}

	/**
	 * Each named term counts, even of a member that has stood: another may have lost what
	 * it won.
	 */
	private static void meet(StepContext step, int member, Envelope<QuorumMessage> envelope, StateAnswer answer) {
		step.change(step.startup().met(answer.term()));
		if (answer.neverStood()) {
			step.change(step.startup().newcomer(member, envelope.incarnation()));
		}
		if (step.startup().allNewcomers()) {
			long met = Math.max(step.startup().metTerm(), step.ballot().term());
			becomeVoter(step, met, met, "a new cluster");
		}
	}

	private static void learn(StepContext step, int member, StateAnswer answer) {
		Startup startup = step.startup();
		if (answer.spanNanos() > startup.spanNanos() || answer.drift() > startup.drift()) {
			step.change(startup.longer(answer.spanNanos(), answer.drift()));
			Voter.remember(step, answer.spanNanos(), answer.drift());
			step.setDeadline(QuorumTimer.STARTUP, step.startup().waitEndNanos());
			return;
		}
		learned(step, member, answer);
		if (hasLearned(step)) {
			long highest = Math.max(step.startup().highestTerm(Plausibility.highest(step.state(), step.now())),
					step.ballot().term());
			becomeVoter(step, highest, highest, LEARNED);
		}
	}

	private static void learned(StepContext step, int member, StateAnswer answer) {
		step.change(step.startup().learned(member, answer.term()));
	}

	/**
	 * Whether a quorum of others has named the spent terms. An answer that is not
	 * believed does not count.
	 */
	private static boolean hasLearned(StepContext step) {
		return step.startup().votersHeard(Plausibility.highest(step.state(), step.now())) >= needed(step);
	}

	/**
	 * How many have to answer. A term may have been spent under a longer list, by a
	 * quorum that lost two members since: the removed one, and this node. So more must
	 * answer, until any quorum of that list is represented.
	 */
	private static int needed(StepContext step) {
		int needed = Math.min(step.config().quorum(), step.config().others().size());
		for (Peer peer : step.state().peers().all()) {
			int listed = (peer.list() != null) ? peer.list().ids().size() : 0;
			if (listed > step.config().memberList().ids().size()) {
				needed = Math.max(needed, (listed + 1) / 2);
			}
		}
		return needed;
	}

	/**
	 * What others answer replaces the floor from the wall clock, unless this node has
	 * voted above it meanwhile.
	 */
	private static void learnLate(StepContext step, int member, StateAnswer answer) {
		learned(step, member, answer);
		if (hasLearned(step)) {
			long highest = step.startup().highestTerm(Plausibility.highest(step.state(), step.now()));
			long floor = (step.ballot().vote() != null) ? step.ballot().voteFloor() : highest;
			Voter.replaceFloor(step, floor);
			if (step.scouting() != null && step.scouting().proposedTerm() <= floor) {
				RoleChanges.scoutAnew(step);
			}
			step.change(step.startup().done(step.nanos(), LEARNED));
			step.clearDeadlines(QuorumTimer.STARTUP);
			step.report(Notice.VOTER, LEARNED + ", votes above term " + floor);
		}
	}

	/**
	 * The learned term and the cleared mark are saved together. This node never votes in
	 * that term or below.
	 */
	private static void becomeVoter(StepContext step, long term, long floor, String basis) {
		becomeVoter(step, term, floor, step.startup().done(step.nanos(), basis));
	}

	private static void becomeVoter(StepContext step, long term, long floor, Startup startup) {
		Voter.becomeVoter(step, term, floor);
		step.change(startup);
		step.clearDeadlines(QuorumTimer.STARTUP);
		step.report(Notice.VOTER, startup.basis() + ", votes above term " + floor);
		if (step.known() == null) {
			Attempts.afterOwnRank(step, 0);
		}
		else {
			Attempts.suspectLater(step);
		}
	}

	/**
	 * Begins anew if what it had learned could not be saved.
	 */
	public static void notSaved(StepContext step) {
		Ballot ballot = step.ballot();
		if (!ballot.voter() && !step.startup().isLost()) {
			step.change(step.startup().lostAgain(step.nanos(), ballot.spanNanos(), ballot.drift()));
			step.setDeadline(QuorumTimer.STARTUP, step.startup().waitEndNanos());
		}
	}

	/**
	 * Asks an open question again at once over a new link.
	 */
	public static void connected(StepContext step, NodeId peer) {
		if (step.startup().isAsking() && step.startup().round() > 0) {
			step.send(peer, new StateQuestion(step.ballot().term(), step.startup().round()));
		}
	}

}
