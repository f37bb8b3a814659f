package io.github.leaderelection.internal.quorum.step;

import java.util.List;

import io.github.leaderelection.NodeId;
import io.github.leaderelection.internal.quorum.QuorumTimer;
import io.github.leaderelection.internal.quorum.state.AttemptState;
import io.github.leaderelection.internal.quorum.state.Timing;

/**
 * When this node tries to be elected, and which scouts it lets go first.
 */
public final class Attempts {

	private Attempts() {
	}

	public static void at(StepContext step, long nanos) {
		step.setDeadline(QuorumTimer.ATTEMPT, nanos);
	}

	public static void stop(StepContext step) {
		step.clearDeadlines(QuorumTimer.ATTEMPT);
	}

	/**
	 * The moment to scout if nothing more is heard of the leader.
	 */
	public static void suspectLater(StepContext step) {
		long silence = step.state().suspicionNanos();
		at(step, step.nanos() + silence + Ranks.ownDelayWithin(step, step.timing().leaseNanos() - silence));
	}

	/**
	 * Stands as soon as its rank says, unless it lets another go first.
	 */
	public static void sooner(StepContext step) {
		if (!step.state().isYielding(step.nanos())) {
			step.advanceDeadline(QuorumTimer.ATTEMPT,
					step.nanos() + Ranks.ownDelayWithin(step, step.state().ownWait(step.now())));
		}
	}

	/**
	 * Stands after the time of its rank, and a while more.
	 */
	public static void afterOwnRank(StepContext step, long more) {
		at(step, step.nanos() + Ranks.ownDelay(step) + more);
	}

	/**
	 * Tries again in half a lease: what others say of a leader counts for a lease.
	 */
	public static void inHalfALease(StepContext step) {
		at(step, step.nanos() + step.timing().leaseNanos() / 2);
	}

	/**
	 * After a round or a candidacy that failed, waits a little longer each time.
	 */
	public static void backOff(StepContext step) {
		AttemptState attempts = step.state().attempts();
		step.change(attempts.withFailedRounds(attempts.failedRounds() + 1));
		at(step, step.nanos()
				+ step.timing().backOff(attempts.failedRounds() + 1, step.state().candidacyNanos(), step.entropy()));
	}

	/** Another scouts, and may stand. */
	public static void agreedTo(StepContext step, NodeId scout) {
		step.change(step.state().attempts().agreeingTo(scout));
	}

	/**
	 * Lets a scout go first.
	 */
	public static void giveWay(StepContext step, long wait) {
		long attempt = step.nanos() + wait + step.timing().waitError(wait) + step.state().rankDelay()
				+ Ranks.ownDelay(step);
		step.change(step.state().attempts().withYieldEnd(attempt));
		step.postponeDeadline(QuorumTimer.ATTEMPT, attempt);
	}

	/**
	 * The promise that this node waited for has ended early. A scout that was let go
	 * first still goes first, and has now no longer to wait than a rank.
	 */
	public static void freed(StepContext step) {
		forgetFailures(step);
		if (step.state().isYielding(step.nanos())) {
			long attempt = step.nanos() + step.state().rankDelay() + Ranks.ownDelay(step);
			step.change(step.state().attempts().withYieldEnd(attempt));
			at(step, attempt);
		}
		else {
			sooner(step);
		}
	}

	/**
	 * A candidate that gave up yields to all scouts again, so two candidates do not
	 * collide for ever.
	 */
	static void lost(StepContext step, boolean unanswered) {
		agreedToNobody(step);
		backOff(step);
		if (unanswered) {
			at(step, step.nanos() + step.timing()
				.backOffUnanswered(step.state().attempts().failedRounds(), step.state().candidacyNanos(),
						step.entropy()));
		}
	}

	private static void agreedToNobody(StepContext step) {
		step.change(step.state().attempts().agreeingToNobody());
	}

	static void won(StepContext step) {
		stop(step);
		forgetFailures(step);
		step.change(step.state().attempts().withCoolDownEnd(Timing.NONE));
		agreedToNobody(step);
	}

	/** A leader with a quorum was heard. */
	public static void led(StepContext step) {
		forgetFailures(step);
		chosen(step, false);
		agreedToNobody(step);
		step.change(step.state().attempts().withYieldEnd(Timing.NONE));
		suspectLater(step);
	}

	public static void forgetFailures(StepContext step) {
		step.change(step.state().attempts().withFailedRounds(0));
	}

	/** This node gave leadership up of its own will: others stand before it. */
	static void coolDown(StepContext step) {
		step.change(step.state().attempts().withCoolDownEnd(step.nanos() + step.timing().coolDown()));
	}

	/** Whether somebody chose this node to lead, in place of the order of the ranks. */
	public static void chosen(StepContext step, boolean is) {
		if (step.state().attempts().chosen() != is) {
			step.change(step.state().attempts().withChosen(is));
		}
	}

	/** A leader named who is to stand next. */
	public static void successorsNamed(StepContext step, List<NodeId> successors) {
		step.change(step.state().peers().withSuccessors(successors));
	}

}
