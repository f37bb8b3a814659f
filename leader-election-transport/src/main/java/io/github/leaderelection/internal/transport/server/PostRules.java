package io.github.leaderelection.internal.transport.server;

import io.github.leaderelection.internal.transport.spi.Acceptor;
import io.github.leaderelection.internal.transport.spi.PeerRequest;
import io.github.leaderelection.internal.transport.spi.RefusalReason;
import org.jspecify.annotations.Nullable;

/**
 * Decides which requests may be POSTs of other nodes.
 */
public final class PostRules {

	private PostRules() {
	}

	/**
	 * Judges a POST by its headers.
	 * @return why to refuse the POST, or null to accept it; the refusal is not counted
	 * yet
	 */
	public static @Nullable RefusalReason judge(PeerRequest request, Acceptor acceptor) {
		boolean spoken = request.method().equals("POST")
				&& PostHeaders.SPOKEN.equals(request.header(PostHeaders.VERSION))
				&& PostHeaders.CONTENT_TYPE.equals(request.header("Content-Type"));
		RefusalReason reason = acceptor.judge(request, spoken);
		boolean tooLong = request.contentLength() > PostHeaders.MAX_BODY;
		return (reason == null && tooLong) ? RefusalReason.OVERSIZED : reason;
	}

}
