package io.github.leaderelection.internal.transport.held;

import java.util.Arrays;
import java.util.Objects;

import io.github.leaderelection.internal.transport.seal.SharedSecret;
import org.jspecify.annotations.Nullable;

/**
 * The body of a held request or of its answer: lines, and a last line that proves that
 * the sender knows the secret. The seal of a question covers its session, that of an
 * answer the question.
 *
 * @param seals one seal, or one for each secret of the sender, separated by a space
 */
public record SealedText(String text, String seals) {

	/** The path of held requests, appended to the path of the transport. */
	public static final String PATH = "/observers";

	/** The longest body in bytes. */
	public static final int MAX_BODY = ViewFeed.MAX_TEXT + 256;

	private static final String QUESTION = "observe";

	private static final String ANSWER = "observed";

	/** Seals a question by each secret, as the member may know only one of them. */
	public static SealedText question(String text, String session, SharedSecret secret) {
		return new SealedText(text, secret.seals(QUESTION, session, text));
	}

	static SealedText answer(String text, String question, SharedSecret common) {
		return new SealedText(text, common.seals(ANSWER, question, text));
	}

	/** Reads a body, whose seal is still to be checked. */
	public static SealedText read(String body) {
		int end = body.lastIndexOf('\n');
		return new SealedText(body.substring(0, Math.max(end, 0)), body.substring(end + 1));
	}

	/** The first line. */
	String head() {
		int end = this.text.indexOf('\n');
		return (end < 0) ? this.text : this.text.substring(0, end);
	}

	/** The text after the first line. */
	String rest() {
		int end = this.text.indexOf('\n');
		return (end < 0) ? "" : this.text.substring(end + 1);
	}

	/** Returns the secret that seals this question, or null if this node knows none. */
	@Nullable SharedSecret provenQuestion(String session, SharedSecret secret) {
		return provenBy(secret, QUESTION, session);
	}

	/** Returns the secret that seals this answer, or null if this node knows none. */
	public @Nullable SharedSecret provenAnswer(String question, SharedSecret secret) {
		return provenBy(secret, ANSWER, question);
	}

	private @Nullable SharedSecret provenBy(SharedSecret secret, String purpose, String before) {
		return Arrays.stream(this.seals.split(" "))
			.map((seal) -> secret.sealedBy(seal, purpose, before, this.text))
			.filter(Objects::nonNull)
			.findFirst()
			.orElse(null);
	}

	public String body() {
		return this.text + '\n' + this.seals;
	}

}
