package io.github.leaderelection.internal.transport.wire;

import java.util.ArrayList;
import java.util.List;

import org.jspecify.annotations.Nullable;

/**
 * Carries a frame that is too long for one message of a connection in several. Each part
 * but the last begins with a mark. Parts of one frame follow one another. Used by one
 * reader at a time.
 */
public final class FrameParts {

	/** Begins each part of a frame but the last. */
	public static final String MARK = "+";

	private String begun = "";

	/** Returns a message itself, or the parts of a frame that is too long for one. */
	public static List<String> cut(String message) {
		List<String> parts = new ArrayList<>(1);
		String rest = message;
		while (rest.length() > PrivateJson.MAX_LENGTH) {
			int most = PrivateJson.MAX_LENGTH - MARK.length();
			parts.add(MARK + rest.substring(0, most));
			rest = rest.substring(most);
		}
		if (!parts.isEmpty() && rest.startsWith(MARK)) {
			// Such a part would not be taken for the last. Its own end, which closes the
			// JSON, follows by itself.
			int end = rest.length() - 1;
			parts.add(MARK + rest.substring(0, end));
			rest = rest.substring(end);
		}
		parts.add(rest);
		return parts;
	}

	/**
	 * Takes a frame or a part of one.
	 * @return the whole frame, or null if parts are missing
	 * @throws WireException if the frame is too long
	 */
	public @Nullable String join(String text) throws WireException {
		boolean isLast = !text.startsWith(MARK);
		String joined = this.begun + (isLast ? text : text.substring(MARK.length()));
		PrivateJson.require(joined.length(), PrivateJson.MAX_LONG);
		this.begun = isLast ? "" : joined;
		return isLast ? joined : null;
	}

}
