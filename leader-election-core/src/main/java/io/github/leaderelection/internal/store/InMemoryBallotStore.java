package io.github.leaderelection.internal.store;

import java.io.IOException;

import io.github.leaderelection.spi.Ballot;
import io.github.leaderelection.spi.BallotStore;
import org.jspecify.annotations.Nullable;

/**
 * Keeps a ballot in memory, for a node without a state directory. Each instance starts
 * empty. Safe for use from any thread.
 */
public final class InMemoryBallotStore implements BallotStore {

	private volatile @Nullable Ballot ballot;

	private volatile boolean closed;

	@Override
	public @Nullable Ballot load() {
		return this.ballot;
	}

	@Override
	public void save(Ballot newBallot) throws IOException {
		if (this.closed) {
			throw new IOException("The ballot store in memory is closed: open a new one");
		}
		this.ballot = newBallot;
	}

	@Override
	public boolean isImmediate() {
		return true;
	}

	@Override
	public void close() {
		this.closed = true;
	}

}
