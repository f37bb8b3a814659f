package io.github.leaderelection.metadata;

import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletionStage;
import java.util.function.UnaryOperator;

import io.github.leaderelection.LeaderSequenceNumber;
import org.jspecify.annotations.Nullable;

/**
 * A few settings of a group that outlive its leaders: a map that only the leader writes,
 * and that every member has. Each group has a bean, with the group's name as qualifier;
 * that of the group {@code default} is primary.
 *
 * <p>
 * A value is at most {@value #MOST_KEYS} keys and {@value #MOST_BYTES} bytes in UTF-8. It
 * is no log and no cache: larger or faster things belong into a database. All methods may
 * be called on any thread.
 *
 * @author Leader Election contributors
 * @since 0.1.0
 */
public interface LeaderMetadata {

	/** The most keys of a value. */
	int MOST_KEYS = 64;

	/** The most bytes of all keys and values together, in UTF-8. */
	int MOST_BYTES = 32 * 1024;

	/** The most writes of a leader in any second. */
	int MOST_WRITES_A_SECOND = 10;

	/**
	 * Returns the newest committed value. No later leader has a newer one, for the lease
	 * is valid as this method looks. A leader that was just granted learns the value
	 * first: the method waits for that, at most for the duration of a lease.
	 * @return the value, empty before the first write
	 * @throws LeaderMetadataException with
	 * {@link LeaderMetadataException.Outcome#REFUSED} if this instance does not lead, or
	 * cannot learn the value from enough members
	 */
	Value get();

	/**
	 * Returns the newest value that this instance knows to be committed. Never blocks,
	 * and never goes back to an older one.
	 * @return the value, empty before any is known
	 */
	Value lastKnown();

	/**
	 * Sets one key, or removes it. As {@link #update} otherwise.
	 * @param key neither blank nor beginning with {@code leader-election.}
	 * @param value the value, {@code null} to remove the key
	 * @return as that of {@link #update}
	 */
	CompletionStage<LeaderSequenceNumber> set(String key, @Nullable String value);

	/**
	 * Replaces the value by what a function makes of the newest one. Writes of this
	 * instance are done one after the other.
	 * @param change receives a mutable copy, sorted by key, and returns the next value;
	 * called once, on a thread of the library
	 * @return completes with the position of the committed value, which every later
	 * leader begins with. Fails with a {@link LeaderMetadataException} that says whether
	 * the write may still be seen, with an {@link IllegalArgumentException} if the next
	 * value is too large or its keys cannot be used, or with what the function threw
	 */
	CompletionStage<LeaderSequenceNumber> update(UnaryOperator<Map<String, String>> change);

	/**
	 * A value at one time.
	 *
	 * @param entries unmodifiable, sorted by key
	 * @param sequence its position among all values of the group; {@code null} before the
	 * first write. A new leader writes the value again, under a higher position
	 * @param lost whether newer values may have been lost, until an operator acknowledges
	 * it at the endpoint
	 */
	record Value(Map<String, String> entries, @Nullable LeaderSequenceNumber sequence, boolean lost) {

		/**
		 * Copies the entries.
		 */
		public Value {
			entries = Collections.unmodifiableMap(new TreeMap<>(entries));
		}

	}

}
