package io.github.leaderelection.simulator.invariant;

import io.github.leaderelection.internal.ballot.BallotMessage;
import io.github.leaderelection.internal.ballot.BallotMessage.Elect;
import io.github.leaderelection.internal.ballot.BallotMessage.Vote;
import org.jspecify.annotations.Nullable;

/**
 * How much is said in elections by ballot: by no member more than two messages, ELECT and
 * VOTE, in a round trip. One that goes to all counts as one. Measured by the member's own
 * clock when it says them, and by the bound on a round trip that its ELECT names; what a
 * machine that hangs sends late, it may send in one instant.
 */
final class PaceWatch {

	private final Findings findings;

	private final Said[][] said;

	PaceWatch(Findings findings, int size) {
		this.findings = findings;
		this.said = new Said[size][2];
	}

	void started(int machine) {
		this.said[machine] = new Said[2];
	}

	void says(int machine, BallotMessage message, long nanos) {
		boolean counts = message instanceof Elect || message instanceof Vote;
		@Nullable Said[] before = this.said[machine];
		if (!counts || (before[1] != null && before[1].message() == message)) {
			return;
		}
		Said first = before[0];
		Said second = before[1];
		if (first != null && second != null) {
			long bound = (first.message() instanceof Elect) ? bound(first) : bound(second);
			if (nanos - first.nanos() < bound) {
				this.findings.report("two messages in a round trip", "n" + machine + " says " + message + " "
						+ (nanos - first.nanos()) + " ns after " + first + " and " + second);
			}
		}
		this.said[machine] = new Said[] { second, new Said(message, nanos) };
	}

	private static long bound(Said said) {
		return (said.message() instanceof Elect elect) ? elect.boundNanos() : 0;
	}

	private record Said(BallotMessage message, long nanos) {
	}

}
