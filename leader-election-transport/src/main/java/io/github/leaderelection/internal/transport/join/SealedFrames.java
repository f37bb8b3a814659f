package io.github.leaderelection.internal.transport.join;

import io.github.leaderelection.internal.transport.spi.Protection;
import io.github.leaderelection.internal.transport.seal.SharedSecret;
import io.github.leaderelection.internal.transport.wire.JoinCodec;
import io.github.leaderelection.internal.transport.wire.JoinFrame;
import io.github.leaderelection.internal.transport.wire.JoinFrame.Seal;
import io.github.leaderelection.internal.transport.wire.WireException;
import org.jspecify.annotations.Nullable;

/**
 * Frames followed by a proof that their sender knows the secret, one line each. The seal
 * of an answer covers the question and its fresh nonce, so answers cannot be replayed.
 * Safe for use from any thread.
 */
final class SealedFrames {

	private static final String QUESTION = "join";

	private static final String ANSWER = "joined";

	private final JoinCodec codec = new JoinCodec();

	private final SharedSecret secret;

	SealedFrames(Protection protection) {
		this.secret = new SharedSecret(protection.secret(), protection.previous());
	}

	String freshNonce() {
		return this.secret.freshNonce();
	}

	Sealed question(JoinFrame frame) {
		String text = this.codec.encode(frame);
		return new Sealed(frame, text, this.secret.seal(QUESTION, text));
	}

	Sealed answer(JoinFrame frame, Sealed question) {
		String text = this.codec.encode(frame);
		SharedSecret asked = this.secret.sealedBy(question.mac(), QUESTION, question.text());
		SharedSecret common = (asked != null) ? asked : this.secret;
		return new Sealed(frame, text, common.seal(ANSWER, question.text(), text));
	}

	boolean provesQuestion(Sealed question) {
		return this.secret.sealedBy(question.mac(), QUESTION, question.text()) != null;
	}

	boolean provesAnswer(Sealed answer, Sealed question) {
		return this.secret.sealedBy(answer.mac(), ANSWER, question.text(), answer.text()) != null;
	}

	/** Returns the two lines: the frame and its seal. */
	String write(Sealed sealed) {
		return sealed.text() + '\n' + this.codec.encode(new Seal(sealed.mac()));
	}

	/**
	 * Reads a frame, whose seal is still to be checked.
	 * @return null unless there are two lines and the second is a seal
	 * @throws WireException if a line is not a frame
	 */
	@Nullable Sealed read(String body) throws WireException {
		String[] lines = body.split("\n", -1);
		if (lines.length != 2 || !(this.codec.decode(lines[1]) instanceof Seal seal)) {
			return null;
		}
		return new Sealed(this.codec.decode(lines[0]), lines[0], seal.mac());
	}

	/**
	 * A frame and its seal.
	 */
	record Sealed(JoinFrame frame, String text, String mac) {
	}

}
