package io.github.leaderelection.internal.quorum.step;

import java.util.List;

import io.github.leaderelection.NodeId;
import io.github.leaderelection.internal.quorum.Commitments.HeldProposal;
import io.github.leaderelection.internal.quorum.QuorumMessage.Ceded;
import io.github.leaderelection.internal.quorum.QuorumMessage;
import io.github.leaderelection.internal.quorum.QuorumTimer;
import io.github.leaderelection.internal.quorum.state.Startup;
import io.github.leaderelection.internal.quorum.state.SupportPromise;
import io.github.leaderelection.spi.Ballot;
import io.github.leaderelection.spi.Envelope;
import org.jspecify.annotations.Nullable;

/**
 * Changes the ballot of this node and its promise to support nobody else. Leases rest on
 * both.
 */
public final class Voter {

	private Voter() {
	}

	private static void write(StepContext step, Ballot ballot) {
		step.change(step.state().commitments().withBallot(ballot));
	}

	private static void promise(StepContext step, @Nullable SupportPromise promise) {
		step.change(step.state().commitments().withPromise(promise));
	}

	/**
	 * The mark of a clean stop is erased before the first answer.
	 */
	public static void start(StepContext step, long span, double drift) {
		write(step, step.ballot().withSpan(span, drift).withNoPromiseOutstanding(false));
	}

	public static void becomeVoter(StepContext step, long term, long floor) {
		write(step, step.ballot().asVoter(Math.max(term, step.ballot().term()), floor));
	}

	/** What was learned late replaces the floor. */
	public static void replaceFloor(StepContext step, long floor) {
		write(step, step.ballot().asVoter(step.ballot().term(), floor));
	}

	public static void adopt(StepContext step, long term) {
		write(step, step.ballot().withTerm(term));
	}

	public static void vote(StepContext step, long term, Ballot.Vote candidate) {
		write(step, step.ballot().withVote(term, candidate));
	}

	public static void voteForSelf(StepContext step, long term) {
		vote(step, term, new Ballot.Vote(step.self(), step.config().incarnation()));
	}

	/**
	 * Whether a promise could be remembered across a crash: by the ballot that is saved,
	 * or by one that can be.
	 */
	public static boolean mayPromise(StepContext step, long spanNanos) {
		if (step.state().commitments().canSave()) {
			return true;
		}
		Ballot saved = step.state().commitments().saved();
		return saved != null && !saved.noPromiseOutstanding() && saved.spanNanos() >= length(step, spanNanos)
				&& saved.drift() >= step.timing().drift();
	}

	/**
	 * Promises to support nobody else for the larger of the own lease and the other's
	 * span. Either may be longer while settings change. A span above the saved one is
	 * saved before the answer leaves.
	 */
	public static void promise(StepContext step, Envelope<QuorumMessage> asked, long term, long spanNanos) {
		NodeId member = asked.from();
		long length = length(step, spanNanos);
		remember(step, length, step.timing().drift());
		long until = step.nanos() + length;
		SupportPromise old = step.state().commitments().promise();
		if (old != null && old.isTo(member, asked.incarnation()) && old.untilNanos() - until > 0) {
			until = old.untilNanos();
		}
		promise(step, new SupportPromise(member, asked.incarnation(), term, until));
	}

	/**
	 * Remembers the longest promise it may have given, and the largest drift.
	 */
	public static void remember(StepContext step, long length, double drift) {
		Ballot ballot = step.ballot();
		if (length > ballot.spanNanos() || drift > ballot.drift()) {
			write(step, ballot.withSpan(Math.max(length, ballot.spanNanos()), Math.max(drift, ballot.drift())));
		}
	}

	private static long length(StepContext step, long spanNanos) {
		return Math.max(step.timing().leaseNanos(), spanNanos);
	}

	/**
	 * Frees what was promised to a start of a member in a term it has ceded. A promise
	 * for a later term or to another start stays.
	 */
	static boolean free(StepContext step, Ceded ceded) {
		SupportPromise old = step.state().commitments().promise();
		boolean freed = old != null && old.member().equals(ceded.member())
				&& ceded.covers(old.incarnation(), old.term());
		if (freed) {
			promise(step, null);
		}
		return freed;
	}

	/**
	 * Frees what was promised to a start of a member whose process has ended. A promise
	 * to another start, and the wait after this node's own start, stay.
	 */
	public static boolean free(StepContext step, NodeId member, long incarnation) {
		SupportPromise old = step.state().commitments().promise();
		boolean freed = old != null && old.isTo(member, incarnation);
		if (freed) {
			promise(step, null);
			judgeHeldSoon(step);
		}
		return freed;
	}

	/** A leader is promised to nobody. */
	static void lead(StepContext step) {
		promise(step, null);
	}

	/**
	 * Holds a proposal until this node is free.
	 */
	public static void hold(StepContext step, HeldProposal proposal, long wait) {
		step.change(step.state().commitments().holding(proposal));
		step.advanceDeadline(QuorumTimer.HELD, step.nanos() + wait);
	}

	/** Proposals that wait are judged in a step of their own. */
	static void judgeHeldSoon(StepContext step) {
		if (!step.state().commitments().held().isEmpty()) {
			step.setDeadline(QuorumTimer.HELD, step.nanos());
		}
	}

	/** Holds no proposal any more. */
	public static List<HeldProposal> releaseHeld(StepContext step) {
		List<HeldProposal> held = step.state().commitments().held();
		step.change(step.state().commitments().withHeld(List.of()));
		step.clearDeadlines(QuorumTimer.HELD);
		return held;
	}

	public static void saved(StepContext step, Ballot ballot) {
		step.change(step.state().commitments().withSaved(ballot, null));
	}

	/**
	 * Forgets what could not be saved. The mark of a clean stop may be on the disk, so it
	 * is erased again.
	 */
	public static void notSaved(StepContext step, String reason) {
		Ballot saved = step.state().commitments().saved();
		step.change(step.state().commitments().withSaved(saved, reason));
		step.withoutSave();
		if (saved != null) {
			write(step, saved.withNoPromiseOutstanding(false));
		}
	}

	/**
	 * Marks a clean stop, which spares the next start its wait. No promise may live, the
	 * wait of this start is over, and this node is a voter.
	 */
	static void stop(StepContext step) {
		boolean promised = step.state().commitments().livePromise(step.nanos()) != null;
		boolean waiting = step.startup().phase() != Startup.Phase.DONE;
		if (step.state().commitments().canSave() && !promised && !waiting && step.ballot().voter()) {
			write(step, step.ballot().withNoPromiseOutstanding(true));
		}
	}

}
