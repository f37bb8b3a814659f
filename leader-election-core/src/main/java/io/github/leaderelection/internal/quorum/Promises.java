package io.github.leaderelection.internal.quorum;

import io.github.leaderelection.NodeId;
import io.github.leaderelection.internal.quorum.QuorumMessage.Ceded;
import io.github.leaderelection.spi.Ballot;
import io.github.leaderelection.spi.Envelope;

/**
 * Promises to support nobody else for a while: what a lease rests on.
 */
final class Promises {

	private Promises() {
	}

	/**
	 * Whether a promise could be remembered across a crash: by the ballot that is saved,
	 * or by one that can be.
	 */
	static boolean mayPromise(Turn turn, long spanNanos) {
		if (turn.canSave()) {
			return true;
		}
		Ballot saved = turn.saved;
		return saved != null && !saved.noPromiseOutstanding() && saved.spanNanos() >= length(turn, spanNanos)
				&& saved.drift() >= turn.timing().drift();
	}

	/**
	 * Promises to support nobody else for the larger of the own lease and the other's
	 * span: either of the two may be the longer one while settings are being changed. A
	 * span above the saved one is saved before the answer leaves.
	 */
	static void promise(Turn turn, Envelope<QuorumMessage> asked, long term, long spanNanos) {
		NodeId member = asked.from();
		long length = length(turn, spanNanos);
		remember(turn, length);
		long until = turn.nanos() + length;
		SupportPromise old = turn.promise;
		if (old != null && old.isTo(member, asked.incarnation()) && old.untilNanos() - until > 0) {
			until = old.untilNanos();
		}
		turn.promise = new SupportPromise(member, asked.incarnation(), term, until);
	}

	static void remember(Turn turn, long length) {
		Ballot ballot = turn.ballot;
		double drift = turn.timing().drift();
		if (length > ballot.spanNanos() || drift > ballot.drift()) {
			turn.ballot = ballot.withSpan(Math.max(length, ballot.spanNanos()), Math.max(drift, ballot.drift()));
		}
	}

	private static long length(Turn turn, long spanNanos) {
		return Math.max(turn.timing().leaseNanos(), spanNanos);
	}

	/**
	 * Frees what was promised to a member in a term it has ceded: never what was promised
	 * to it for a later one, nor what another start of it got.
	 * @return whether there was such a promise
	 */
	static boolean free(Turn turn, Ceded ceded) {
		SupportPromise old = turn.promise;
		boolean freed = old != null && old.member().equals(ceded.member())
				&& covers(ceded, old.incarnation(), old.term());
		if (freed) {
			turn.promise = null;
		}
		return freed;
	}

	/**
	 * Whether a cession speaks of what a start of its sender was given in a term: only
	 * its own start, for one that lost its state may win lower terms than an earlier one
	 * ceded.
	 */
	static boolean covers(Ceded ceded, long incarnation, long term) {
		return incarnation == ceded.incarnation() && term <= ceded.term();
	}

}
