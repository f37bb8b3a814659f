package io.github.leaderelection.internal.quorum.role;

import io.github.leaderelection.MemberState;
import io.github.leaderelection.NodeId;
import io.github.leaderelection.RevocationReason;
import io.github.leaderelection.internal.quorum.LeaderState;
import io.github.leaderelection.internal.quorum.health.Health;
import io.github.leaderelection.internal.quorum.state.KnownLeader;
import io.github.leaderelection.internal.quorum.state.Preferences;
import io.github.leaderelection.internal.quorum.state.Timing;
import io.github.leaderelection.internal.quorum.step.StepContext;

/**
 * Hands leadership to a member of higher priority that has returned, where the settings
 * want that. A member has one turn for as long as it is well, so leadership never moves
 * to and fro. It decides who leads, never whether a lease is safe.
 */
public final class Preemption {

	/** For as many leases a member must have been well, and this node must have led. */
	private static final int LEASES = 10;

	private Preemption() {
	}

	/**
	 * Looks, at the end of a step, who is well, and hands over if a turn is due.
	 */
	public static void review(StepContext step) {
		if (!step.config().settings().preempt() || step.state().stopped()) {
			return;
		}
		for (int i = 0; i < step.config().others().size(); i++) {
			watch(step, i);
		}
		noteTurn(step);
		LeaderState leader = step.leader();
		if (leader != null && mayHandOver(step, leader)) {
			handOver(step, leader);
		}
	}

	private static void watch(StepContext step, int member) {
		NodeId id = step.config().others().get(member);
		Preferences before = step.state().preferences();
		boolean well = step.state().mayHandTo(id) && Health.state(step, member) == MemberState.UP;
		if (well != before.isWell(member)) {
			step.change(well ? before.well(member, step.nanos()) : before.unwell(member));
		}
	}

	/**
	 * A member that leads has its turn, however it came to lead. If it then resigns or
	 * hands over, somebody wanted that.
	 */
	private static void noteTurn(StepContext step) {
		KnownLeader known = step.known();
		if (known == null) {
			return;
		}
		int member = step.config().indexOf(known.id());
		Preferences before = step.state().preferences();
		if (before.isWell(member) && !before.hadTurn()[member]
				&& known.heardNanos() - before.wellSinceNanos()[member] >= 0) {
			step.change(before.turned(member));
		}
	}

	/** A leader that was chosen stays: nobody undoes what an operator has just done. */
	private static boolean mayHandOver(StepContext step, LeaderState leader) {
		return leader.drain() == null && !step.state().attempts().chosen()
				&& isOver(step, leader.won().firstSentNanos()) && step.state().hearsQuorum(step.nanos());
	}

	private static boolean isOver(StepContext step, long sinceNanos) {
		return step.nanos() - sinceNanos >= LEASES * step.timing().leaseNanos();
	}

	private static void handOver(StepContext step, LeaderState leader) {
		int favourite = -1;
		int highest = step.config().settings().priority();
		for (NodeId other : step.config().others().stream().sorted(step.config().order()).toList()) {
			int i = step.config().indexOf(other);
			Integer priority = step.peer(i).priority();
			if (priority != null && priority > highest && isDue(step, leader, i)) {
				favourite = i;
				highest = priority;
			}
		}
		if (favourite >= 0) {
			step.change(step.state().preferences().turned(favourite));
			HandOver.drain(step, RevocationReason.PREEMPTED, step.config().others().get(favourite), 0);
		}
	}

	private static boolean isDue(StepContext step, LeaderState leader, int member) {
		Preferences preferences = step.state().preferences();
		return preferences.isWell(member) && !preferences.hadTurn()[member]
				&& isOver(step, preferences.wellSinceNanos()[member]) && promises(step, leader, member);
	}

	/** A member that makes no promises could not lead either: it may be no voter yet. */
	private static boolean promises(StepContext step, LeaderState leader, int member) {
		long promised = leader.acks().sentNanos()[member];
		return promised != Timing.NONE && step.nanos() - promised < step.timing().leaseNanos();
	}

}
