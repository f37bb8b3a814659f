package io.github.leaderelection.internal.transport.seal;

import java.util.List;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Tests for {@link SharedSecret}.
 */
class SharedSecretTests {

	private static final SharedSecret SECRET = new SharedSecret("a-secret-of-these-tests");

	private static final Nonces NONCES = new Nonces("00".repeat(32), "0f".repeat(32));

	private static boolean proves(SharedSecret secret, String proof, Nonces nonces) {
		return secret.provenBy(nonces, proof) != null;
	}

	private static boolean sealed(SharedSecret secret, String seal, String purpose, String text) {
		return secret.sealedBy(seal, purpose, text) != null;
	}

	@Test
	void aProofIsBoundToTheSecretAndBothNoncesInTheirPlaces() {
		String proof = SECRET.proof(NONCES);
		assertThat(proves(SECRET, proof, NONCES)).isTrue();
		assertThat(proves(SECRET, proof, new Nonces(NONCES.acceptor(), NONCES.dialler()))).isFalse();
		assertThat(proves(SECRET, proof, new Nonces(SECRET.freshNonce(), NONCES.acceptor()))).isFalse();
		assertThat(proves(SECRET, proof, new Nonces(NONCES.dialler(), SECRET.freshNonce()))).isFalse();
		assertThat(proves(new SharedSecret("another"), proof, NONCES)).isFalse();
		assertThat(proves(new SharedSecret(null), proof, NONCES)).isFalse();
		assertThat(proves(SECRET, "", NONCES)).isFalse();
	}

	@Test
	void partsOfAProofCannotBeShiftedIntoEachOther() {
		assertThat(SECRET.proof(new Nonces("ab", "c"))).isNotEqualTo(SECRET.proof(new Nonces("a", "bc")));
		assertThat(SECRET.seal("ab", "c")).isNotEqualTo(SECRET.seal("a", "bc"))
			.isNotEqualTo(SECRET.seal("ab", "c", ""));
	}

	@Test
	void aSealIsBoundToPurposeAndTexts() {
		String seal = SECRET.seal("join", "x");
		assertThat(sealed(SECRET, seal, "join", "x")).isTrue();
		assertThat(sealed(SECRET, seal, "joined", "x")).isFalse();
		assertThat(sealed(SECRET, seal, "join", "y")).isFalse();
		assertThat(sealed(new SharedSecret("another"), seal, "join", "x")).isFalse();
	}

	@Test
	void noncesAreDrawnAnew() {
		assertThat(SECRET.freshNonce()).matches("[0-9a-f]{64}").isNotEqualTo(SECRET.freshNonce());
	}

	@Test
	void theProofIsThis() {
		assertThat(SECRET.proof(NONCES)).isEqualTo("3d6c276fca431800821de85224ec1eeb4009fcadf8988930e6cd6cc9912fe928");
	}

	@Test
	void bothSidesGoByThePresentSecretIfTheyKnowItAndOtherwiseByTheCommonOne() throws SealException {
		SharedSecret before = new SharedSecret("the-secret-before");
		SharedSecret changing = new SharedSecret("the-secret-now", "the-secret-before");
		SharedSecret after = new SharedSecret("the-secret-now");
		assertThat(goBy(before, changing)).isEqualTo(goBy(before, before));
		assertThat(goBy(changing, before)).isEqualTo(goBy(before, before));
		assertThat(goBy(changing, changing)).isEqualTo(goBy(after, after)).isNotEqualTo(goBy(before, before));
		assertThat(goBy(after, changing)).isEqualTo(goBy(after, after));
		assertThat(goBy(changing, after)).isEqualTo(goBy(after, after));
		assertThat(goBy(before, after)).isNull();
		assertThat(goBy(after, before)).isNull();
	}

	/**
	 * What the acceptor answers with to the dialler's first text, null if it is refused.
	 */
	private static String goBy(SharedSecret dialler, SharedSecret acceptor) throws SealException {
		SharedSecret common = dialler.provenBy(NONCES, acceptor.presentProof(NONCES), acceptor.proof(NONCES));
		if (common == null) {
			return null;
		}
		SessionKeys dialling = common.session(NONCES);
		SessionKeys accepting = acceptor.session(NONCES);
		FrameSealer answering = accepting.sealer(Side.ACCEPTOR);
		assertThat(accepting.opener(Side.DIALLER).open(dialling.sealer(Side.DIALLER).seal("hello"))).isEqualTo("hello");
		String answer = answering.seal("welcome");
		assertThat(dialling.opener(Side.ACCEPTOR).open(answer)).isEqualTo("welcome");
		return answer;
	}

	@Test
	void onceDecidedTheOtherSecretCountsNoMore() throws SealException {
		SessionKeys accepting = new SharedSecret("the-secret-now", "the-secret-before").session(NONCES);
		FrameOpener opener = accepting.opener(Side.DIALLER);
		FrameSealer now = new SharedSecret("the-secret-now").session(NONCES).sealer(Side.DIALLER);
		FrameSealer before = new SharedSecret("the-secret-before").session(NONCES).sealer(Side.DIALLER);
		before.seal("first");
		opener.open(now.seal("first"));
		assertThatExceptionOfType(SealException.class).isThrownBy(() -> opener.open(before.seal("second")));
		opener.open(now.seal("second"));
	}

	@Test
	void answerOfASeedNodeIsSealedByTheSecretOfTheQuestion() {
		SharedSecret changing = new SharedSecret("the-secret-now", "the-secret-before");
		for (String text : List.of("the-secret-now", "the-secret-before")) {
			SharedSecret asking = new SharedSecret(text);
			SharedSecret common = changing.sealedBy(asking.seal("join", "x"), "join", "x");
			assertThat(common).isNotNull();
			assertThat(sealed(asking, common.seal("joined", "y"), "joined", "y")).isTrue();
		}
	}

}
