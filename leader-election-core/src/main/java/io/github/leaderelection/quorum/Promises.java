package io.github.leaderelection.quorum;

import io.github.leaderelection.NodeId;
import io.github.leaderelection.protocol.Ballot;

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
	static void promise(Turn turn, NodeId member, long term, long spanNanos) {
		long length = length(turn, spanNanos);
		remember(turn, length);
		long until = turn.nanos() + length;
		SupportPromise old = turn.promise;
		if (old != null && old.member().equals(member) && old.untilNanos() - until > 0) {
			until = old.untilNanos();
		}
		turn.promise = new SupportPromise(member, term, until);
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
	 * to it for a later one.
	 */
	static void free(Turn turn, NodeId member, long term) {
		SupportPromise old = turn.promise;
		if (old != null && old.member().equals(member) && old.term() <= term) {
			turn.promise = null;
		}
	}

}
