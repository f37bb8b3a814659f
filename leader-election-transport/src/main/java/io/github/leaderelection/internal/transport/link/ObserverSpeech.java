package io.github.leaderelection.internal.transport.link;

import io.github.leaderelection.internal.transport.wire.LinkFrame;
import io.github.leaderelection.internal.transport.wire.LinkFrame.Ping;
import org.jspecify.annotations.Nullable;

/**
 * Judges the frames of an observer, which may send occasional pings and nothing else. The
 * connection's reader uses it.
 */
final class ObserverSpeech {

	/** The pings allowed at once; an observer sends one every thirty seconds. */
	private static final int AT_ONCE = 10;

	private static final long MILLIS = 1000;

	private long pings;

	/**
	 * Judges a frame.
	 * @param frame the link frame, or null for any other frame
	 * @param ageMillis how long the connection has been open
	 * @return why the link has to end, or null
	 */
	@Nullable String refusal(@Nullable LinkFrame frame, long ageMillis) {
		if (!(frame instanceof Ping)) {
			return (frame != null) ? "a frame " + frame.getClass().getSimpleName() : "a message";
		}
		this.pings++;
		return (this.pings > AT_ONCE + ageMillis / MILLIS) ? this.pings + " pings within " + ageMillis + " ms" : null;
	}

}
