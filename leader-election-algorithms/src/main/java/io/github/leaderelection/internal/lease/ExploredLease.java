package io.github.leaderelection.internal.lease;

import java.util.List;

import io.github.leaderelection.internal.lease.Held.Drain;
import io.github.leaderelection.internal.protocol.Lease;
import io.github.leaderelection.spi.LeaseRecord;
import io.github.leaderelection.spi.LeaseStore.Request;
import org.jspecify.annotations.Nullable;

/**
 * A state as a search of all states needs it. It gives the canonical form, in which
 * states that act alike are equal, and facts that steer the search.
 */
public record ExploredLease(LeaseState state) {

	/** The number of the only open request in the canonical form. */
	private static final long OPEN = 1;

	private static final long NANOS_PER_MILLI = 1_000_000;

	/**
	 * The canonical form. In it, timers may fire at any time once they are set, and
	 * courtesies to other nodes are left out. So more can happen than in a real run.
	 */
	public LeaseState canonical(LeaseForm form) {
		LeaseState of = this.state;
		return new LeaseState(of.config(), canonical(of.sight(), form), canonical(of.asking(), form),
				canonical(of.own(), form), timers(of, form), form.fact(of.eligible()), form.fact(of.stopping()),
				form.fact(of.stopped()));
	}

	/** Leaves out the known leader, which steers nothing. */
	private LeaseState.Sight canonical(LeaseState.Sight of, LeaseForm form) {
		Observation seen = of.seen();
		Observation written = (form.isThere(seen) && seen != null) ? canonical(seen, form) : null;
		return new LeaseState.Sight(written, told(of.told(), form), form.highestToken(of.highestToken()),
				form.fact(of.longestNanos()), null, 0);
	}

	/** Leaves out a hint whose version no answer will show any more. */
	private static @Nullable Observation told(@Nullable Observation of, LeaseForm form) {
		LeaseRecord told = (of != null) ? of.record() : null;
		boolean matters = form.fact(told != null && !form.isGone(told.version()));
		return (matters && of != null && told != null)
				? new Observation(form.record(told), form.behind(of.sinceNanos()), false, false, false) : null;
	}

	/**
	 * Keeps little of a version that no answer will show again. It was judged when shown,
	 * and only a delayed take judges it again. The age of no record, of a free one and of
	 * the node's own does not matter.
	 */
	private Observation canonical(Observation of, LeaseForm form) {
		LeaseRecord shown = of.record();
		if (!form.isThere(shown) || shown == null) {
			return new Observation(null, 0, false, form.fact(of.refused()), form.fact(of.anew()));
		}
		if (form.fact(form.isGone(shown.version()) && !isSet(LeaseTimer.TAKE))) {
			return new Observation(form.gone(shown), form.behind(of.sinceNanos()), false, false, false);
		}
		boolean held = form.fact(of.held() && isOwn(shown));
		boolean ages = !shown.free() && !held || shown.token() < this.state.sight().highestToken()
				|| shown.preferred() != null;
		return new Observation(form.record(shown), form.fact(ages) ? form.behind(of.sinceNanos()) : 0, held,
				form.fact(of.refused()), form.fact(of.anew()));
	}

	private boolean isOwn(LeaseRecord record) {
		return this.state.config().self().equals(record.holder())
				&& this.state.config().incarnation() == record.incarnation();
	}

	/** Leaves out failures and hints, which only move the next read. */
	private static LeaseState.Asking canonical(LeaseState.Asking of, LeaseForm form) {
		PendingRequest open = of.open();
		return new LeaseState.Asking((form.isThere(open) && open != null) ? canonical(open, form) : null, OPEN, 0, null,
				0, false, null);
	}

	/** Leaves out the sending time of a request that grants nothing. */
	private static PendingRequest canonical(PendingRequest of, LeaseForm form) {
		String version = (of.request() instanceof Request.Take take) ? take.version()
				: (of.request() instanceof Request.Renew renew) ? renew.version() : null;
		boolean grants = version != null && form.mayBeDone(version);
		long sent = form.fact(grants) ? form.behind(of.sentNanos()) : 0;
		return new PendingRequest(OPEN, form.request(of.request()), sent, sent / NANOS_PER_MILLI);
	}

	/** Leaves out the cool-down, which is a courtesy. */
	private static LeaseState.Own canonical(LeaseState.Own of, LeaseForm form) {
		Held held = of.held();
		HeldLeadership.Parting parting = of.parting();
		Lease openLease = of.openLease();
		long open = form.attempt(of.openAttempt());
		Lease adopted = (open != 0 && openLease != null) ? canonical(openLease, form) : null;
		return new LeaseState.Own((form.isThere(held) && held != null) ? canonical(held, form) : null, open, adopted,
				LeaseState.NEVER, (form.isThere(parting) && parting != null)
						? new HeldLeadership.Parting(null, form.fact(parting.refused())) : null);
	}

	private static Lease canonical(Lease of, LeaseForm form) {
		return new Lease(0, 0, form.ahead(of.endNanos()), form.fact(of.marginNanos()));
	}

	private static Held canonical(Held of, LeaseForm form) {
		return new Held(form.record(of.record()), canonical(of.lease(), form), form.fact(of.refused()),
				(form.isThere(of.drain()) && of.drain() != null) ? canonical(of.drain(), form) : null);
	}

	private static Drain canonical(Drain of, LeaseForm form) {
		return new Drain(form.fact(of.reason()), List.of(), null, 0);
	}

	/** A leader may renew at any time, and an answer may be missing at any time. */
	private static long[] timers(LeaseState of, LeaseForm form) {
		long[] due = of.deadlines().clone();
		for (LeaseTimer timer : LeaseTimer.values()) {
			boolean set = switch (timer) {
				case RENEW, LEASE_END -> of.own().held() != null;
				case UNANSWERED -> of.asking().open() != null;
				case LEADER_LOST, DRAIN -> false;
				case LOOK, TAKE -> form.fact(due[timer.ordinal()] != LeaseState.NEVER);
			};
			due[timer.ordinal()] = set ? 0 : LeaseState.NEVER;
		}
		return due;
	}

	/** Whether a timer is set. */
	public boolean isSet(LeaseTimer timer) {
		return this.state.deadlines()[timer.ordinal()] != LeaseState.NEVER;
	}

	/** The number of the newest request. */
	public long lastNumber() {
		return this.state.asking().lastNumber();
	}

	/**
	 * The open request.
	 * @return the request that waits for an answer, null for none
	 */
	public @Nullable Request asked() {
		PendingRequest open = this.state.asking().open();
		return (open != null) ? open.request() : null;
	}

	/**
	 * The take whose outcome is not known.
	 * @return its random number, 0 for none
	 */
	public long openAttempt() {
		return this.state.own().openAttempt();
	}

	/**
	 * The take by which this node leads.
	 * @return its random number, 0 if it does not lead
	 */
	public long heldAttempt() {
		Held held = this.state.own().held();
		return (held != null) ? held.record().attempt() : 0;
	}

	/**
	 * Whether the leadership is being given up.
	 * @return the fencing token of the leadership that is given up, 0 for none
	 */
	public long drained() {
		Held held = this.state.own().held();
		return (held != null && held.drain() != null) ? held.record().token() : 0;
	}

	/**
	 * Whether a write waits for its answer.
	 * @return false without an open request, or while it is a read
	 */
	public boolean isWriting() {
		Request asked = asked();
		return asked != null && !(asked instanceof Request.Read);
	}

	/**
	 * Whether this node neither leads nor has a record to release.
	 * @return whether it only waits
	 */
	public boolean isWaiting() {
		LeaseState.Own own = this.state.own();
		return own.held() == null && own.parting() == null;
	}

}
