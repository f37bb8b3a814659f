package io.github.leaderelection.internal.transport.server;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.regex.Pattern;

import io.github.leaderelection.internal.transport.spi.PeerHeaders;
import io.github.leaderelection.internal.transport.wire.WireCodec;
import org.jspecify.annotations.Nullable;

/**
 * The headers of a POST and of its answer, and the form of their bodies.
 */
public final class PostHeaders {

	/** Names the version of the transport. */
	public static final String VERSION = PeerHeaders.HTTP_VERSION;

	/** Names the session by its id. */
	public static final String SESSION = PeerHeaders.HTTP_SESSION;

	/** The close code in an answer; absent while the session goes on. */
	public static final String CLOSE = PeerHeaders.CLOSE;

	/** The version that this node speaks. */
	public static final String SPOKEN = Integer.toString(WireCodec.VERSION);

	/** The media type of bodies, which hold one frame on each line. */
	public static final String CONTENT_TYPE = PeerHeaders.CONTENT_TYPE;

	/** The longest body, in bytes. */
	public static final int MAX_BODY = PeerExchange.MAX_MESSAGE;

	private static final Pattern CODE = Pattern.compile("\\d{1,5}");

	private PostHeaders() {
	}

	public static byte[] bytes(String body) {
		return body.getBytes(StandardCharsets.UTF_8);
	}

	/** Decodes a body; null if it is not UTF-8. */
	public static @Nullable String text(byte[] body) {
		try {
			return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(body)).toString();
		}
		catch (CharacterCodingException ex) {
			return null;
		}
	}

	/** The code with which a sealed text closes the session, or null. */
	public static @Nullable Integer code(String text) {
		return CODE.matcher(text).matches() ? Integer.valueOf(text) : null;
	}

}
