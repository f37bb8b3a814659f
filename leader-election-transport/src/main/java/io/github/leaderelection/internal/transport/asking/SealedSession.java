package io.github.leaderelection.internal.transport.asking;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BiFunction;

import io.github.leaderelection.internal.transport.held.SealedText;
import io.github.leaderelection.internal.transport.http.Answer;
import io.github.leaderelection.internal.transport.seal.SharedSecret;
import io.github.leaderelection.internal.transport.spi.PeerHeaders;
import io.github.leaderelection.internal.transport.spi.Protection;
import io.github.leaderelection.internal.transport.spi.RefusalReason;
import io.github.leaderelection.internal.transport.spi.UnexpectedStatus;
import io.github.leaderelection.internal.transport.wire.HeldCodec;
import io.github.leaderelection.internal.transport.wire.HeldFrame;
import io.github.leaderelection.internal.transport.wire.HeldFrame.Leave;

/**
 * The sealed questions of this node to another one, numbered from 0. The first one opens
 * the session, and the others may follow once it is answered. Safe for use from any
 * thread.
 */
public final class SealedSession {

	private static final HeldCodec CODEC = new HeldCodec();

	private final String nonce;

	private final AtomicLong number = new AtomicLong();

	private volatile SharedSecret secret;

	private volatile String id = "";

	public SealedSession(Protection protection) {
		this.secret = new SharedSecret(protection.secret(), protection.previous());
		this.nonce = this.secret.freshNonce();
	}

	/**
	 * Seals the next question.
	 * @param frame makes its first line of the nonce and the number
	 * @param text what follows the first line; may be empty
	 */
	public Post next(BiFunction<String, Long, HeldFrame> frame, String text) {
		String line = CODEC.encode(frame.apply(this.nonce, this.number.getAndIncrement()));
		return post(text.isEmpty() ? line : line + '\n' + text, this.id);
	}

	/** Seals the end of this session. */
	public Post leaving() {
		return post(CODEC.encode(new Leave(this.id)), "");
	}

	private Post post(String question, String session) {
		return new Post(question, session.isEmpty() ? Map.of() : Map.of(PeerHeaders.HTTP_SESSION, session),
				SealedText.question(question, session, this.secret).body().getBytes(StandardCharsets.UTF_8));
	}

	/**
	 * Returns the text of a genuine answer.
	 * @throws IOException if the other node refused the question, or is another one
	 */
	public String read(Post post, Answer answer) throws IOException {
		if (!answer.isOk()) {
			RefusalReason reason = RefusalReason.ofCloseCode(answer.close());
			throw new IOException(
					(reason != null) ? "the member refused this node, " + said(reason) : (answer.close() != 0)
							? "closed with code " + answer.close() : UnexpectedStatus.describe(answer.status()));
		}
		SealedText told = SealedText.read(answer.body());
		SharedSecret common = told.provenAnswer(post.question(), this.secret);
		if (common == null) {
			throw new IOException(
					said(RefusalReason.SECRET) + " (it does not prove that it knows the secret of this node)");
		}
		if (answer.session() != null) {
			this.secret = common;
			this.id = answer.session();
		}
		return told.text();
	}

	private static String said(RefusalReason reason) {
		return reason + ": " + reason.text();
	}

	/**
	 * A sealed question.
	 *
	 * @param headers in addition to those of every POST
	 */
	public record Post(String question, Map<String, String> headers, byte[] body) {
	}

}
