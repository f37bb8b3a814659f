package io.github.leaderelection.http;

import java.nio.charset.StandardCharsets;

import io.github.leaderelection.link.PeerHeaders;
import io.github.leaderelection.wire.WireCodec;

/**
 * The headers of a POST between members and of its answer.
 */
final class PostHeaders {

	/** The version of the transport. */
	static final String VERSION = PeerHeaders.HTTP_VERSION;

	/** The id of the session. */
	static final String SESSION = "Leader-Election-Session";

	/** Which POST of its sender in the session it is, from 1 on. */
	static final String SEQUENCE = "Leader-Election-Sequence";

	/** Proves all the others and the body. */
	static final String MAC = "Leader-Election-Mac";

	/** Why the session is closed; absent while it goes on. */
	static final String CLOSE = PeerHeaders.CLOSE;

	/** The version spoken. */
	static final String SPOKEN = Integer.toString(WireCodec.VERSION);

	/** One frame a line. */
	static final String CONTENT_TYPE = "application/x-ndjson";

	/** No body has more bytes. */
	static final int MAX_BODY = WireCodec.MAX_FRAME_LENGTH;

	private PostHeaders() {
	}

	static byte[] bytes(String body) {
		return body.getBytes(StandardCharsets.UTF_8);
	}

}
