package io.github.leaderelection.internal.transport.seal;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link SharedSecret}.
 */
class SharedSecretTests {

	private static final SharedSecret SECRET = new SharedSecret("a-secret-of-these-tests");

	private static final Nonces NONCES = new Nonces("00".repeat(32), "0f".repeat(32));

	@Test
	void aProofIsBoundToTheSecretAndBothNoncesInTheirPlaces() {
		String proof = SECRET.proof(NONCES);
		assertThat(SECRET.proves(proof, NONCES)).isTrue();
		assertThat(SECRET.proves(proof, new Nonces(NONCES.acceptor(), NONCES.dialler()))).isFalse();
		assertThat(SECRET.proves(proof, new Nonces(SECRET.freshNonce(), NONCES.acceptor()))).isFalse();
		assertThat(SECRET.proves(proof, new Nonces(NONCES.dialler(), SECRET.freshNonce()))).isFalse();
		assertThat(new SharedSecret("another").proves(proof, NONCES)).isFalse();
		assertThat(new SharedSecret(null).proves(proof, NONCES)).isFalse();
		assertThat(SECRET.proves("", NONCES)).isFalse();
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
		assertThat(SECRET.sealed(seal, "join", "x")).isTrue();
		assertThat(SECRET.sealed(seal, "joined", "x")).isFalse();
		assertThat(SECRET.sealed(seal, "join", "y")).isFalse();
		assertThat(new SharedSecret("another").sealed(seal, "join", "x")).isFalse();
	}

	@Test
	void noncesAreDrawnAnew() {
		assertThat(SECRET.freshNonce()).matches("[0-9a-f]{64}").isNotEqualTo(SECRET.freshNonce());
	}

	@Test
	void theProofIsThis() {
		assertThat(SECRET.proof(NONCES)).isEqualTo("3d6c276fca431800821de85224ec1eeb4009fcadf8988930e6cd6cc9912fe928");
	}

}
