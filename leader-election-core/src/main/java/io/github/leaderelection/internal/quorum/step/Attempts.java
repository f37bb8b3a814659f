package io.github.leaderelection.internal.quorum.step;

import java.util.List;

import io.github.leaderelection.NodeId;
import io.github.leaderelection.internal.quorum.QuorumTimer;
import io.github.leaderelection.internal.quorum.part.AttemptState;
import io.github.leaderelection.internal.quorum.part.Timing;

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
	 * Tries again in a lease.
	 */
	public static void inALease(StepContext step) {
		at(step, step.nanos() + step.timing().leaseNanos());
	}

	/**
	 * After a round or a candidacy that failed, waits a little longer each time.
	 */
	public static void leaveOff(StepContext step) {
		AttemptState attempts = step.state().attempts();
		step.change(attempts.withFailedRounds(attempts.failedRounds() + 1));
		at(step, step.nanos()
				+ step.timing().backOff(attempts.failedRounds() + 1, step.state().candidacyNanos(), step.entropy()));
	}

	/**
	 * Lets a scout go first, once.
	 */
	public static void yieldTo(StepContext step, NodeId scout, long wait) {
		step.change(step.state().attempts().yieldingTo(scout));
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
	static void lost(StepContext step) {
		yieldToNobody(step);
		leaveOff(step);
	}

	private static void yieldToNobody(StepContext step) {
		step.change(step.state().attempts().yieldingToNobody());
	}

	static void won(StepContext step) {
		stop(step);
		forgetFailures(step);
		step.change(step.state().attempts().withCoolDownEnd(Timing.NONE));
		yieldToNobody(step);
	}

	/** A leader with a quorum was heard. */
	public static void led(StepContext step) {
		forgetFailures(step);
		chosen(step, false);
		yieldToNobody(step);
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
