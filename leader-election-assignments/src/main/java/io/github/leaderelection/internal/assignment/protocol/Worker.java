package io.github.leaderelection.internal.assignment.protocol;

import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;

import io.github.leaderelection.LeaderSequenceNumber;
import io.github.leaderelection.assignments.OwnershipEnd;
import io.github.leaderelection.internal.assignment.protocol.AssignmentSettings.Declared;
import io.github.leaderelection.internal.assignment.protocol.WorkerState.Ended;
import io.github.leaderelection.internal.assignment.protocol.WorkerState.Refusal;
import io.github.leaderelection.internal.assignment.protocol.WorkerState.SentPing;
import io.github.leaderelection.internal.protocol.Lease;
import io.github.leaderelection.internal.protocol.Now;
import org.jspecify.annotations.Nullable;

/**
 * One step of a worker. Its numbers are those of the rules in the guide.
 */
final class Worker {

	/** The pings that an answer may name. */
	private static final int KEPT_PINGS = 64;

	/** A worker that refuses more of an assignment takes nothing of it. */
	private static final int MOST_REFUSED = 64;

	private static final int PINGS_OF_A_LEASE = 8;

	private static final long SECOND = 1_000_000_000;

	private static final long LONGEST_BACKOFF = 60 * SECOND;

	private final AssignmentSettings settings;

	private final Now now;

	private final long entropy;

	private final List<AssignmentEffect> effects;

	private final TreeMap<Partition, Ended> ended;

	private final TreeMap<Partition, Refusal> refusals;

	private final List<Owned> before;

	/** What is owned, once a step looks: most change nothing. */
	private @Nullable TreeMap<Partition, Owned> owned;

	private List<SentPing> sent;

	private List<AssignmentMessage.Division> divisions;

	private @Nullable Lease lease;

	private long token;

	private long version;

	private long sequence;

	private boolean asListed;

	private boolean stopping;

	private long pingAtNanos;

	private long unasked;

	private boolean ends;

	private boolean waits;

	/** Looks at the own lease before anything else: what ended never comes back (2). */
	Worker(AssignmentSettings settings, WorkerState state, Now now, long entropy, List<AssignmentEffect> effects) {
		this.settings = settings;
		this.now = now;
		this.entropy = entropy;
		this.effects = effects;
		this.before = state.owned();
		this.ended = Partition.index(state.ended(), Ended::partition);
		this.refusals = Partition.index(state.refusals(), Refusal::partition);
		this.sent = state.sent();
		this.divisions = state.divisions();
		this.lease = state.lease();
		this.token = state.token();
		this.version = state.version();
		this.sequence = state.sequence();
		this.asListed = state.asListed();
		this.stopping = state.stopping();
		this.pingAtNanos = state.pingAtNanos();
		this.unasked = state.unasked();
		this.ends = state.ends();
		this.waits = state.waits();
		if (this.lease == null || !this.lease.valid(now)) {
			expire();
		}
	}

	/** Ends all: another worker may own it soon. */
	void expire() {
		this.lease = null;
		List.copyOf(owned().keySet()).forEach((each) -> end(each, OwnershipEnd.EXPIRED));
	}

	WorkerState state() {
		return new WorkerState(this.token, this.version, this.sequence, this.sent, this.lease,
				(this.owned != null) ? List.copyOf(this.owned.values()) : this.before, List.copyOf(this.ended.values()),
				List.copyOf(this.refusals.values()), this.divisions, this.asListed, this.stopping, this.pingAtNanos,
				this.unasked, this.ends, this.waits);
	}

	private TreeMap<Partition, Owned> owned() {
		TreeMap<Partition, Owned> opened = (this.owned != null) ? this.owned
				: Partition.index(this.before, Owned::partition);
		this.owned = opened;
		return opened;
	}

	/** Follows the highest token of a leadership, never a lower one (1). */
	void follow(long granted) {
		if (granted == this.token && this.version == 0) {
			// The leader took no ping before its grant.
			this.pingAtNanos = this.now.monotonicNanos();
		}
		if (granted > this.token) {
			this.token = granted;
			this.version = 0;
			this.sent = List.of();
			// What ended before can only be listed with a higher token: no ping under
			// the new token claims it.
			this.ended.clear();
			this.asListed = false;
			this.unasked = 0;
			this.ends = false;
			this.waits = false;
			this.pingAtNanos = this.now.monotonicNanos();
		}
	}

	/** Pings if it is time to. */
	void due() {
		this.refusals.values().removeIf(this::isForgotten);
		if (this.token > 0 && this.now.reached(this.pingAtNanos)) {
			ping();
		}
	}

	/** Notes the time first, then lists what is owned (3). */
	private void ping() {
		this.sequence++;
		List<SentPing> kept = new ArrayList<>(this.sent);
		if (kept.size() == KEPT_PINGS) {
			kept.remove(0);
		}
		kept.add(new SentPing(this.sequence, this.now));
		this.sent = List.copyOf(kept);
		this.unasked = this.ends ? this.sequence : 0;
		this.ends = false;
		this.waits = false;
		long eighth = this.settings.leaseNanos() / PINGS_OF_A_LEASE;
		this.pingAtNanos = this.now.monotonicNanos() + eighth * 9 / 10 + Math.floorMod(this.entropy, eighth / 5 + 1);
		List<Portion> claims = this.asListed ? null : Portion.pack(List.copyOf(owned().values()));
		this.effects.add(new AssignmentEffect.SendPing(
				new AssignmentMessage.Ping(this.token, this.settings.worker(), this.settings.incarnation(),
						this.sequence, this.version, claims, stands(), this.settings.leaseNanos())));
	}

	private List<AssignmentMessage.Stand> stands() {
		List<AssignmentMessage.Stand> stands = new ArrayList<>();
		for (Declared each : this.settings.declared()) {
			List<String> refused = this.refusals.values()
				.stream()
				.filter((refusal) -> refusal.active(this.now)
						&& refusal.partition().assignment().equals(each.assignment()))
				.map((refusal) -> refusal.partition().name())
				.toList();
			PartitionList list = each.list();
			boolean takesMore = !this.stopping && refused.size() <= MOST_REFUSED;
			stands.add(new AssignmentMessage.Stand(each.assignment(), takesMore ? each.capacity() : 0,
					(list != null) ? list.division() : 0, takesMore ? refused : List.of()));
		}
		return stands;
	}

	/**
	 * Pings at once. While a ping that said an end is unanswered, the next change waits
	 * for its answer; the last ping of a stop never does (3).
	 * @param end whether the ping says an end
	 */
	private void changed(boolean end) {
		this.ends |= end;
		this.waits = this.unasked != 0 && !this.stopping;
		if (!this.waits && this.pingAtNanos - this.now.monotonicNanos() > 0) {
			this.pingAtNanos = this.now.monotonicNanos();
		}
	}

	/** Counts an answer only for this start, for a ping it remembers (4). */
	void answered(AssignmentMessage.Answer answer) {
		if (answer.term() != this.token || answer.incarnation() != this.settings.incarnation()
				|| !answer.worker().equals(this.settings.worker()) || answer.version() < this.version
				|| answer.list() == null && answer.version() != this.version) {
			return;
		}
		Lease answered = lease(answer);
		if (answered == null || !answered.valid(this.now)) {
			return;
		}
		boolean newer = answer.version() > this.version;
		this.version = answer.version();
		this.divisions = answer.divisions();
		if (answer.sequence() >= this.unasked) {
			this.unasked = 0;
		}
		if (this.waits || newer && this.settings.held()) {
			// What was held has returned: the next ping is to be held.
			changed(false);
		}
		if (answer.list() != null) {
			apply(Portion.unpack(answer.list()));
		}
		if (this.lease == null || answered.endNanos() - this.lease.endNanos() > 0) {
			this.lease = answered;
		}
		this.sent = this.sent.stream().filter((each) -> each.sequence() >= answer.sequence() - KEPT_PINGS / 2).toList();
		this.ended.values().removeIf((each) -> each.sequence() < answer.sequence());
	}

	/** The lease counts from the time at which the ping was sent. */
	private @Nullable Lease lease(AssignmentMessage.Answer answer) {
		long held = Lease.heldNanos(Math.min(this.settings.leaseNanos(), answer.waitNanos()), this.settings.drift());
		for (SentPing each : this.sent) {
			if (each.sequence() == answer.sequence()) {
				Now at = each.at();
				return new Lease(at.monotonicNanos(), at.wallMillis(), at.monotonicNanos() + held,
						Lease.suspensionMargin(held, this.settings.drift()));
			}
		}
		return null;
	}

	/** Ends what is not listed, drains what is taken back, begins what is given (5). */
	private void apply(List<Owned> listed) {
		TreeMap<Partition, Owned> list = Partition.index(listed, Owned::partition);
		for (Owned each : List.copyOf(owned().values())) {
			Owned told = list.get(each.partition());
			if (told == null || !told.token().equals(each.token())) {
				end(each.partition(), OwnershipEnd.SUPERSEDED);
			}
			else if (told.release()) {
				drain(each);
			}
		}
		for (Owned each : list.values()) {
			if (!owned().containsKey(each.partition())) {
				begin(each);
			}
		}
		this.asListed = owned().size() == list.size();
	}

	private void begin(Owned given) {
		Partition partition = given.partition();
		Ended before = this.ended.get(partition);
		if (before != null && before.token().compareTo(given.token()) >= 0) {
			return;
		}
		Refusal refusal = this.refusals.get(partition);
		if (given.release() || this.stopping || refusal != null && refusal.active(this.now)) {
			this.ended.put(partition, new Ended(partition, given.token(), this.sequence));
			changed(true);
			return;
		}
		owned().put(partition, given);
		this.effects.add(new AssignmentEffect.Begin(partition, given.token()));
		changed(false);
	}

	private void drain(Owned owner) {
		if (!owner.release()) {
			owned().put(owner.partition(), owner.released());
			this.effects.add(new AssignmentEffect.Drain(owner.partition(), owner.token()));
		}
	}

	/** Remembers each end, so that no late answer undoes it (6). */
	private void end(Partition partition, OwnershipEnd why) {
		Owned owner = owned().remove(partition);
		if (owner != null) {
			this.asListed = false;
			Ended before = this.ended.get(partition);
			if (before == null || before.token().compareTo(owner.token()) < 0) {
				this.ended.put(partition, new Ended(partition, owner.token(), this.sequence));
			}
			this.effects.add(new AssignmentEffect.End(partition, owner.token(), why));
			changed(true);
		}
	}

	private boolean owns(Partition partition, LeaderSequenceNumber asked) {
		Owned owner = owned().get(partition);
		return owner != null && owner.token().equals(asked);
	}

	void drained(Partition partition, LeaderSequenceNumber drained) {
		if (owns(partition, drained)) {
			end(partition, this.stopping ? OwnershipEnd.STOPPED : OwnershipEnd.MOVED);
			Refusal released = this.refusals.get(partition);
			if (released != null) {
				refuse(partition, released.backoffNanos(), released.outlived());
			}
		}
	}

	/** Ends an ownership that the application cannot begin, and refuses it a while. */
	void failed(Partition partition, LeaderSequenceNumber failed) {
		if (owns(partition, failed)) {
			end(partition, OwnershipEnd.REFUSED);
			Refusal before = this.refusals.get(partition);
			refuse(partition, (before != null) ? Math.min(2 * before.backoffNanos(), LONGEST_BACKOFF) : SECOND,
					before != null && before.outlived());
		}
	}

	void outlived(Partition partition, boolean running) {
		Refusal before = this.refusals.get(partition);
		if (before == null && !running) {
			return;
		}
		long backoff = (before != null) ? before.backoffNanos() : SECOND;
		long until = (before != null) ? before.untilNanos() : this.now.monotonicNanos();
		this.refusals.put(partition, new Refusal(partition, backoff, until, running));
		changed(false);
	}

	/** Drains a partition, which another worker may get. */
	void release(Partition partition) {
		Owned owner = owned().get(partition);
		if (owner != null && !owner.release()) {
			refuse(partition, SECOND, false);
			drain(owner);
		}
	}

	private void refuse(Partition partition, long backoff, boolean outlived) {
		this.refusals.put(partition, new Refusal(partition, backoff, this.now.monotonicNanos() + backoff, outlived));
	}

	/** A refusal is remembered for a while, and while the partition drains. */
	private boolean isForgotten(Refusal refusal) {
		Owned owner = owned().get(refusal.partition());
		return !refusal.active(this.now) && this.now.reached(refusal.untilNanos() + refusal.backoffNanos())
				&& (owner == null || !owner.release());
	}

	/** Gives back all, and says so (18). */
	void stop() {
		this.stopping = true;
		List.copyOf(owned().values()).forEach(this::drain);
		changed(false);
	}

}
