package io.github.leaderelection.spi;

import java.io.IOException;

import org.jspecify.annotations.Nullable;

/**
 * Keeps the ballot of one group on one node. Open from its creation until
 * {@link #close()}. Called by one thread at a time.
 */
public interface BallotStore extends AutoCloseable {

	/**
	 * The newest saved ballot.
	 * @return the ballot, or null if none was ever saved
	 */
	@Nullable Ballot load();

	/**
	 * Saves a ballot. After the return it survives a crash of the process and, in a
	 * durable store, of the machine. After an exception the store contains either this or
	 * the previous ballot.
	 * @param ballot the ballot
	 * @throws IOException if saving failed; the message names the location and the remedy
	 */
	void save(Ballot ballot) throws IOException;

	/**
	 * The number of saves since the creation of this state. It only falls if an older
	 * copy of the state was restored.
	 * @return 0 if the store does not count
	 */
	default long saves() {
		return 0;
	}

	/**
	 * Whether {@link #save} is fast and never blocks, so that the loop may call it
	 * directly.
	 * @return always the same; false by default
	 */
	default boolean isImmediate() {
		return false;
	}

	/**
	 * Protects the last saved ballot from damage to one place of the store. Called after
	 * the save was reported, so no caller waits for it. An earlier call of save must do
	 * it first.
	 * @throws IOException if that failed; the ballot remains saved
	 */
	default void secure() throws IOException {
	}

	/**
	 * Closes the store. Further calls do nothing.
	 */
	@Override
	void close();

}
