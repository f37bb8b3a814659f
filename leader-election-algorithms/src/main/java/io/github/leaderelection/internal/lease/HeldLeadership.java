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
 * The leadership of this node, from the take to the release. It begins when the store
 * confirms a write. Its lease counts from just before that write was sent. The leadership
 * ends before the record is released.
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
	 * Creates a missing record. A missing record shows no age: a record that was created
	 * and deleted between two reads leaves no trace. So creating the record grants no
	 * leadership.
	 */
	void create() {
		LeaseConfig config = this.step.config();
		this.step.store()
			.ask(new Request.Create(config.key(), this.step.lookout().longestNanos(), this.step.lookout().leastToken(),
					config.options().missingIsNew() && !this.step.lookout().sawARecord(), this.step.draw()));
	}

	/** Takes the record that was read, under a new attempt number. */
	void take(LeaseRecord read) {
		LeaseConfig config = this.step.config();
		this.openAttempt = this.step.draw();
		this.openLease = config.lease(this.step.nanos(), this.step.now().wallMillis(), config.settings().leaseNanos());
		this.step.store()
			.ask(new Request.Take(config.key(), read.version(), config.self(), config.incarnation(), this.openAttempt,
					config.url(), config.settings().leaseNanos(), this.step.lookout().leastToken(), this.step.draw()));
	}

	/**
	 * Renews this node's own record: to extend the lease, or to confirm a take.
	 */
	void renew(String version) {
		LeaseConfig config = this.step.config();
		this.step.store()
			.ask(new Request.Renew(config.key(), version, config.settings().leaseNanos(), this.step.draw()));
	}

	/** Whether the record was written by this node's take whose outcome is not known. */
	boolean isOpenTake(LeaseRecord record) {
		LeaseConfig config = this.step.config();
		return this.openAttempt != 0 && record.isOf(config.self(), config.incarnation(), this.openAttempt);
	}

	/**
	 * Whether this node may renew the record that it read. The record is of the take
	 * whose outcome is not known, and no other node can have taken it since. After the
	 * lease of that take the record may be a restored copy.
	 */
	boolean mayAdopt(LeaseRecord read) {
		return isOpenTake(read) && read.isLegal() && !read.free() && mayHaveTaken();
	}

	/** Whether the lease of the take whose outcome is not known would still be valid. */
	boolean mayHaveTaken() {
		return this.openAttempt != 0 && this.openLease != null && this.openLease.valid(this.step.now());
	}

	/** Forgets the last take: its outcome is known, or does not matter any more. */
	void closeAttempt() {
		this.openAttempt = 0;
		this.openLease = null;
	}

	/** Handles a take or renewal that the store confirmed. */
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
			// its leadership has ended since: an ended lease is never extended
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
	 * Whether a record is of the present leadership. If the store lost a take and the
	 * request arrived again, the same take has another token.
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

	/** Renews the lease when due. While a write is open, its answer decides. */
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

	/** Handles a refused write: the record has changed since this node read it. */
	void refused() {
		if (this.held != null) {
			this.held = this.held.withRefusal();
		}
		else {
			this.step.lookout().refused();
		}
		this.step.store().lookNow();
	}

	/** Handles a record that this node read while it leads. */
	void shown(Held present, @Nullable LeaseRecord shown) {
		LeaseRecord own = present.record();
		if (shown != null && isOfThisLeadership(present, shown) && !shown.free()) {
			this.held = present.seenAt(shown);
			if (present.refused() && shown.version().equals(own.version())) {
				// the store refused to renew this version a moment ago: the read may be
				// stale
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
			// an older copy, or no record: the last lease still counts to its end
			renewLater();
		}
	}

	/** Ends the leadership if its lease is over, before the event is handled. */
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

	/** Handles that the watchdog ended the grant of this fencing token. */
	void ended(long token) {
		if (this.held != null && this.held.record().token() == token) {
			standDown(RevocationReason.LEASE_EXPIRED);
			this.step.store().lookNow();
		}
	}

	/** Begins the drain: the leadership ends once running work has ended. */
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

	/** Ends the drain: running work has ended, or its time is over. */
	void drained() {
		Held present = this.held;
		Drain drain = (present != null) ? present.drain() : null;
		if (present == null || drain == null) {
			return;
		}
		standDown(drain.reason());
		Parting left = new Parting(drain.target(), false);
		if (this.step.store().isWriting()) {
			// the answer to the open renewal says which version to release
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
	 * Handles the outcome of a release. A refused release is tried once more: a renewal
	 * without an answer may have changed the version before it.
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
	 * Handles a stop while the outcome of a take is not known: the node releases the
	 * record if it holds it.
	 */
	void part() {
		if (this.parting == null && !this.step.store().isReleasing()) {
			this.parting = Parting.TO_ANYBODY;
			this.step.store().lookNow();
		}
	}

	/**
	 * Handles a read of a node that leads no more and has not released its record yet.
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
	 * A release that is still due after the end of the leadership.
	 *
	 * @param target the node to lead next, null for any node
	 * @param refused whether the store has already refused a release
	 */
	record Parting(@Nullable NodeId target, boolean refused) {

		static final Parting TO_ANYBODY = new Parting(null, false);

	}

	/** Ends the leadership on this node, whatever the record says. */
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
