package io.github.leaderelection.simulator.lab.stage;

import io.github.leaderelection.spi.ElectionMessage;

/**
 * A message of a recording. Times are nanoseconds of true time.
 *
 * @param arrived when it was handled, {@link #LOST} if never
 */
public record RecordedMessage(int from, int to, ElectionMessage body, long sent, long arrived) {

	/** A message that was not handled has no arrival. */
	public static final long LOST = -1;

	/**
	 * Whether it was never handled.
	 * @return true if it was lost, or was still under way at the end
	 */
	public boolean lost() {
		return this.arrived == LOST;
	}

}
