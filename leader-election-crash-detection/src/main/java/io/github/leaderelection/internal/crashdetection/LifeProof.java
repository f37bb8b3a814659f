package io.github.leaderelection.internal.crashdetection;

import java.io.IOException;
import java.util.List;

import io.github.leaderelection.internal.transport.seal.SharedSecret;
import org.jspecify.annotations.Nullable;

/**
 * Proves on a connection that the listening process is the expected one. The listening
 * side draws a nonce. The asking side seals its view of the connection with both nonces,
 * its own included. The listening side seals its view with both, too.
 */
final class LifeProof {

	private static final String GREETING = "leader-election-alive-1";

	private static final String QUESTION = "alive question";

	private static final String ANSWER = "alive answer";

	private LifeProof() {
	}

	/**
	 * Asks.
	 * @param seen what this side sees of the connection
	 * @return the connection as the other side sees it
	 * @throws IOException if the other side does not prove to be that process
	 */
	static Sight ask(Lines lines, SharedSecret secret, long process, Sight seen) throws IOException {
		List<String> greeting = lines.read(2);
		if (!greeting.get(0).equals(GREETING)) {
			throw new IOException("another service listens there");
		}
		String nonce = secret.freshNonce();
		String name = Long.toHexString(process);
		lines.write(name, nonce, seen.words(), secret.seal(QUESTION, greeting.get(1), nonce, name, seen.words()));
		List<String> answer = lines.read(Sight.WORDS + 1);
		Sight sight = Sight.parse(answer);
		if (secret.sealedBy(answer.get(Sight.WORDS), ANSWER, greeting.get(1), nonce, name, sight.words()) == null) {
			throw new IOException("it does not prove to be the process that is linked");
		}
		return sight;
	}

	/**
	 * Answers.
	 * @param secrets finds the secret of a process by its name, null for an unknown
	 * process
	 * @param seen what this side sees of the connection
	 * @return whether the other side knows the secret and was answered
	 */
	static boolean answer(Lines lines, SecretLookup secrets, Sight seen) throws IOException {
		String challenge = new SharedSecret(null).freshNonce();
		lines.write(GREETING, challenge);
		List<String> question = lines.read(Sight.WORDS + 3);
		String name = question.get(0);
		String nonce = question.get(1);
		String theirs = Sight.parse(question.subList(2, 2 + Sight.WORDS)).words();
		SharedSecret secret = secrets.of(name);
		SharedSecret common = (secret != null)
				? secret.sealedBy(question.get(2 + Sight.WORDS), QUESTION, challenge, nonce, name, theirs) : null;
		if (common == null) {
			return false;
		}
		lines.write(seen.words(), common.seal(ANSWER, challenge, nonce, name, seen.words()));
		return true;
	}

	/**
	 * Finds the secret of a process.
	 */
	@FunctionalInterface
	interface SecretLookup {

		@Nullable SharedSecret of(String process);

	}

}
