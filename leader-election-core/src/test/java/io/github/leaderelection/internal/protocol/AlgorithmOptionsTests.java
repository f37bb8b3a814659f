package io.github.leaderelection.internal.protocol;

import java.time.Duration;
import java.util.Map;

import io.github.leaderelection.internal.setting.InvalidSettingException;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Tests for {@link AlgorithmOptions}.
 */
class AlgorithmOptionsTests {

	private static Duration duration(String written) {
		return AlgorithmOptions.of("zab", Map.of("settle-time", written)).duration("settle-time", Duration.ofDays(9));
	}

	@ParameterizedTest
	@CsvSource({ "200, PT0.2S", "200ms, PT0.2S", "2s, PT2S", "PT2S, PT2S", "3m, PT3M", "1h, PT1H", "500us, PT0.0005S",
			"7NS, PT0.000000007S", "1d, PT24H", "' 2S ', PT2S" })
	void durationIsReadAsElsewhere(String written, Duration meant) {
		assertThat(duration(written)).isEqualTo(meant);
	}

	@ParameterizedTest
	@ValueSource(strings = { "0", "0ms", "-1", "-2s", "2 s", "s", "", "2x", "1.5s", "99999999999999999999",
			"9223372036854775807d" })
	void whatIsNoDurationAboveZeroIsRefused(String written) {
		assertThatExceptionOfType(InvalidSettingException.class).isThrownBy(() -> duration(written))
			.satisfies((ex) -> assertThat(ex.remedy()).contains("a duration above zero"));
	}

}
