package io.github.leaderelection.internal.lease;

import io.github.leaderelection.NodeId;
import io.github.leaderelection.internal.protocol.Effect;
import io.github.leaderelection.internal.protocol.Notice;
import io.github.leaderelection.spi.LeaseRecord;
import org.jspecify.annotations.Nullable;

/**
 * Derives from the record in the store who leads, and when it may be taken.
 */
final class RecordObserver {

	private final LeaseStep step;

	private @Nullable Observation seen;

	private @Nullable Observation told;

	private long highestToken;

	private long longestNanos;

	private @Nullable NodeId leader;

	private long leaderToken;

	RecordObserver(LeaseStep step, LeaseState.Sight sight) {
		this.step = step;
		this.seen = sight.seen();
		this.told = sight.told();
		this.highestToken = sight.highestToken();
		this.longestNanos = sight.longestNanos();
		this.leader = sight.leader();
		this.leaderToken = sight.leaderToken();
	}

	LeaseState.Sight sight() {
		return new LeaseState.Sight(this.seen, this.told, this.highestToken, this.longestNanos, this.leader,
				this.leaderToken);
	}

	/** Handles a record that an answer of the store showed; null if there is none. */
	void show(@Nullable LeaseRecord record) {
		show(record, this.step.own().held() != null);
	}

	/**
	 * Handles a record that the store showed; null if there is none.
	 * @param held whether this process held the lease meanwhile
	 */
	void show(@Nullable LeaseRecord record, boolean held) {
		Observation before = this.told;
		if (before != null && Observation.isSame(before, record)) {
			show(record, before.sinceNanos(), held);
			return;
		}
		if (before != null && this.seen != null) {
			// Another record may have been there meanwhile, and its holder may lead.
			this.told = null;
			this.seen = this.seen.anew(record, this.step.nanos());
		}
		show(record, this.step.nanos(), held);
	}

	private void show(@Nullable LeaseRecord record, long nanos, boolean held) {
		reportTwin(record);
		this.seen = Observation.next(this.seen, record, nanos, held);
		if (record != null) {
			// an illegal record counts only as a sign that there was a record
			long least = this.step.config().settings().minimumTerm() + 1;
			this.highestToken = Math.max(this.highestToken, record.isLegal() ? record.token() : least);
			this.longestNanos = Math.max(this.longestNanos, record.hasLegalDuration() ? record.durationNanos() : 0);
		}
		if (this.step.own().held() == null) {
			tell(record);
		}
	}

	/**
	 * Handles a hint that another node holds the lease. A hint may be stale, so only a
	 * later take ends the age of the record an answer showed. If the next answer shows
	 * the hinted version, its age counts from the hint. The hint reaches all waiting
	 * nodes at once, so each adds a random delay within a retry interval.
	 */
	boolean tellHeld(LeaseRecord held) {
		LeaseRecord shown = record();
		if (shown == null || isBehind(held) || isOwn(held)) {
			return false;
		}
		boolean isLater = held.token() > this.highestToken;
		if (!isLater && (shown.free() || Observation.isSame(this.seen, held) || Observation.isSame(this.told, held))) {
			return false;
		}
		long since = this.step.nanos() + this.step.config().apartNanos(held.durationNanos(), this.step.draw());
		this.told = new Observation(held, since, false, false, false);
		if (isLater) {
			show(held, since, false);
		}
		else if (this.leader != null) {
			this.step.at(LeaseTimer.LEADER_LOST, since + held.durationNanos());
		}
		return true;
	}

	/**
	 * The time until which hints make a read unnecessary. A read is still due once the
	 * record that an answer showed may be taken.
	 */
	long toldUntilNanos() {
		Observation newest = this.told;
		LeaseRecord renewed = (newest != null) ? newest.record() : null;
		return (newest != null && renewed != null)
				? newest.sinceNanos() + this.step.config().toldNanos(renewed.durationNanos()) : LeaseState.NEVER;
	}

	/** Whether the newest hint and the last answer show the same version. */
	boolean isTold() {
		return this.seen != null && Observation.isSame(this.told, this.seen.record());
	}

	/** Reports a running twin: an earlier start of this node renews nothing any more. */
	private void reportTwin(@Nullable LeaseRecord record) {
		LeaseRecord before = record();
		if (record == null || before == null || record.free() || isOwn(record)
				|| !this.step.config().self().equals(record.holder()) || record.version().equals(before.version())
				|| !before.isOf(this.step.config().self(), record.incarnation(), record.attempt())) {
			return;
		}
		this.step.effect(new Effect.Report<>(Notice.TWIN, "it leads under fencing token " + record.token()
				+ ". Give each instance a leader-election.node-id of its own"));
	}

	private void tell(@Nullable LeaseRecord record) {
		NodeId holder = (record != null) ? record.holder() : null;
		if (record == null || holder == null || record.free() || isForeign(record) || isOwn(record)
				|| this.step.now().reached(countsUntil(record))) {
			forget();
			return;
		}
		if (!holder.equals(this.leader) || record.token() != this.leaderToken) {
			this.step.store().forgiveWrites();
			this.step.effect(new Effect.FollowLeader<>(holder, record.token(), record.token(), true));
			this.leader = holder;
			this.leaderToken = record.token();
		}
		this.step.at(LeaseTimer.LEADER_LOST, countsUntil(record));
	}

	/** Forgets the known leader. */
	void forget() {
		this.step.cancel(LeaseTimer.LEADER_LOST);
		if (this.leader != null) {
			this.leader = null;
			this.leaderToken = 0;
			this.step.effect(new Effect.LeaderLost<>());
		}
	}

	/** Forgets the known leader: this node leads, which its grant announces. */
	void leads() {
		this.step.cancel(LeaseTimer.LEADER_LOST);
		this.leader = null;
		this.leaderToken = 0;
	}

	private boolean isOwn(LeaseRecord record) {
		return this.step.config().self().equals(record.holder())
				&& record.incarnation() == this.step.config().incarnation();
	}

	private long countsUntil(LeaseRecord record) {
		return sinceNanos() + record.durationNanos();
	}

	private long sinceNanos() {
		return (this.seen != null) ? this.seen.sinceNanos() : this.step.nanos();
	}

	/** Marks the observed record: the store refused a write to it. */
	void refused() {
		if (this.seen != null) {
			this.seen = this.seen.refused(true);
		}
	}

	/**
	 * Whether the store still shows the version that it refused a write to. Clears the
	 * mark, so only one write waits for the next read.
	 */
	boolean takeRefused() {
		boolean is = this.seen != null && this.seen.refused();
		if (this.seen != null && is) {
			this.seen = this.seen.refused(false);
		}
		return is;
	}

	@Nullable LeaseRecord record() {
		return (this.seen != null) ? this.seen.record() : null;
	}

	long longestNanos() {
		return this.longestNanos;
	}

	/** Whether there ever was a record: if so, a missing record was deleted. */
	boolean sawARecord() {
		return this.highestToken > this.step.config().settings().minimumTerm();
	}

	/** Whether this node has seen a later take than that of the record. */
	boolean isBehind(LeaseRecord record) {
		return record.token() < this.highestToken;
	}

	/**
	 * Whether a record does not show the leader: it is illegal or restored, or the store
	 * lost later writes. Another node may lead under a record that is no longer there.
	 */
	boolean isForeign(LeaseRecord record) {
		return !record.isLegal() || isBehind(record);
	}

	/** The lowest fencing token that the next take may have. */
	long leastToken() {
		return Math.min(this.highestToken + 1, LeaseRecord.TOKENS_END);
	}

	/**
	 * When the record may be taken, if the store shows the same version until then.
	 * @param coolDownEndNanos until when this node leaves a record that it released to
	 * others
	 */
	long takeableNanos(LeaseRecord record, long coolDownEndNanos) {
		if (isForeign(record)) {
			return sinceNanos() + this.longestNanos;
		}
		if (isOwn(record) && !record.free() && this.seen != null && this.seen.held()) {
			// if this process did not hold it, a later record may be lost and its holder
			// may lead
			return laterOf(sinceNanos(), coolDownEndNanos);
		}
		if (!record.free()) {
			// without a holder: the holder of an earlier record may still lead
			return (record.holder() != null) ? countsUntil(record) : sinceNanos()
					+ Math.max(record.durationNanos(), this.longestNanos) + this.step.config().afterOthersNanos();
		}
		long free = sinceNanos();
		if (record.preferred() != null && !record.preferred().equals(this.step.config().self())) {
			free += record.preferredNanos();
		}
		// the cool-down applies only to the node that released the record
		return isOwn(record) ? laterOf(free, coolDownEndNanos) : free;
	}

	private static long laterOf(long nanos, long coolDownEndNanos) {
		return (coolDownEndNanos != LeaseState.NEVER && coolDownEndNanos - nanos > 0) ? coolDownEndNanos : nanos;
	}

}
