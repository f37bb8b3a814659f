package io.github.leaderelection.fencing.web;

import io.github.leaderelection.spi.Ballot;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

/**
 * Tests for {@link FencingTokenHeader}.
 */
class FencingTokenHeaderTests {

	@Test
	void carriesEveryTokenThereIs() {
		assertThat(FencingTokenHeader.MAX_TOKEN).isEqualTo(Ballot.MAX_TERM);
	}

	@Test
	void isReadAsItIsWritten() {
		FencingTokenHeader plain = new FencingTokenHeader(42, "billing", null);
		assertThat(plain.value()).isEqualTo("42;group=\"billing\"");
		assertThat(FencingTokenHeader.parse(plain.value())).isEqualTo(plain);
		FencingTokenHeader signed = new FencingTokenHeader(FencingTokenHeader.MAX_TOKEN, "a.b-c_d", "cHJldGVuZA==");
		assertThat(signed.value()).isEqualTo("999999999999999;group=\"a.b-c_d\";sig=:cHJldGVuZA==:");
		assertThat(FencingTokenHeader.parse(signed.value())).isEqualTo(signed);
	}

	@Test
	void whatAStructuredFieldMayAlsoHoldIsPassedOver() {
		assertThat(FencingTokenHeader.parse(" 42; group=\"x\"; flag;n=-3;t=token;b=?1;bin=:QQ==:;group=\"billing\" "))
			.isEqualTo(new FencingTokenHeader(42, "billing", null));
	}

	@ParameterizedTest
	@ValueSource(strings = { "", "forty-two;group=\"g\"", "-1;group=\"g\"", "0;group=\"g\"", "42", "42;group=g",
			"42;group", "42;group=\"\"", "42;group=\"g", "42;group=\"g\"x", "42;group=\"g\", 43;group=\"g\"",
			"42.5;group=\"g\"", "1000000000000000;group=\"g\"", "42;group=\"a b\"", "42;group=\"g\";sig=\"QQ==\"",
			"42;group=\"g\";sig=::", "42;group=\"g\";sig=:Q Q:", "42;group=\"g\";Sig=:QQ==:", "42 ;group=\"g\"" })
	void whatIsNoTokenIsRefused(String value) {
		assertThatIllegalArgumentException().isThrownBy(() -> FencingTokenHeader.parse(value));
	}

	@Test
	void endlessHeaderIsRefused() {
		String value = "42;group=\"g\"" + ";a=1".repeat(300);
		assertThatIllegalArgumentException().isThrownBy(() -> FencingTokenHeader.parse(value))
			.withMessageContaining(String.valueOf(value.length()));
	}

}
