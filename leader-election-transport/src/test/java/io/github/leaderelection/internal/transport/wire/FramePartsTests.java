package io.github.leaderelection.internal.transport.wire;

import java.util.List;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link FrameParts}.
 */
class FramePartsTests {

	/** A part that began with the mark was once taken for one that more follow. */
	@ParameterizedTest
	@ValueSource(strings = { "a", "+", "+a", "a+" })
	void partsOfEachLengthBecomeTheirFrameAgain(String repeated) throws WireException {
		for (int length : new int[] { 10, 16 * 1024 - 2, 16 * 1024, 16 * 1024 + 1, 17 * 1024, 32 * 1024 - 2, 32 * 1024,
				47 * 1024 }) {
			String frame = "{" + repeated.repeat(length).substring(0, length - 2) + "}";
			List<String> parts = FrameParts.cut(frame);
			FrameParts reader = new FrameParts();
			for (String part : parts.subList(0, parts.size() - 1)) {
				assertThat(reader.join(part)).isNull();
			}
			assertThat(reader.join(parts.get(parts.size() - 1))).isEqualTo(frame);
			assertThat(parts).allMatch((part) -> !part.isEmpty() && part.length() <= 16 * 1024);
		}
	}

	@Test
	void aFrameFollowsAnother() throws WireException {
		FrameParts reader = new FrameParts();
		for (String part : FrameParts.cut("{" + "+".repeat(20_000) + "}")) {
			reader.join(part);
		}
		assertThat(reader.join("{}")).isEqualTo("{}");
	}

}
