package io.github.leaderelection.internal.quorum.state;

import io.github.leaderelection.internal.protocol.ElectionSettings;
import io.github.leaderelection.internal.protocol.MemberList;
import org.jspecify.annotations.Nullable;

/**
 * What is known of another member.
 *
 * @param list its member list, null until it was told
 * @param listFingerprint of that list, or of the equal list its last message named
 * @param priority its priority, null until it was told
 * @param eligible whether it stands for election, as it said last
 * @param cededTerm the term up to which that start ceded, 0 for none
 * @param unansweredNanos since when it has left questions about its list unanswered,
 * {@link Timing#NONE} if it has not
 * @param endedIncarnation the start of it that is known to have ended last, 0 for none
 */
public record Peer(boolean connected, @Nullable MemberList list, @Nullable String listFingerprint,
		@Nullable Integer priority, boolean eligible, long cededIncarnation, long cededTerm, long unansweredNanos,
		long endedIncarnation) {

	static final int DEFAULT_PRIORITY = 1;

	static final Peer STRANGER = new Peer(false, null, null, null, true, 0, 0, Timing.NONE, 0);

	public Peer withConnected(boolean open) {
		return new Peer(open, this.list, this.listFingerprint, this.priority, this.eligible, this.cededIncarnation,
				this.cededTerm, this.unansweredNanos, this.endedIncarnation);
	}

	public Peer introduced(MemberList newList, int newPriority, boolean stands) {
		return new Peer(this.connected, newList, newList.fingerprint(), newPriority, stands, this.cededIncarnation,
				this.cededTerm, Timing.NONE, this.endedIncarnation);
	}

	public Peer withEligible(boolean stands) {
		return (stands == this.eligible) ? this
				: new Peer(this.connected, this.list, this.listFingerprint, this.priority, stands,
						this.cededIncarnation, this.cededTerm, this.unansweredNanos, this.endedIncarnation);
	}

	public Peer sharing(MemberList sameList, String fingerprint) {
		return new Peer(this.connected, sameList, fingerprint, this.priority, this.eligible, this.cededIncarnation,
				this.cededTerm, Timing.NONE, this.endedIncarnation);
	}

	/**
	 * Notes a question about its list. Its silence begins with the first unanswered one.
	 */
	public Peer asked(long nanos) {
		return (this.unansweredNanos != Timing.NONE) ? this : silentSince(nanos);
	}

	public Peer answering() {
		return silentSince(Timing.NONE);
	}

	private Peer silentSince(long nanos) {
		return new Peer(this.connected, this.list, this.listFingerprint, this.priority, this.eligible,
				this.cededIncarnation, this.cededTerm, nanos, this.endedIncarnation);
	}

	/**
	 * Remembers a cession. A later start cedes higher terms, so a lower one is outdated.
	 */
	public Peer ceding(long incarnation, long term) {
		return (term <= this.cededTerm) ? this : new Peer(this.connected, this.list, this.listFingerprint,
				this.priority, this.eligible, incarnation, term, this.unansweredNanos, this.endedIncarnation);
	}

	/**
	 * Remembers that the process of a start has ended.
	 */
	public Peer ended(long incarnation) {
		return new Peer(this.connected, this.list, this.listFingerprint, this.priority, this.eligible,
				this.cededIncarnation, this.cededTerm, this.unansweredNanos, incarnation);
	}

	/**
	 * Whether what this member sent in a term is void because it has ceded that term, or
	 * because the process that sent it has ended.
	 */
	public boolean isVoid(long incarnation, long term) {
		if (incarnation == this.endedIncarnation) {
			return true;
		}
		return incarnation == this.cededIncarnation && term <= this.cededTerm;
	}

	/** Whether it is known to vote and never to lead. */
	public boolean isWitness() {
		return this.priority != null && this.priority == ElectionSettings.WITNESS;
	}

	public int priorityOrDefault() {
		return (this.priority != null) ? this.priority : DEFAULT_PRIORITY;
	}

}
