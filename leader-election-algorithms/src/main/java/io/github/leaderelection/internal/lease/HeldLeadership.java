package io.github.leaderelection.internal.lease;

import java.util.ArrayList;
import java.util.List;

import io.github.leaderelection.NodeId;
import io.github.leaderelection.RevocationReason;
import io.github.leaderelection.internal.lease.Held.Drain;
import io.github.leaderelection.internal.protocol.Effect;
import io.github.leaderelection.internal.protocol.Lease;
import io.github.leaderelection.internal.protocol.Notice;
import io.github.leaderelection.spi.LeaseRecord;
import io.github.leaderelection.spi.LeaseStore.Answer;
import io.github.leaderelection.spi.LeaseStore.Request;
import org.jspecify.annotations.Nullable;

/**
 * The leadership of this node, from the take to the release. It begins by a write that
 * the store confirmed, lasts from just before that write was sent, and ends before
 * anything is released.
 */
final class HeldLeadership {

	private final LeaseStep step;

	private @Nullable Held held;

	private long openAttempt;

	private @Nullable Lease openLease;

	private long coolDownEndNanos;

	private @Nullable Parting parting;

	HeldLeadership(LeaseStep step, LeaseState.Own own) {
		this.step = step;
		this.held = own.held();
		this.openAttempt = own.openAttempt();
		this.openLease = own.openLease();
		this.coolDownEndNanos = own.coolDownEndNanos();
		this.parting = own.parting();
	}

	LeaseState.Own own() {
		return new LeaseState.Own(this.held, this.openAttempt, this.openLease, this.coolDownEndNanos, this.parting);
	}

	@Nullable Held held() {
		return this.held;
	}

	long coolDownEndNanos() {
		return this.coolDownEndNanos;
	}

	/**
	 * Makes the record. A record that is missing shows no age: one that was made and
	 * deleted between two reads would not be noticed, so nobody leads by making it.
	 */
	void create() {
		LeaseConfig config = this.step.config();
		this.step.store()
			.ask(new Request.Create(config.key(), this.step.lookout().longestNanos(), this.step.lookout().leastToken(),
					config.options().missingIsNew() && !this.step.lookout().sawARecord(), this.step.draw()));
	}

	/** Takes what was read, under an attempt of its own. */
	void take(LeaseRecord read) {
		LeaseConfig config = this.step.config();
		this.openAttempt = this.step.draw();
		this.openLease = config.lease(this.step.nanos(), this.step.now().wallMillis(), config.settings().leaseNanos());
		this.step.store()
			.ask(new Request.Take(config.key(), read.version(), config.self(), config.incarnation(), this.openAttempt,
					config.url(), config.settings().leaseNanos(), this.step.lookout().leastToken(), this.step.draw()));
	}

	/**
	 * Writes to the record that is this node's: to stay the holder, or to become sure.
	 */
	void renew(String version) {
		LeaseConfig config = this.step.config();
		this.step.store()
			.ask(new Request.Renew(config.key(), version, config.settings().leaseNanos(), this.step.draw()));
	}

	/** Whether a record is of the take whose outcome is not known. */
	boolean isOpenTake(LeaseRecord record) {
		LeaseConfig config = this.step.config();
		return this.openAttempt != 0 && record.isOf(config.self(), config.incarnation(), this.openAttempt);
	}

	/**
	 * Whether a record that was read may be renewed: it is of the take whose outcome is
	 * not known, and nobody else can have taken it since. Later it may be a restored
	 * copy.
	 */
	boolean mayAdopt(LeaseRecord read) {
		return isOpenTake(read) && read.isLegal() && !read.free() && mayHaveTaken();
	}

	/** Whether a take whose outcome is not known would still count if it was done. */
	boolean mayHaveTaken() {
		return this.openAttempt != 0 && this.openLease != null && this.openLease.valid(this.step.now());
	}

	/** The outcome of the last take is known, or does not matter any more. */
	void closeAttempt() {
		this.openAttempt = 0;
		this.openLease = null;
	}

	/** The store confirmed a write of this node, which is the holder now. */
	void confirmed(PendingRequest asked, LeaseRecord written) {
		LeaseConfig config = this.step.config();
		Lease lease = config.lease(asked.sentNanos(), asked.sentWallMillis(), written.durationNanos());
		boolean holds = lease.valid(this.step.now());
		this.step.lookout().show(written, holds);
		Held present = this.held;
		if (present != null && isOfThisLeadership(present, written)) {
			renewed(present.renewed(written, lease));
		}
		else if (present != null) {
			standDown(RevocationReason.SUPERSEDED);
			this.step.store().lookNow();
		}
		else if (this.parting != null) {
			release(written.version(), this.parting);
		}
		else if (!isOpenTake(written) || written.token() > LeaseRecord.TOKENS_END) {
			// of a leadership that has ended since: an ended lease is never extended
			this.step.store().lookNow();
		}
		else if (!this.step.mayTake()) {
			release(written.version(), Parting.TO_ANYBODY);
		}
		else if (!holds) {
			this.step.store().lookNow();
		}
		else if (config.isLate(lease, this.step.now()) && asked.request() instanceof Request.Take) {
			renew(written.version());
		}
		else {
			grant(written, lease);
		}
	}

	/**
	 * Whether a record is of the leadership that is held. A store that lost a take, and
	 * to which the request came again, shows the same take under another token.
	 */
	private boolean isOfThisLeadership(Held present, LeaseRecord record) {
		LeaseConfig config = this.step.config();
		return record.isOf(config.self(), config.incarnation(), present.record().attempt())
				&& record.token() == present.record().token();
	}

	private void grant(LeaseRecord written, Lease lease) {
		closeAttempt();
		this.coolDownEndNanos = LeaseState.NEVER;
		this.held = new Held(written, lease, false, null);
		this.step.lookout().leads();
		this.step.effect(new Effect.Grant<>(written.token(), written.token(), lease));
		this.step.effect(new Effect.Report<>(Notice.ELECTION_WON, "fencing token " + written.token()));
		this.step.at(LeaseTimer.LEASE_END, lease.endNanos());
		renewLater();
	}

	private void renewed(Held longer) {
		this.held = longer;
		this.step.effect(new Effect.Renew<>(longer.record().token(), longer.record().token(), longer.lease()));
		this.step.at(LeaseTimer.LEASE_END, longer.lease().endNanos());
		renewLater();
	}

	void renewLater() {
		this.step.at(LeaseTimer.RENEW, this.step.nanos() + this.step.config().settings().heartbeatNanos());
	}

	/** It is time to renew; while something is asked, the answer leads on. */
	void renewDue() {
		Held present = this.held;
		if (present != null && !this.step.store().isWriting()) {
			renew(present.record().version());
		}
	}

	/** Renews at once, or when the store may be written to again. */
	private void renewSoon(String version) {
		long writable = this.step.store().writableNanos();
		if (this.step.now().reached(writable)) {
			renew(version);
		}
		else {
			this.step.at(LeaseTimer.RENEW, writable);
		}
	}

	/** The store refused a write: the record is not as it was. */
	void refused() {
		if (this.held != null) {
			this.held = this.held.withRefusal();
		}
		else {
			this.step.lookout().refused();
		}
		this.step.store().lookNow();
	}

	/** A leader read the record. */
	void shown(Held present, @Nullable LeaseRecord shown) {
		LeaseRecord own = present.record();
		if (shown != null && isOfThisLeadership(present, shown) && !shown.free()) {
			this.held = present.seenAt(shown);
			if (present.refused() && shown.version().equals(own.version())) {
				// what the store refused to renew a moment ago: the read may be an old
				// one
				LeaseConfig config = this.step.config();
				this.step.at(LeaseTimer.RENEW, this.step.nanos() + config.lookNanos(0, this.step.draw()));
			}
			else {
				renewSoon(shown.version());
			}
		}
		else if (shown != null && (shown.token() > own.token() || present.refused())) {
			standDown(RevocationReason.SUPERSEDED);
			this.step.store().lookLater();
		}
		else {
			// an older copy, or none: what was written last still counts until its end
			renewLater();
		}
	}

	/** Ends the leadership at the end of its lease, before anything else is handled. */
	void endIfOver() {
		Held present = this.held;
		if (present == null || present.lease().valid(this.step.now())) {
			return;
		}
		boolean suspended = present.lease().suspended(this.step.nanos(), this.step.now().wallMillis());
		standDown(suspended ? RevocationReason.STALLED : RevocationReason.LEASE_EXPIRED);
		if (!this.step.store().isWriting()) {
			this.step.store().lookNow();
		}
	}

	/** The watchdog ended it. */
	void ended(long token) {
		if (this.held != null && this.held.record().token() == token) {
			standDown(RevocationReason.LEASE_EXPIRED);
			this.step.store().lookNow();
		}
	}

	/** Gives the leadership up gracefully: running work is awaited first. */
	void giveUp(RevocationReason reason, long request, @Nullable NodeId target) {
		Held present = this.held;
		if (present == null) {
			this.step.answer(request, "This node does not lead: ask the leader");
			return;
		}
		Drain before = present.drain();
		List<Long> requests = new ArrayList<>((before != null) ? before.requests() : List.of());
		if (request != 0) {
			requests.add(request);
		}
		long until = (before != null) ? before.untilNanos()
				: this.step.nanos() + this.step.config().settings().drainNanos();
		this.held = present.draining(new Drain(reason, List.copyOf(requests), target, until));
		if (before == null) {
			this.step.at(LeaseTimer.DRAIN, until);
			this.step.effect(new Effect.StopAdmitting<>(present.record().token()));
		}
	}

	/** Running work has ended, or is awaited no longer. */
	void drained() {
		Held present = this.held;
		Drain drain = (present != null) ? present.drain() : null;
		if (present == null || drain == null) {
			return;
		}
		standDown(drain.reason());
		Parting left = new Parting(drain.target(), false);
		if (this.step.store().isWriting()) {
			// the renewal under way decides which version is to be released
			this.parting = left;
		}
		else {
			release(present.record().version(), left);
		}
	}

	private void release(String version, Parting left) {
		closeAttempt();
		this.parting = left.refused() ? left : null;
		LeaseConfig config = this.step.config();
		NodeId target = left.target();
		this.step.store()
			.ask(new Request.Release(config.key(), version, target, (target != null) ? config.preferenceNanos() : 0,
					this.step.draw()));
	}

	/**
	 * A release was answered, or given up. One that was refused is tried once more: a
	 * renewal that had no answer may have come before it.
	 */
	void released(Request.Release release, Answer answer) {
		if (answer instanceof Answer.NotDone && this.parting == null) {
			this.parting = new Parting(release.preferred(), true);
			this.step.store().lookNow();
			return;
		}
		this.parting = null;
		this.step.store().lookLater();
	}

	boolean isParting() {
		return this.parting != null;
	}

	/**
	 * The node stops while it takes the record, or before it knows whether it did: what
	 * it gets it gives back.
	 */
	void part() {
		if (this.parting == null && !this.step.store().isReleasing()) {
			this.parting = Parting.TO_ANYBODY;
			this.step.store().lookNow();
		}
	}

	/**
	 * A node that has given up its leadership, and not yet its record, read this.
	 * @param shown the record, null if there is none or it is not known
	 */
	void parted(@Nullable LeaseRecord shown) {
		Parting left = this.parting;
		LeaseConfig config = this.step.config();
		boolean own = shown != null && config.self().equals(shown.holder())
				&& shown.incarnation() == config.incarnation() && !shown.free();
		if (left != null && shown != null && own && !this.step.lookout().isBehind(shown)) {
			release(shown.version(), left);
		}
		else {
			this.parting = null;
			this.step.store().lookLater();
		}
	}

	/**
	 * This node leads no more, and the record does not say so yet.
	 *
	 * @param target who is to lead next, null for anybody
	 * @param refused whether the store refused a release already
	 */
	record Parting(@Nullable NodeId target, boolean refused) {

		static final Parting TO_ANYBODY = new Parting(null, false);

	}

	/** The leadership is over, whatever the record says. */
	private void standDown(RevocationReason reason) {
		Held present = this.held;
		if (present == null) {
			return;
		}
		this.held = null;
		this.step.effect(new Effect.Revoke<>(present.record().token(), reason));
		this.step.cancel(LeaseTimer.LEASE_END);
		this.step.cancel(LeaseTimer.RENEW);
		this.step.cancel(LeaseTimer.DRAIN);
		if (present.drain() != null) {
			this.coolDownEndNanos = this.step.nanos() + this.step.config().coolDownNanos();
			present.drain().requests().forEach((request) -> this.step.answer(request, null));
		}
	}

}
