package io.github.leaderelection.wire;

import java.util.List;

import io.github.leaderelection.NodeId;
import io.github.leaderelection.wire.HandshakeFrame.Hello;
import io.github.leaderelection.wire.HandshakeFrame.Proof;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

/**
 * Tests for {@link HandshakeCodec}.
 */
class HandshakeCodecTests {

	private final HandshakeCodec codec = new HandshakeCodec();

	@Test
	void framesComeBackAsTheyWereSent() throws WireException {
		Hello hello = new Hello("c", NodeId.of("a"), -7, List.of(NodeId.of("a"), NodeId.of("b")), "0f".repeat(32));
		Proof proof = new Proof("ab".repeat(32));
		assertThat(this.codec.decode(this.codec.encode(hello))).isEqualTo(hello);
		assertThat(this.codec.decode(this.codec.encode(proof))).isEqualTo(proof);
	}

	@Test
	void aNonceOfAnotherFormIsRefused() {
		String text = this.codec.encode(new Proof("ab".repeat(32)));
		for (String mac : List.of("", "ab", "AB".repeat(32), "zz".repeat(32), "ab".repeat(33))) {
			assertThatExceptionOfType(WireException.class)
				.isThrownBy(() -> this.codec.decode(text.replace("ab".repeat(32), mac)));
			assertThatIllegalArgumentException().isThrownBy(() -> new Proof(mac));
		}
	}

	@Test
	void anythingElseIsRefused() {
		for (String text : List.of("", "{}", "{\"v\":1,\"type\":\"Proof\",\"body\":null}",
				"{\"v\":1,\"type\":\"Other\",\"body\":{}}", "{\"v\":1,\"type\":\"Hello\",\"body\":{}}")) {
			assertThatExceptionOfType(WireException.class).isThrownBy(() -> this.codec.decode(text));
		}
	}

}
