package io.github.leaderelection.store;

import java.io.IOException;

import io.github.leaderelection.protocol.Ballot;
import org.jspecify.annotations.Nullable;

/**
 * Keeps the ballot of one group on one node. Opened by its maker, owned until
 * {@link #close()}. Called by one thread at a time.
 */
public interface BallotStore extends AutoCloseable {

	/**
	 * The newest saved ballot.
	 * @return the ballot, null where none was ever saved
	 */
	@Nullable Ballot load();

	/**
	 * Saves a ballot. After the return it outlives a crash of the process and, where the
	 * store is durable, of the machine; after an exception either this or the earlier
	 * ballot will be found.
	 * @param ballot the ballot
	 * @throws IOException if it cannot be saved; the message names the place and the
	 * remedy
	 */
	void save(Ballot ballot) throws IOException;

	/**
	 * Gives up ownership. Further calls do nothing.
	 */
	@Override
	void close();

}
