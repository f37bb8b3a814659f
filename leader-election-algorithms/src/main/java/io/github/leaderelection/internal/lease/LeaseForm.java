package io.github.leaderelection.internal.lease;

import io.github.leaderelection.spi.LeaseRecord;
import io.github.leaderelection.spi.LeaseStore.Request;
import org.jspecify.annotations.Nullable;

/**
 * Takes the state of an election by a lease apart so that states that act alike are
 * written alike: the clock reads 0, and random numbers have names. Each method takes what
 * a component is and answers what stands for it. A state gives each of its components to
 * one of them, or writes a constant where a component only steers.
 */
public interface LeaseForm {

	/** Writes what tells states apart as it is. */
	<T> T fact(T value);

	/**
	 * Writes whether a part is there.
	 * @param part the part, or null
	 */
	boolean isThere(@Nullable Object part);

	/** Writes an instant of which is only asked whether it has come. */
	long ahead(long nanos);

	/**
	 * Writes an instant in the past that means the same once the longest lease has gone
	 * by.
	 */
	long behind(long nanos);

	/**
	 * Whether no answer to this node will show a version again.
	 * @return whether it is neither the store's nor that of an answer on its way
	 */
	boolean isGone(String version);

	/**
	 * Whether the request that waits may still be, or has been, done.
	 * @return false if the store refuses it, whenever it arrives
	 */
	boolean mayBeDone(String version);

	/**
	 * Writes a fencing token, of which is only asked whether it is higher than another.
	 */
	long token(long token);

	/**
	 * Writes the highest fencing token that was seen, which matters only where a store
	 * may show a lower one.
	 */
	long highestToken(long token);

	/**
	 * Writes a record that nobody will be shown again.
	 */
	LeaseRecord gone(LeaseRecord record);

	/**
	 * Writes a take of this node, by the name that records have for it.
	 * @param attempt its random number, 0 for none
	 */
	long attempt(long attempt);

	/**
	 * Writes a record.
	 */
	LeaseRecord record(LeaseRecord record);

	/** Writes a request that waits for its answer. */
	Request request(Request request);

}
