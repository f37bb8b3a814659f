package io.github.leaderelection.internal.metadata.protocol;

/**
 * What a member keeps over restarts.
 *
 * @param heard the highest fencing token that it met
 * @param accepted the newest value that a leader wrote here
 * @param whole whether it has been filled since it had nothing
 */
public record SavedMetadata(long heard, Metadata accepted, boolean whole) {

	/** The state of a member that never was there, or lost its state. */
	public static final SavedMetadata BLANK = new SavedMetadata(0, Metadata.NONE, false);

}
