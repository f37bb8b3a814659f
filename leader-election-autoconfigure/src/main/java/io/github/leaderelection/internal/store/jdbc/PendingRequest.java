package io.github.leaderelection.internal.store.jdbc;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicReference;

import io.github.leaderelection.spi.LeaseStore.Answer;
import org.jspecify.annotations.Nullable;

import org.springframework.jdbc.support.JdbcUtils;

/**
 * A request on its way, with a connection of its own. When its time is over, that
 * connection is aborted: what still hangs on it must not hold up anybody.
 */
final class PendingRequest implements Runnable {

	private final RequestThreads.Connections connections;

	private final SessionState.Isolation isolation;

	private final Work work;

	private final boolean writes;

	private final Executor aborting;

	private final CompletableFuture<Answer> answer = new CompletableFuture<>();

	private final AtomicReference<Phase> phase = new AtomicReference<>(Phase.WAITING);

	PendingRequest(RequestThreads.Connections connections, SessionState.Isolation isolation, Work work, boolean writes,
			Executor aborting) {
		this.connections = connections;
		this.isolation = isolation;
		this.work = work;
		this.writes = writes;
		this.aborting = aborting;
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

	/** Whether the connection is as it was before. */
	private boolean use(Connection borrowed) {
		try {
			SessionState former = SessionState.changed(borrowed, this.isolation, this.writes);
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
	 * Its time is over.
	 * @param why for the operator
	 * @return whether it still waits for its connection, which nothing ends
	 */
	boolean expire(String why) {
		Phase former = this.phase.getAndSet(Phase.OVER);
		Connection hanging = former.held();
		this.answer.complete(new Answer.Unknown(why
				+ ((hanging != null) ? "; its connection is aborted" : "; it had no connection yet" + lastProblem())));
		if (hanging != null) {
			this.aborting.execute(() -> BrokenConnections.abort(hanging));
		}
		return former == Phase.WAITING;
	}

	private String lastProblem() {
		String problem = this.connections.problem();
		return (problem != null) ? ". The last one could not be had. " + problem : "";
	}

	/**
	 * How far it has come.
	 *
	 * @param held the connection that it holds
	 */
	private record Phase(@Nullable Connection held) {

		static final Phase WAITING = new Phase(null);

		static final Phase OVER = new Phase(null);

	}

	/**
	 * What is done with a connection.
	 */
	interface Work {

		Answer on(Connection connection) throws SQLException;

	}

}
