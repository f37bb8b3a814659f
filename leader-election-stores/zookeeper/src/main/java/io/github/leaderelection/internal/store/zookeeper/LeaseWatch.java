package io.github.leaderelection.internal.store.zookeeper;

import java.util.concurrent.Executor;
import java.util.function.Consumer;

import io.github.leaderelection.internal.store.lease.HintSpread;
import io.github.leaderelection.internal.store.lease.LeaseListeners;
import io.github.leaderelection.spi.LeaseRecord;
import org.jspecify.annotations.Nullable;

/**
 * Wakes the nodes of this process that wait for one lease. Renewals wake nobody. A
 * release to anybody wakes the next in line alone; a release to one member wakes all, for
 * ZooKeeper does not know whose place is whose. Safe for use from any thread.
 */
final class LeaseWatch {

	private final LeaseListeners listeners = new LeaseListeners();

	private final ChangeHint released;

	private final ChangeHint transferred;

	private final @Nullable WaitingLine line;

	LeaseWatch(ZookeeperConnection connection, LeaseNodes nodes, Recipe recipe, Executor owner) {
		this.released = new ChangeHint(connection, nodes.released(), this::tellRelease);
		this.transferred = new ChangeHint(connection, nodes.transferred(), this::tellAll);
		this.line = (recipe == Recipe.SEQUENTIAL) ? new WaitingLine(connection, nodes, owner, this::ourTurn) : null;
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
		boolean waits = this.line == null || this.line.stands();
		boolean isNext = this.line == null || this.line.isNext();
		return waits && this.transferred.isArmed() && (!isNext || this.released.isArmed());
	}

	/** Who stood before has gone: it may have taken the lease, or vanished. */
	private void ourTurn() {
		this.released.on();
		tell();
	}

	private void tellRelease() {
		if (this.line == null) {
			tellAll();
		}
		else if (this.line.isNext()) {
			tell();
		}
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
