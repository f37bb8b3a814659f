package io.github.leaderelection.internal.metadata.protocol;

import java.util.List;

import io.github.leaderelection.LeaderSequenceNumber;
import org.jspecify.annotations.Nullable;

/**
 * A value of the register.
 *
 * @param sequence null before the first write
 * @param entries ordered by key
 * @param lost whether newer values may have been lost, until an operator acknowledges it
 */
public record Metadata(@Nullable LeaderSequenceNumber sequence, List<Entry> entries, boolean lost) {

	/** The value before the first write. */
	public static final Metadata NONE = new Metadata(null, List.of(), false);

	/**
	 * Copies the list.
	 */
	public Metadata {
		entries = List.copyOf(entries);
	}

	/** Whether this value is older than a write. */
	public boolean isBefore(@Nullable LeaderSequenceNumber other) {
		return other != null && (this.sequence == null || this.sequence.compareTo(other) < 0);
	}

	/** Whether a write made exactly this value. */
	boolean isOf(@Nullable LeaderSequenceNumber other) {
		return other != null && other.equals(this.sequence);
	}

	/**
	 * A key and its value.
	 */
	public record Entry(String key, String value) {
	}

}
