package io.github.leaderelection.http;

import java.util.HashMap;
import java.util.Map;

import io.github.leaderelection.link.CloseReason;
import org.jspecify.annotations.Nullable;

/**
 * The proofs of one side of a session: what it puts on its POSTs and answers, and whether
 * those of the other side are genuine. Safe for use from any thread.
 */
final class SealedPosts {

	private final String session;

	private final Direction own;

	private final Seal seal;

	/**
	 * The proofs of a session.
	 * @param session its id
	 * @param own which side of it this is
	 * @param key what only its two sides can compute
	 */
	SealedPosts(String session, Direction own, byte[] key) {
		this.session = session;
		this.own = own;
		this.seal = new Seal(session, key);
	}

	/** The headers of a POST of this side. */
	Map<String, String> headers(long sequence, int close, byte[] body) {
		Map<String, String> headers = new HashMap<>();
		headers.put(PostHeaders.SESSION, this.session);
		headers.put(PostHeaders.SEQUENCE, Long.toString(sequence));
		headers.put(PostHeaders.MAC, this.seal.ofPost(this.own, sequence, close, body));
		if (close != 0) {
			headers.put(PostHeaders.CLOSE, Integer.toString(close));
		}
		return headers;
	}

	/** Whether an answer to a POST of this side is the other's. */
	boolean isGenuine(Answer answer, long sequence) {
		return Seal.matches(this.seal.ofAnswer(this.own.reversed(), sequence, answer.close()), answer.mac());
	}

	/** Whether a POST is the other side's. */
	boolean isGenuine(Post post) {
		String expected = this.seal.ofPost(this.own.reversed(), post.sequence(), post.close(), post.body());
		return Seal.matches(expected, post.mac());
	}

	/**
	 * Answers a POST of the other side.
	 * @param ended why the session has ended, null if it goes on
	 */
	Reply reply(Post post, @Nullable CloseReason ended) {
		if (ended == null || post.close() != 0) {
			return Reply.taken(this.seal.ofAnswer(this.own, post.sequence(), 0), post.close() != 0);
		}
		return Reply.gone(ended.code(), this.seal.ofAnswer(this.own, post.sequence(), ended.code()));
	}

}
