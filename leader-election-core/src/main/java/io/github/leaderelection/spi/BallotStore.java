package io.github.leaderelection.spi;

import java.io.IOException;

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
	 * How often the state that holds the newest ballot has been saved, since it was made.
	 * Never less than at an earlier time, unless an older copy of it was put in its
	 * place.
	 * @return 0 where this is not counted
	 */
	default long saves() {
		return 0;
	}

	/**
	 * Whether {@link #save} neither blocks nor takes time worth telling of, so that the
	 * loop may call it itself.
	 * @return false unless the store knows better; always the same
	 */
	default boolean isImmediate() {
		return false;
	}

	/**
	 * Makes the ballot saved last outlive damage to one place of the store. Called once
	 * the save was told of, so that nobody waits for it; a save that comes before does it
	 * first.
	 * @throws IOException if that cannot be done; the ballot is saved all the same
	 */
	default void secure() throws IOException {
	}

	/**
	 * Gives up ownership. Further calls do nothing.
	 */
	@Override
	void close();

}
