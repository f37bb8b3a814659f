package io.github.leaderelection.internal.view;

import java.util.List;

import io.github.leaderelection.LeaderSequenceNumber;

/**
 * The value of one group that outlives its leaders, as one member shows it. Its
 * components are the wire form, so they change only with the version of the transport.
 * Immutable.
 *
 * @param sequence its position among all values of the group
 * @param entries ordered by key
 * @param lost whether newer values may have been lost
 */
public record GroupValue(String group, LeaderSequenceNumber sequence, List<Entry> entries, boolean lost) {

	/**
	 * Copies the list.
	 */
	public GroupValue {
		entries = List.copyOf(entries);
	}

	/**
	 * A key and its value.
	 */
	public record Entry(String key, String value) {
	}

}
