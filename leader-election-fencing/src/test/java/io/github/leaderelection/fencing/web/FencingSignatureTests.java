package io.github.leaderelection.fencing.web;

import io.github.leaderelection.fencing.web.FencingSignature.Scope;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

/**
 * Tests for {@link FencingSignature}.
 */
class FencingSignatureTests {

	private static final String SECRET = "known-to-leaders-only";

	private final FencingTokenHeader token = new FencingTokenHeader(42, "billing", null);

	private final FencingSignature signature = new FencingSignature(Scope.REQUEST, SECRET);

	@Test
	void signatureIsThatOfOneRequestUnderOneToken() {
		FencingTokenHeader signed = this.signature.sign(this.token, "POST", "/entries?x=1");
		assertThat(signed.token()).isEqualTo(42);
		assertThat(this.signature.isOf(signed, "POST", "/entries?x=1")).isTrue();
		assertThat(this.signature.isOf(signed, "post", "/entries?x=1")).isTrue();
		assertThat(this.signature.isOf(signed, "PUT", "/entries?x=1")).isFalse();
		assertThat(this.signature.isOf(signed, "POST", "/entries?x=2")).isFalse();
		assertThat(this.signature.isOf(signed, "POST", "/entries")).isFalse();
		assertThat(this.signature.isOf(with(43, "billing", signed), "POST", "/entries?x=1")).isFalse();
		assertThat(this.signature.isOf(with(42, "other", signed), "POST", "/entries?x=1")).isFalse();
	}

	@Test
	void tokenWithoutASignatureOrWithNonsenseIsNotSigned() {
		assertThat(this.signature.isOf(this.token, "POST", "/")).isFalse();
		assertThat(this.signature.isOf(new FencingTokenHeader(42, "billing", "QQ=="), "POST", "/")).isFalse();
		assertThat(this.signature.isOf(new FencingTokenHeader(42, "billing", "Q"), "POST", "/")).isFalse();
	}

	@Test
	void whoDoesNotKnowTheSecretCannotSign() {
		FencingTokenHeader forged = new FencingSignature(Scope.REQUEST, "known-to-nobody-else").sign(this.token, "POST",
				"/");
		assertThat(this.signature.isOf(forged, "POST", "/")).isFalse();
	}

	@Test
	void signatureOfThePreviousSecretIsAcceptedWhileItChanges() {
		FencingSignature next = new FencingSignature(Scope.REQUEST, "the-secret-from-now-on", SECRET);
		assertThat(next.isOf(this.signature.sign(this.token, "POST", "/"), "POST", "/")).isTrue();
		assertThat(next.isOf(next.sign(this.token, "POST", "/"), "POST", "/")).isTrue();
		assertThat(this.signature.isOf(next.sign(this.token, "POST", "/"), "POST", "/")).isFalse();
	}

	@Test
	void signatureOfATokenAloneIsGoodForAnyRequestUnderIt() {
		FencingSignature ofToken = new FencingSignature(Scope.TOKEN, SECRET);
		FencingTokenHeader signed = ofToken.sign(this.token, "POST", "/billing/entries");
		assertThat(ofToken.isOf(signed, "PUT", "/entries")).isTrue();
		assertThat(ofToken.isOf(with(43, "billing", signed), "POST", "/billing/entries")).isFalse();
		assertThat(this.signature.isOf(signed, "POST", "/billing/entries")).isFalse();
	}

	@Test
	void secretThatCanBeGuessedIsRefused() {
		assertThatIllegalArgumentException().isThrownBy(() -> new FencingSignature(Scope.TOKEN, "short"))
			.withMessageContaining("5 bytes")
			.withMessageNotContaining("short");
		assertThatIllegalArgumentException().isThrownBy(() -> new FencingSignature(Scope.TOKEN, SECRET, "short"));
	}

	private static FencingTokenHeader with(long token, String group, FencingTokenHeader of) {
		return new FencingTokenHeader(token, group, of.signature());
	}

}
