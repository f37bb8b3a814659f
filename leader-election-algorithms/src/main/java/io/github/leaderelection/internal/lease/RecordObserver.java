package io.github.leaderelection.internal.lease;

import io.github.leaderelection.NodeId;
import io.github.leaderelection.internal.protocol.Effect;
import io.github.leaderelection.internal.protocol.Notice;
import io.github.leaderelection.spi.LeaseRecord;
import org.jspecify.annotations.Nullable;

/**
 * What the store showed, who is told to lead by that, and when the record may be taken.
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

	/** The store showed this, in an answer that was read after it was asked for. */
	void show(@Nullable LeaseRecord record) {
		show(record, this.step.own().held() != null);
	}

	/**
	 * The store showed this.
	 * @param held whether this process held the lease meanwhile
	 */
	void show(@Nullable LeaseRecord record, boolean held) {
		Observation before = this.told;
		if (before != null && Observation.isSame(before, record)) {
			show(record, before.sinceNanos(), held);
			return;
		}
		if (before != null && this.seen != null) {
			// It may have been away meanwhile, and somebody may lead by what was there.
			this.told = null;
			this.seen = this.seen.anew(record, this.step.nanos());
		}
		show(record, this.step.nanos(), held);
	}

	private void show(@Nullable LeaseRecord record, long nanos, boolean held) {
		reportTwin(record);
		this.seen = Observation.next(this.seen, record, nanos, held);
		if (record != null) {
			// of what is not legal only that there was a record
			long least = this.step.config().settings().minimumTerm() + 1;
			this.highestToken = Math.max(this.highestToken, record.isLegal() ? record.token() : least);
			this.longestNanos = Math.max(this.longestNanos, record.hasLegalDuration() ? record.durationNanos() : 0);
		}
		if (this.step.own().held() == null) {
			tell(record);
		}
	}

	/**
	 * The store told that another holds the lease. That ends the age of nothing an answer
	 * has shown, unless it is a later take: what is told may be old. But if the next
	 * answer shows this version, it has been there since. All who wait are told at once,
	 * so each counts from a moment of its own within a retry interval.
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
	 * Until when no look is needed by what was told. But one is once the record that an
	 * answer has shown may be taken, whatever is told.
	 */
	long toldUntilNanos() {
		Observation newest = this.told;
		LeaseRecord renewed = (newest != null) ? newest.record() : null;
		return (newest != null && renewed != null)
				? newest.sinceNanos() + this.step.config().toldNanos(renewed.durationNanos()) : LeaseState.NEVER;
	}

	/** Whether the newest that was told is what an answer shows. */
	boolean isTold() {
		return this.seen != null && Observation.isSame(this.told, this.seen.record());
	}

	/** An earlier start of this node renews nothing any more, so who renews is alive. */
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

	/** No leader is known any more. */
	void forget() {
		this.step.cancel(LeaseTimer.LEADER_LOST);
		if (this.leader != null) {
			this.leader = null;
			this.leaderToken = 0;
			this.step.effect(new Effect.LeaderLost<>());
		}
	}

	/** This node leads, which whoever watches it hears otherwise. */
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

	/** The store refused a write to what it showed last. */
	void refused() {
		if (this.seen != null) {
			this.seen = this.seen.refused(true);
		}
	}

	/**
	 * Whether the store still shows what it refused a write to. Says so once: the next
	 * write to it waits for the next look.
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

	/** Whether there was a record, so that one that is missing now was deleted. */
	boolean sawARecord() {
		return this.highestToken > this.step.config().settings().minimumTerm();
	}

	/** Whether a later take was seen than the one that a record shows. */
	boolean isBehind(LeaseRecord record) {
		return record.token() < this.highestToken;
	}

	/**
	 * Whether a record does not say who leads: it is no legal one, or a restored copy, or
	 * the last writes were lost. Somebody may lead under what is no longer there.
	 */
	boolean isForeign(LeaseRecord record) {
		return !record.isLegal() || isBehind(record);
	}

	/** The token of a take must be at least this. */
	long leastToken() {
		return Math.min(this.highestToken + 1, LeaseRecord.TOKENS_END);
	}

	/**
	 * From when on the record may be taken, if the store shows the same until then.
	 * @param coolDownEndNanos until when a record that this node released is left to
	 * others
	 */
	long takeableNanos(LeaseRecord record, long coolDownEndNanos) {
		if (isForeign(record)) {
			return sinceNanos() + this.longestNanos;
		}
		if (isOwn(record) && !record.free() && this.seen != null && this.seen.held()) {
			// others may lead by what came after any other record of one's own, and is
			// lost
			return laterOf(sinceNanos(), coolDownEndNanos);
		}
		if (!record.free()) {
			// of nobody: somebody may lead by what was there before
			return (record.holder() != null) ? countsUntil(record) : sinceNanos()
					+ Math.max(record.durationNanos(), this.longestNanos) + this.step.config().afterOthersNanos();
		}
		long free = sinceNanos();
		if (record.preferred() != null && !record.preferred().equals(this.step.config().self())) {
			free += record.preferredNanos();
		}
		// where another released it, others have come already
		return isOwn(record) ? laterOf(free, coolDownEndNanos) : free;
	}

	private static long laterOf(long nanos, long coolDownEndNanos) {
		return (coolDownEndNanos != LeaseState.NEVER && coolDownEndNanos - nanos > 0) ? coolDownEndNanos : nanos;
	}

}
