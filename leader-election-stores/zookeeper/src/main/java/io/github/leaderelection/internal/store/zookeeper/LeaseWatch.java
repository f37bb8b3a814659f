package io.github.leaderelection.internal.store.zookeeper;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

import io.github.leaderelection.internal.store.lease.HintSpread;
import io.github.leaderelection.internal.store.lease.LeaseListeners;
import io.github.leaderelection.spi.LeaseRecord;
import org.jspecify.annotations.Nullable;

/**
 * Wakes the nodes of this process that wait for one lease. Renewals wake nobody. A
 * release to anybody wakes the next in line, and after it the few behind, for the next
 * may be paused or not eligible. A release to one member wakes all, for ZooKeeper does
 * not know whose place is whose. Safe for use from any thread.
 */
final class LeaseWatch {

	private final LeaseListeners listeners = new LeaseListeners();

	private final ChangeHint released;

	private final ChangeHint transferred;

	private final Turns turns;

	private final @Nullable WaitingLine line;

	LeaseWatch(ZookeeperConnection connection, LeaseNodes nodes, Recipe recipe, Executor owner, Turns turns) {
		this.turns = turns;
		this.released = new ChangeHint(connection, nodes.released(), this::tellRelease);
		this.transferred = new ChangeHint(connection, nodes.transferred(), this::tellAll);
		this.line = (recipe == Recipe.SEQUENTIAL)
				? new WaitingLine(connection, nodes, owner, turns.lookNanos(), this::moved) : null;
	}

	@Nullable WaitingLine line() {
		return this.line;
	}

	void add(Consumer<@Nullable LeaseRecord> listener) {
		this.listeners.add(listener);
	}

	/** Whether nobody listens any more. */
	boolean remove(Consumer<@Nullable LeaseRecord> listener) {
		return this.listeners.remove(listener);
	}

	void begin() {
		this.transferred.on();
		if (this.line == null) {
			this.released.on();
		}
	}

	/** There is a connection again, maybe in another session. */
	void connected() {
		this.transferred.arm();
		this.released.arm();
		if (this.line != null) {
			this.line.check();
		}
	}

	void sessionEnded() {
		if (this.line != null) {
			this.line.sessionEnded();
		}
	}

	boolean tellsChanges() {
		// How many stand before says whether this process is to be woken.
		boolean waits = this.line == null || (this.line.stands() && this.line.ahead() != Turns.NOWHERE);
		boolean isWoken = this.line == null || Turns.isWoken(this.line.ahead());
		return waits && this.transferred.isArmed() && (!isWoken || this.released.isArmed());
	}

	/** Whoever stood before has gone: it may have taken the lease, or vanished. */
	private void moved(int ahead) {
		if (Turns.isWoken(ahead)) {
			this.released.on();
		}
		if (ahead == 0) {
			tell();
		}
	}

	private void tellRelease() {
		WaitingLine waiting = this.line;
		if (waiting == null) {
			tellAll();
			return;
		}
		this.turns.begin();
		int ahead = waiting.ahead();
		if (ahead == 0) {
			tell();
		}
		else if (Turns.isWoken(ahead)) {
			CompletableFuture.delayedExecutor(this.turns.nanos(ahead), TimeUnit.NANOSECONDS, Runnable::run)
				.execute(() -> tellInTurn(waiting, ahead));
		}
	}

	/** Nobody knows whether one before takes the lease: the record shows it. */
	private void tellInTurn(WaitingLine waiting, int ahead) {
		if (waiting.ahead() == ahead) {
			this.turns.give(System.nanoTime());
			tell();
		}
	}

	/** For how long this process lets others take the lease first. */
	long patienceNanos() {
		return (this.line != null) ? this.turns.patienceNanos(this.line.ahead(), System.nanoTime()) : 0;
	}

	/** This process took the lease, and waits no more. */
	void taken(String place) {
		if (this.line != null) {
			this.released.off();
			this.line.taken(place);
		}
	}

	/** Others are told at the same moment, and nobody knows how many. */
	private void tellAll() {
		this.listeners.spread(HintSpread.UNKNOWN);
	}

	private void tell() {
		this.listeners.tell(null);
	}

	void close() {
		this.released.off();
		this.transferred.off();
		if (this.line != null) {
			this.line.close();
		}
	}

}
