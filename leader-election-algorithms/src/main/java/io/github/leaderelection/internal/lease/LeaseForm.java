package io.github.leaderelection.internal.lease;

import io.github.leaderelection.spi.LeaseRecord;
import io.github.leaderelection.spi.LeaseStore.Request;
import org.jspecify.annotations.Nullable;

/**
 * Writes states of an election by a lease so that states that act alike are equal. The
 * clock reads 0, and random numbers have names. Each method takes a component of a state
 * and returns the value that stands for it. A state passes each component to one method,
 * or writes a constant for a component that does not matter.
 */
public interface LeaseForm {

	/** Writes a component unchanged, because it tells states apart. */
	<T> T fact(T value);

	/**
	 * Writes whether a part is there.
	 * @param part the part, or null
	 */
	boolean isThere(@Nullable Object part);

	/** Writes an instant that is only compared with the present. */
	long ahead(long nanos);

	/**
	 * Writes an instant in the past, whose exact age does not matter beyond the longest
	 * lease.
	 */
	long behind(long nanos);

	/**
	 * Whether no answer to this node will show a version again.
	 * @return whether it is neither the store's nor that of an answer on its way
	 */
	boolean isGone(String version);

	/**
	 * Whether the open request may still be done, or was done.
	 * @return false if the store refuses it, whenever it arrives
	 */
	boolean mayBeDone(String version);

	/**
	 * Writes a fencing token, which is only compared with other tokens.
	 */
	long token(long token);

	/**
	 * Writes the highest fencing token that was seen, which matters only where a store
	 * may show a lower one.
	 */
	long highestToken(long token);

	/**
	 * Writes a record that no answer will show again.
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
