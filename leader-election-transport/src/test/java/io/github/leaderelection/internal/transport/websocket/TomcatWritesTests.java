package io.github.leaderelection.internal.transport.websocket;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link TomcatWrites}: the form of a frame.
 */
class TomcatWritesTests {

	@Test
	void aShortTextHasItsLengthInOneByte() {
		for (int length : new int[] { 0, 1, 125 }) {
			assertFrame(length, 0x81, length);
		}
	}

	@Test
	void aLongerTextHasItsLengthInTwoBytes() {
		for (int length : new int[] { 126, 255, 256, 32_768, TomcatWrites.LONGEST }) {
			assertFrame(length, 0x81, 126, length >> 8, length & 0xff);
		}
	}

	@Test
	void nothingIsWrittenWithoutASocket() {
		TomcatWrites writes = new TomcatWrites();

		assertThat(writes.arePossible()).isFalse();
		assertThat(writes.begin("text")).isNull();
	}

	private static void assertFrame(int length, int... head) {
		String text = "x".repeat(length);
		ByteBuffer frame = TomcatWrites.frame(text);
		for (int each : head) {
			assertThat(Byte.toUnsignedInt(frame.get())).isEqualTo(each);
		}
		assertThat(StandardCharsets.US_ASCII.decode(frame).toString()).isEqualTo(text);
	}

}
