package io.github.leaderelection.runtime;

import java.util.List;
import java.util.concurrent.Executor;

import io.github.leaderelection.protocol.Ballot;
import io.github.leaderelection.protocol.Effect;
import io.github.leaderelection.protocol.ElectionMessage;
import io.github.leaderelection.protocol.Event;
import io.github.leaderelection.store.BallotStore;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Saves ballots of one group off the loop, one at a time, and keeps what waits for the
 * save. Reports every outcome: a save without one would stop the group for ever. Used by
 * the loop's owner thread alone.
 *
 * @param <M> the algorithm's messages
 */
final class BallotSaver<M extends ElectionMessage> {

	private static final Logger logger = LoggerFactory.getLogger(BallotSaver.class);

	private final BallotStore store;

	private final Executor writer;

	private final NodeClock clock;

	private final GroupInbox<M> inbox;

	private @Nullable Ballot saving;

	private List<Effect<M>> withheld = List.of();

	BallotSaver(BallotStore store, Executor writer, NodeClock clock, GroupInbox<M> inbox) {
		this.store = store;
		this.writer = writer;
		this.clock = clock;
		this.inbox = inbox;
	}

	/** Saves a ballot and withholds the effects from a position on. */
	void save(Ballot ballot, List<Effect<M>> effects, int from) {
		this.saving = ballot;
		this.withheld = effects.subList(from, effects.size());
		try {
			this.writer.execute(() -> write(ballot));
		}
		catch (Throwable ex) {
			failed(ballot, ex);
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

	/** Ends the save in flight and gives out what waited for it. */
	List<Effect<M>> release() {
		List<Effect<M>> released = this.withheld;
		this.saving = null;
		this.withheld = List.of();
		return released;
	}

	private void write(Ballot ballot) {
		long began = this.clock.monotonicNanos();
		try {
			this.store.save(ballot);
		}
		catch (Throwable ex) {
			failed(ballot, ex);
			return;
		}
		this.inbox.post(new Event.BallotSaved<>(ballot, this.clock.monotonicNanos() - began));
	}

	private void failed(Ballot ballot, Throwable failure) {
		this.inbox.post(new Event.BallotNotSaved<>(ballot, Failures.text(failure)));
		logger.debug("A ballot was not saved", failure);
		Failures.rethrowIfFatal(failure);
	}

}
