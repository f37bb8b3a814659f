package io.github.leaderelection.internal.store.jdbc;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;

import io.github.leaderelection.spi.LeaseStore.Answer;
import org.jspecify.annotations.Nullable;

import org.springframework.jdbc.support.JdbcUtils;

/**
 * A running request with a connection of its own. After the deadline no caller waits for
 * it, and its connection may be aborted. So a hanging statement does not block others for
 * long.
 */
final class PendingRequest implements Runnable {

	private final RequestThreads.Connections connections;

	private final SessionState.PoolDefaults pool;

	private final Work work;

	private final Access access;

	private final CompletableFuture<Answer> answer = new CompletableFuture<>();

	private final AtomicReference<Phase> phase = new AtomicReference<>(Phase.WAITING);

	PendingRequest(RequestThreads.Connections connections, SessionState.PoolDefaults pool, Work work, Access access) {
		this.connections = connections;
		this.pool = pool;
		this.work = work;
		this.access = access;
	}

	CompletableFuture<Answer> answer() {
		return this.answer;
	}

	@Override
	public void run() {
		if (this.answer.isDone()) {
			return;
		}
		Connection borrowed;
		try {
			borrowed = this.connections.borrow();
		}
		catch (SQLException | RuntimeException ex) {
			this.answer.complete(new Answer.Unknown("No connection could be had. " + SqlProblem.text(ex)));
			return;
		}
		Phase holding = new Phase(borrowed);
		boolean isSound = true;
		try {
			if (this.phase.compareAndSet(Phase.WAITING, holding)) {
				isSound = false;
				isSound = use(borrowed) & this.phase.compareAndSet(holding, Phase.OVER);
			}
		}
		finally {
			if (!isSound) {
				this.connections.drop(borrowed);
			}
			JdbcUtils.closeConnection(borrowed);
		}
	}

	/** Uses the connection; true if its former state is restored. */
	private boolean use(Connection borrowed) {
		try {
			SessionState former = SessionState.changed(borrowed, this.pool, this.access == Access.WRITE);
			answer(borrowed);
			former.restore(borrowed);
			return true;
		}
		catch (SQLException | RuntimeException ex) {
			this.answer.complete(new Answer.Unknown(SqlProblem.text(ex)));
			return false;
		}
	}

	private void answer(Connection borrowed) {
		try {
			this.answer.complete(this.work.on(borrowed));
		}
		catch (SQLException | RuntimeException ex) {
			this.answer.complete(new Answer.Unknown(SqlProblem.text(ex)));
		}
	}

	/**
	 * Ends the request at its deadline.
	 * @return whether the request still waits for a connection, a wait that cannot be
	 * ended
	 */
	boolean expire(String why) {
		boolean isWaiting = this.phase.compareAndSet(Phase.WAITING, Phase.OVER);
		this.answer.complete(new Answer.Unknown(
				isWaiting ? why + "; it had no connection yet" + lastProblem() : why + "; its connection hangs"));
		return isWaiting;
	}

	boolean writes() {
		return this.access != Access.READ;
	}

	/**
	 * Takes the connection away, so that it does not return to the pool; null without
	 * one.
	 */
	@Nullable Connection takeAway() {
		return this.phase.getAndSet(Phase.OVER).held();
	}

	private String lastProblem() {
		String problem = this.connections.problem();
		return (problem != null) ? ". The last one could not be had. " + problem : "";
	}

	/**
	 * The phase of a request.
	 */
	private record Phase(@Nullable Connection held) {

		static final Phase WAITING = new Phase(null);

		static final Phase OVER = new Phase(null);

	}

	/**
	 * The access of a request to rows.
	 */
	enum Access {

		/** Reads committed rows. */
		READ,

		/**
		 * Changes one row, which the server locks before it reads the committed version.
		 */
		ROW,

		/** Writes under {@code READ COMMITTED}. */
		WRITE

	}

	/**
	 * The work on a connection.
	 */
	interface Work {

		Answer on(Connection connection) throws SQLException;

	}

}
