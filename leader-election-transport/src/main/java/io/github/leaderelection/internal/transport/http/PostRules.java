package io.github.leaderelection.internal.transport.http;

import io.github.leaderelection.internal.transport.medium.Doorway;
import io.github.leaderelection.internal.transport.medium.PeerRequest;
import io.github.leaderelection.internal.transport.medium.RefusalReason;
import org.jspecify.annotations.Nullable;

/**
 * Which requests may be POSTs of other nodes.
 */
public final class PostRules {

	private PostRules() {
	}

	/**
	 * Judges a POST by its headers.
	 * @return why to refuse the POST, or null to accept it; the refusal is not counted
	 * yet
	 */
	public static @Nullable RefusalReason judge(PeerRequest request, Doorway doorway) {
		boolean spoken = request.method().equals("POST")
				&& PostHeaders.SPOKEN.equals(request.header(PostHeaders.VERSION))
				&& PostHeaders.CONTENT_TYPE.equals(request.header("Content-Type"));
		RefusalReason reason = doorway.judge(request, spoken);
		boolean tooLong = request.contentLength() > PostHeaders.MAX_BODY;
		return (reason == null && tooLong) ? RefusalReason.OVERSIZED : reason;
	}

}
