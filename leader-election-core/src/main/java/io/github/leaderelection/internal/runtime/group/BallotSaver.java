package io.github.leaderelection.internal.runtime.group;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;

import io.github.leaderelection.LeaderElector;
import io.github.leaderelection.internal.protocol.Effect;
import io.github.leaderelection.internal.protocol.Event;
import io.github.leaderelection.internal.runtime.environment.Failures;
import io.github.leaderelection.internal.runtime.environment.NodeClock;
import io.github.leaderelection.internal.runtime.watch.SaveWatch;
import io.github.leaderelection.spi.Ballot;
import io.github.leaderelection.spi.BallotStore;
import io.github.leaderelection.spi.ElectionMessage;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Saves ballots of one group, one at a time, and withholds the effects that wait for the
 * save. Saves off the loop unless the store saves at once. Reports every outcome: a save
 * without one would stop the group for ever. Used only by the thread that runs the loop.
 */
final class BallotSaver<M extends ElectionMessage> {

	private static final Logger logger = LoggerFactory.getLogger(LeaderElector.class);

	private final BallotStore store;

	private final Executor writer;

	private final NodeClock clock;

	private final GroupInbox<M> inbox;

	private final SaveWatch watch;

	/**
	 * How often the state has been saved. Written by the saving thread before it reports.
	 */
	private volatile long saves;

	/** Why no ballot may be saved any more; null if one may. */
	private @Nullable String refusal;

	private @Nullable Ballot saving;

	private List<Effect<M>> withheld = List.of();

	BallotSaver(BallotStore store, Executor writer, NodeClock clock, GroupInbox<M> inbox, SaveWatch watch) {
		this.store = store;
		this.writer = writer;
		this.clock = clock;
		this.inbox = inbox;
		this.watch = watch;
		this.saves = store.saves();
	}

	/** How often the state has been saved, as far as this node may tell others. */
	long saves() {
		return this.saves;
	}

	/** Refuses every save from here on: the saved state must not be changed. */
	void refuse(String reason) {
		this.refusal = reason;
	}

	boolean isRefused() {
		return this.refusal != null;
	}

	/**
	 * Saves a ballot and withholds the effects from a position on.
	 * @return the outcome if it is known already, else null: it is posted later
	 */
	@Nullable Event<M> save(Ballot ballot, List<Effect<M>> effects, int from) {
		this.saving = ballot;
		this.withheld = effects.subList(from, effects.size());
		String reason = this.refusal;
		if (reason != null) {
			return new Event.BallotNotSaved<>(ballot, reason);
		}
		try {
			if (this.store.isImmediate()) {
				return saved(ballot);
			}
			this.watch.began(this.clock.monotonicNanos());
			this.writer.execute(() -> write(ballot));
			return null;
		}
		catch (Throwable ex) {
			Failures.rethrowIfFatal(ex);
			return failed(ballot, ex);
		}
	}

	/** Whether effects ask for a save. */
	static <M extends ElectionMessage> boolean isAskedFor(List<Effect<M>> effects) {
		for (int i = 0; i < effects.size(); i++) {
			if (effects.get(i) instanceof Effect.SaveBallot<M>) {
				return true;
			}
		}
		return false;
	}

	boolean isSaving() {
		return this.saving != null;
	}

	/** Whether an event is the outcome of the save in flight. */
	boolean isOutcome(Event<M> event) {
		return (event instanceof Event.BallotSaved<M> saved && saved.ballot() == this.saving)
				|| (event instanceof Event.BallotNotSaved<M> failed && failed.ballot() == this.saving);
	}

	/**
	 * Returns the outcome of the save in flight; a failure if saves are refused
	 * meanwhile.
	 */
	Event<M> judged(Event<M> outcome) {
		String reason = this.refusal;
		return (reason != null && outcome instanceof Event.BallotSaved<M> saved)
				? new Event.BallotNotSaved<>(saved.ballot(), reason) : outcome;
	}

	/** Ends the save in flight and returns the effects that waited for it. */
	List<Effect<M>> release() {
		List<Effect<M>> released = this.withheld;
		this.watch.ended(this.clock.monotonicNanos());
		this.saving = null;
		this.withheld = List.of();
		return released;
	}

	private void write(Ballot ballot) {
		Event<M> outcome;
		try {
			outcome = saved(ballot);
		}
		catch (Throwable ex) {
			this.inbox.post(failed(ballot, ex));
			Failures.rethrowIfFatal(ex);
			return;
		}
		this.inbox.post(outcome);
		secureLater();
	}

	private Event<M> saved(Ballot ballot) throws IOException {
		long began = this.clock.monotonicNanos();
		this.store.save(ballot);
		this.saves = this.store.saves();
		return new Event.BallotSaved<>(ballot, this.clock.monotonicNanos() - began);
	}

	private void secureLater() {
		// This is a separate task, so that waiting saves of other groups go first.
		try {
			this.writer.execute(this::secure);
		}
		catch (RejectedExecutionException ex) {
			logger.debug("The node stops: the store is secured as it is closed", ex);
		}
	}

	private void secure() {
		try {
			this.store.secure();
		}
		catch (Throwable ex) {
			logger.warn("The ballot saved last is not yet secured against damage of the disk; the next save tries "
					+ "again first", ex);
			Failures.rethrowIfFatal(ex);
		}
	}

	private Event<M> failed(Ballot ballot, Throwable failure) {
		logger.debug("A ballot was not saved", failure);
		return new Event.BallotNotSaved<>(ballot, Failures.text(failure));
	}

}
