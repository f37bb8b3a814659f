package io.github.leaderelection.internal.text;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link Printable}.
 */
class PrintableTests {

	@Test
	void whatEndsALineOrIsNoAsciiIsReplaced() {
		assertThat(Printable.of("a\nb\r\u001b[31m\u2028\u00e4~ ")).isEqualTo("a?b??[31m??~ ");
	}

	@Test
	void longTextIsCut() {
		assertThat(Printable.of("a".repeat(100_000))).hasSize(Printable.MOST);
		assertThat(Printable.of("abc", 2)).isEqualTo("ab");
	}

}
