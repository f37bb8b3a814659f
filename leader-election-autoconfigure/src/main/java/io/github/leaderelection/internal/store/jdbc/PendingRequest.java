package io.github.leaderelection.internal.store.jdbc;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;

import javax.sql.DataSource;

import io.github.leaderelection.spi.LeaseStore.Answer;
import org.jspecify.annotations.Nullable;

import org.springframework.jdbc.support.JdbcUtils;

/**
 * A request on its way, with a connection of its own. When its time is over, that
 * connection is aborted: what still hangs on it must not hold up anybody.
 */
final class PendingRequest implements Runnable {

	private final DataSource dataSource;

	private final Work work;

	private final Executor aborting;

	private final CompletableFuture<Answer> answer = new CompletableFuture<>();

	private @Nullable Connection connection;

	private boolean isOver;

	PendingRequest(DataSource dataSource, Work work, Executor aborting) {
		this.dataSource = dataSource;
		this.work = work;
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
			borrowed = this.dataSource.getConnection();
		}
		catch (SQLException | RuntimeException ex) {
			this.answer.complete(new Answer.Unknown("No connection could be had. " + SqlProblem.text(ex)));
			return;
		}
		try {
			if (holds(borrowed)) {
				use(borrowed);
			}
		}
		finally {
			giveBack(borrowed);
		}
	}

	private synchronized boolean holds(Connection borrowed) {
		this.connection = borrowed;
		return !this.isOver;
	}

	private void use(Connection borrowed) {
		SessionState former;
		try {
			former = SessionState.changed(borrowed);
			try {
				this.answer.complete(this.work.on(borrowed));
			}
			catch (SQLException | RuntimeException ex) {
				this.answer.complete(new Answer.Unknown(SqlProblem.text(ex)));
			}
			former.restore(borrowed);
		}
		catch (SQLException | RuntimeException ex) {
			this.answer.complete(new Answer.Unknown(SqlProblem.text(ex)));
			spoil();
		}
	}

	private synchronized void spoil() {
		this.isOver = true;
	}

	private void giveBack(Connection borrowed) {
		boolean isSpoiled;
		synchronized (this) {
			this.connection = null;
			isSpoiled = this.isOver;
		}
		if (isSpoiled) {
			abort(borrowed);
			letPoolNotice(borrowed);
		}
		JdbcUtils.closeConnection(borrowed);
	}

	/** Pools drop a connection that reports that it is broken. */
	private static void letPoolNotice(Connection aborted) {
		try {
			aborted.createStatement().close();
		}
		catch (SQLException | RuntimeException ex) {
			// as it should be
		}
	}

	/**
	 * Its time is over.
	 * @param why for the operator
	 */
	void expire(String why) {
		Connection hanging;
		synchronized (this) {
			this.isOver = true;
			hanging = this.connection;
		}
		this.answer.complete(new Answer.Unknown(
				why + ((hanging != null) ? "; its connection is aborted" : "; it had no connection yet")));
		if (hanging != null) {
			this.aborting.execute(() -> abort(hanging));
		}
	}

	private static void abort(Connection connection) {
		try {
			connection.abort(Runnable::run);
		}
		catch (SQLException | RuntimeException ex) {
			// then it ends by itself
		}
	}

	/**
	 * What is done with a connection.
	 */
	interface Work {

		Answer on(Connection connection) throws SQLException;

	}

}
