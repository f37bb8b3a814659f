package io.github.leaderelection.internal.lease;

import io.github.leaderelection.internal.protocol.Effect;
import io.github.leaderelection.spi.LeaseStore.Answer;
import io.github.leaderelection.spi.LeaseStore.Request;
import org.jspecify.annotations.Nullable;

/**
 * The requests to the store: one at a time, each under its own number. A late answer is
 * ignored.
 */
final class PendingRequests {

	private final LeaseStep step;

	private @Nullable PendingRequest open;

	private long lastNumber;

	private int failures;

	private @Nullable String problem;

	private long total;

	private boolean again;

	private @Nullable FailedWrites failedWrites;

	PendingRequests(LeaseStep step, LeaseState.Asking asking) {
		this.step = step;
		this.open = asking.open();
		this.lastNumber = asking.lastNumber();
		this.failures = asking.failures();
		this.problem = asking.problem();
		this.total = asking.total();
		this.again = asking.again();
		this.failedWrites = asking.failedWrites();
	}

	LeaseState.Asking asking() {
		return new LeaseState.Asking(this.open, this.lastNumber, this.failures, this.problem, this.total, this.again,
				this.failedWrites);
	}

	/** Sends a request; it replaces a request that is still open. */
	void ask(Request request) {
		this.lastNumber++;
		this.total++;
		this.again = false;
		this.open = new PendingRequest(this.lastNumber, request, this.step.nanos(), this.step.now().wallMillis());
		long span = this.step.config().requestNanos();
		this.step.effect(new Effect.AskStore<>(this.lastNumber, request, span));
		this.step.at(LeaseTimer.UNANSWERED, this.step.nanos() + span);
		this.step.cancel(LeaseTimer.LOOK);
		this.step.cancel(LeaseTimer.TAKE);
	}

	/**
	 * Reads the record, unless a request is open. A stopping node reads only while it
	 * leads or has a record to release.
	 */
	void lookNow() {
		HeldLeadership own = this.step.own();
		if (this.open == null && (!this.step.isStopping() || own.isParting() || own.held() != null)) {
			ask(new Request.Read(this.step.config().key()));
		}
	}

	/** Reads the record when it is time, or soon where a hint came meanwhile. */
	void lookLater() {
		lookLater(LeaseState.NEVER);
	}

	/**
	 * Reads the record when it is time, or soon where a hint came meanwhile.
	 * @param toldUntilNanos the time before which a hint makes the read unnecessary,
	 * {@link LeaseState#NEVER} without a hint
	 */
	void lookLater(long toldUntilNanos) {
		long draw = this.step.draw();
		if (this.again && this.failures == 0) {
			this.step.at(LeaseTimer.LOOK, this.step.nanos() + this.step.config().afterHintNanos(draw));
		}
		else {
			long look = this.step.nanos() + this.step.config().lookNanos(this.failures, draw);
			boolean isTold = toldUntilNanos != LeaseState.NEVER && toldUntilNanos - look > 0;
			this.step.at(LeaseTimer.LOOK, isTold ? toldUntilNanos : look);
		}
		this.again = false;
	}

	/**
	 * Reads the record a retry interval after the last read was sent, or at once if that
	 * time is over. A leader has no time to lose.
	 */
	void askOn(long sentNanos) {
		long look = sentNanos + this.step.config().lookNanos(0, this.step.draw());
		if (this.step.now().reached(look)) {
			lookNow();
		}
		else {
			this.step.at(LeaseTimer.LOOK, look);
		}
	}

	/** Puts the next read off while hints show renewals, but not after a failure. */
	void putOff(long untilNanos) {
		if (this.failures == 0) {
			this.step.at(LeaseTimer.LOOK, untilNanos);
		}
	}

	/** Notes a hint during an open read, which may show the state before it. */
	void lookAgain() {
		this.again = this.open != null && !isWriting();
	}

	/** Whether the open request may make this node the holder, or end that. */
	boolean isWriting() {
		return this.open != null && !(this.open.request() instanceof Request.Read);
	}

	boolean isReleasing() {
		return this.open != null && this.open.request() instanceof Request.Release;
	}

	/**
	 * Takes an answer.
	 * @return the request that it answers, null if that request is not open any more
	 */
	@Nullable PendingRequest answered(long number, Answer answer) {
		PendingRequest asked = this.open;
		if (asked == null || asked.number() != number) {
			return null;
		}
		if (isWriting()) {
			this.failedWrites = (answer instanceof Answer.Unknown unknown) ? failed(asked, unknown.reason()) : null;
		}
		this.open = null;
		this.step.cancel(LeaseTimer.UNANSWERED);
		if (answer instanceof Answer.Unknown unknown) {
			this.failures++;
			this.problem = unknown.reason();
		}
		else {
			this.failures = 0;
			this.problem = null;
		}
		return asked;
	}

	/**
	 * Notes a write without a certain answer. One such write says little about the store.
	 * From the second in a row on, a pause follows each, even if reads succeed. A waiting
	 * node pauses as for an unreachable store, a leader for a retry interval.
	 */
	private FailedWrites failed(PendingRequest asked, String reason) {
		int writes = (this.failedWrites != null) ? this.failedWrites.inARow() + 1 : 1;
		int pace = (this.step.own().held() != null) ? 0 : writes;
		long pause = (writes > 1) ? this.step.config().lookNanos(pace, this.step.draw()) : 0;
		long took = this.step.nanos() - asked.sentNanos();
		return new FailedWrites(writes, reason, took >= this.step.config().requestNanos() / 2,
				asked.sentNanos() + pause);
	}

	/** Forgets failed writes: a take of another node shows that writes succeed. */
	void forgiveWrites() {
		this.failedWrites = null;
	}

	/** The time from which a write is tried again. */
	long writableNanos() {
		return (this.failedWrites != null) ? this.failedWrites.untilNanos() : this.step.nanos();
	}

	boolean isWritable() {
		return this.step.now().reached(writableNanos());
	}

	/** Reads the record when a write is tried again. */
	void lookOnceWritable() {
		this.again = false;
		this.step.at(LeaseTimer.LOOK, writableNanos());
	}

	long openNumber() {
		return (this.open != null) ? this.open.number() : 0;
	}

}
