package io.github.leaderelection;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

/**
 * What a node id is, and when two are the same.
 */
class NodeIdTests {

	@Test
	void sameTextIsTheSameNode() {
		assertThat(NodeId.of("a")).isEqualTo(new NodeId("a")).hasSameHashCodeAs(new NodeId("a"));
	}

	@Test
	void anotherTextOrTypeIsAnother() {
		assertThat(NodeId.of("a")).isNotEqualTo(NodeId.of("b")).isNotEqualTo("a").isNotEqualTo(null);
	}

	@Test
	void isOrderedAndShownByItsText() {
		assertThat(NodeId.of("a")).isLessThan(NodeId.of("b")).hasToString("a");
	}

	@ParameterizedTest
	@ValueSource(strings = { "", "a b", "a@b", "a/b", "\u00e4", "a\n" })
	void whatIsNoIdIsRefused(String text) {
		assertThatIllegalArgumentException().isThrownBy(() -> NodeId.of(text)).withMessageContaining(text.trim());
	}

}
