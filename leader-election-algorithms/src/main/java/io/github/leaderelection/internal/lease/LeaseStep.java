package io.github.leaderelection.internal.lease;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

import io.github.leaderelection.RevocationReason;
import io.github.leaderelection.internal.protocol.Effect;
import io.github.leaderelection.internal.protocol.Now;
import io.github.leaderelection.internal.protocol.Step;
import org.jspecify.annotations.Nullable;

/**
 * The working copy of the state during one step, and the effects so far. Each of its
 * three parts changes only its own state: requests, observed record, and leadership.
 */
final class LeaseStep {

	private static final long GOLDEN = 0x9E3779B97F4A7C15L;

	private final LeaseConfig config;

	private final Now now;

	private final List<Effect<NoMessage>> effects = new ArrayList<>(4);

	private final long[] before;

	private final long[] deadlines;

	private final PendingRequests store;

	private final RecordObserver lookout;

	private final HeldLeadership own;

	private long entropy;

	private boolean eligible;

	private boolean stopping;

	private boolean stopped;

	LeaseStep(LeaseConfig config, Now now, long entropy) {
		this(new LeaseState(config,
				new LeaseState.Sight(null, null, config.settings().minimumTerm(), config.settings().leaseNanos(), null,
						0),
				LeaseState.Asking.NOTHING, LeaseState.Own.NOTHING, never(), true, false, false), now, entropy);
	}

	LeaseStep(LeaseState state, Now now, long entropy) {
		this.config = state.config();
		this.now = now;
		this.entropy = entropy;
		this.before = state.deadlines().clone();
		this.deadlines = state.deadlines().clone();
		this.store = new PendingRequests(this, state.asking());
		this.lookout = new RecordObserver(this, state.sight());
		this.own = new HeldLeadership(this, state.own());
		this.eligible = state.eligible();
		this.stopping = state.stopping();
		this.stopped = state.stopped();
	}

	private static long[] never() {
		long[] never = new long[LeaseTimer.values().length];
		Arrays.fill(never, LeaseState.NEVER);
		return never;
	}

	Step<LeaseState, NoMessage> finish() {
		for (LeaseTimer timer : LeaseTimer.values()) {
			long deadline = this.deadlines[timer.ordinal()];
			if (deadline == this.before[timer.ordinal()]) {
				continue;
			}
			this.effects.add((deadline == LeaseState.NEVER) ? new Effect.CancelTimer<>(timer)
					: new Effect.StartTimer<>(timer, deadline));
		}
		if (this.stopped) {
			this.effects.add(new Effect.Stopped<>());
		}
		return new Step<>(new LeaseState(this.config, this.lookout.sight(), this.store.asking(), this.own.own(),
				this.deadlines, this.eligible, this.stopping, this.stopped), this.effects);
	}

	LeaseConfig config() {
		return this.config;
	}

	Now now() {
		return this.now;
	}

	long nanos() {
		return this.now.monotonicNanos();
	}

	PendingRequests store() {
		return this.store;
	}

	RecordObserver lookout() {
		return this.lookout;
	}

	HeldLeadership own() {
		return this.own;
	}

	/** A fresh random number, never 0: a step may need several. */
	long draw() {
		this.entropy += GOLDEN;
		long mixed = this.entropy;
		mixed = (mixed ^ (mixed >>> 30)) * 0xBF58476D1CE4E5B9L;
		mixed = (mixed ^ (mixed >>> 27)) * 0x94D049BB133111EBL;
		mixed ^= mixed >>> 31;
		return (mixed != 0) ? mixed : 1;
	}

	void effect(Effect<NoMessage> effect) {
		this.effects.add(effect);
	}

	void answer(long request, @Nullable String refusal) {
		if (request != 0) {
			this.effects.add(new Effect.Answer<>(request, refusal));
		}
	}

	void at(LeaseTimer timer, long nanos) {
		this.deadlines[timer.ordinal()] = nanos;
	}

	/** Sets the timer to that time, unless it is already set to an earlier one. */
	void atLatest(LeaseTimer timer, long nanos) {
		long set = deadline(timer);
		if (set == LeaseState.NEVER || nanos - set < 0) {
			at(timer, nanos);
		}
	}

	void cancel(LeaseTimer timer) {
		this.deadlines[timer.ordinal()] = LeaseState.NEVER;
	}

	long deadline(LeaseTimer timer) {
		return this.deadlines[timer.ordinal()];
	}

	/** Clears the timer if it is due. It may have fired before it was moved. */
	boolean takeDue(LeaseTimer timer) {
		long deadline = deadline(timer);
		// A timer that fired is not armed any more, whatever the step does.
		this.before[timer.ordinal()] = LeaseState.NEVER;
		if (deadline == LeaseState.NEVER || !this.now.reached(deadline)) {
			return false;
		}
		cancel(timer);
		return true;
	}

	/** Whether the node may take the record. */
	boolean mayTake() {
		return this.eligible && !this.stopping;
	}

	boolean isStopping() {
		return this.stopping;
	}

	void eligible(long request, boolean is) {
		this.eligible = is;
		if (!is && this.own.held() != null) {
			this.own.giveUp(RevocationReason.INELIGIBLE, request, null);
			return;
		}
		answer(request, null);
		if (is) {
			this.store.lookNow();
		}
	}

	void stop() {
		this.stopping = true;
		if (this.own.held() != null) {
			this.own.giveUp(RevocationReason.STOPPED, 0, null);
		}
		else if (this.store.isWriting() || this.own.mayHaveTaken()) {
			this.own.part();
		}
	}

	/**
	 * Ends every step. Stops the node once no request can make it the holder.
	 */
	void stopIfSilent() {
		if (!this.stopping || this.own.held() != null || this.own.isParting() || this.store.isWriting()) {
			return;
		}
		for (LeaseTimer timer : LeaseTimer.values()) {
			cancel(timer);
		}
		this.lookout.forget();
		this.stopped = true;
	}

}
