package io.github.leaderelection.internal.transport.wire;

import java.util.List;

import io.github.leaderelection.internal.transport.wire.LinkFrame.Ping;
import io.github.leaderelection.internal.transport.wire.LinkFrame.Pong;
import io.github.leaderelection.internal.transport.wire.LinkFrame.Speaking;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Tests for {@link LinkCodec}.
 */
class LinkCodecTests {

	private final LinkCodec codec = new LinkCodec();

	@Test
	void framesAreReadAsTheyWereWritten() throws WireException {
		for (LinkFrame frame : List.of(new Speaking(Long.MAX_VALUE), new Ping(1), new Pong(0))) {
			assertThat(this.codec.decode(this.codec.encode(frame))).isEqualTo(frame);
		}
	}

	@Test
	void whatIsNoFrameIsLeftToOthers() throws WireException {
		String ping = this.codec.encode(new Ping(1));
		for (String other : List.of("", "{", "{}", "x", ping.replace("Ping", "LeaderHeartbeat"),
				ping.replace("Ping", "Pi"), ping.replace("\"Ping\"", "7"), ' ' + ping)) {
			assertThat(this.codec.decode(other)).as(other).isNull();
		}
	}

	@Test
	void whatBeginsLikeAFrameAndIsNoneIsMalformed() {
		String ping = this.codec.encode(new Ping(17));
		for (String bad : List.of(ping.replace("17", "\"17\""), ping.replace("17", "1e400"), ping.replace("}}", "}"),
				ping + ping, ping.replace("\"number\"", "\"turn\""), ping.replace("17", "null"))) {
			assertThatExceptionOfType(WireException.class).as(bad).isThrownBy(() -> this.codec.decode(bad));
		}
	}

}
