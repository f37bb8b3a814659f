package io.github.leaderelection.internal.lease;

import io.github.leaderelection.internal.protocol.Effect;
import io.github.leaderelection.spi.LeaseStore.Answer;
import io.github.leaderelection.spi.LeaseStore.Request;
import org.jspecify.annotations.Nullable;

/**
 * What the store is asked: one request at a time, each under a number of its own. An
 * answer that comes after its time is no answer.
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

	/** Asks, in place of whatever is not answered yet. */
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
	 * Reads the record, unless something is asked already. A node that stops asks only as
	 * long as it has something to keep or to give back.
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
	 * @param toldUntilNanos until when it is not time yet by what was told,
	 * {@link LeaseState#NEVER} where nothing was
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
	 * Reads the record a retry interval after it was asked for last, at once where the
	 * store took longer not to answer: who leads has no time to lose.
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

	/** Renewals are told. But a store that does not answer is asked on. */
	void putOff(long untilNanos) {
		if (this.failures == 0) {
			this.step.at(LeaseTimer.LOOK, untilNanos);
		}
	}

	/** A hint came while the store is asked: an open read may show what was before. */
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
	 * @return what it answers, null for an answer that nobody waits for any more
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
	 * One write without an answer says little of the store. From the second in a row on
	 * each is paused, whatever reads are answered: those that wait go by the pace of a
	 * store that is away, and who leads by that of looks.
	 */
	private FailedWrites failed(PendingRequest asked, String reason) {
		int writes = (this.failedWrites != null) ? this.failedWrites.inARow() + 1 : 1;
		int pace = (this.step.own().held() != null) ? 0 : writes;
		long pause = (writes > 1) ? this.step.config().lookNanos(pace, this.step.draw()) : 0;
		long took = this.step.nanos() - asked.sentNanos();
		return new FailedWrites(writes, reason, took >= this.step.config().requestNanos() / 2,
				asked.sentNanos() + pause);
	}

	/** Another took the record: the store takes writes again. */
	void forgiveWrites() {
		this.failedWrites = null;
	}

	/** From when on a write is tried again. */
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
