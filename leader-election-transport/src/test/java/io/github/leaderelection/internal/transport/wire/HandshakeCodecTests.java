package io.github.leaderelection.internal.transport.wire;

import java.util.List;

import io.github.leaderelection.NodeId;
import io.github.leaderelection.internal.transport.wire.HandshakeFrame.Challenge;
import io.github.leaderelection.internal.transport.wire.HandshakeFrame.GroupRules;
import io.github.leaderelection.internal.transport.wire.HandshakeFrame.Hello;
import io.github.leaderelection.internal.transport.wire.HandshakeFrame.Opening;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

/**
 * Tests for {@link HandshakeCodec}.
 */
class HandshakeCodecTests {

	private static final List<GroupRules> RULES = List.of(new GroupRules("quorum", List.of("default")),
			new GroupRules("raft", List.of()));

	private final HandshakeCodec codec = new HandshakeCodec();

	@Test
	void framesComeBackAsTheyWereSent() throws WireException {
		Hello dialling = new Hello("c", NodeId.of("a"), -7, List.of(NodeId.of("a"), NodeId.of("b")), NodeId.of("b"),
				RULES, null);
		Hello dialled = new Hello("c", NodeId.of("b"), 7, List.of(NodeId.of("b")), null, List.of(), "");
		for (HandshakeFrame frame : List.of(new Opening("0f".repeat(32)),
				new Challenge("0f".repeat(32), "ab".repeat(32)), dialling, dialled)) {
			assertThat(this.codec.decode(this.codec.encode(frame))).isEqualTo(frame);
		}
	}

	@Test
	void theWireFormIsThis() {
		assertThat(this.codec.encode(new Opening("0f".repeat(32))))
			.isEqualTo("{\"v\":2,\"type\":\"Opening\",\"body\":{\"nonce\":\"" + "0f".repeat(32) + "\"}}");
		assertThat(this.codec.encode(new Challenge("0f".repeat(32), "ab".repeat(32))))
			.isEqualTo("{\"v\":2,\"type\":\"Challenge\",\"body\":{\"nonce\":\"" + "0f".repeat(32) + "\",\"mac\":\""
					+ "ab".repeat(32) + "\"}}");
		assertThat(this.codec.encode(new Hello("c", NodeId.of("a"), -7, List.of(NodeId.of("a"), NodeId.of("b")),
				NodeId.of("b"), RULES, null)))
			.isEqualTo("{\"v\":2,\"type\":\"Hello\",\"body\":{\"cluster\":\"c\",\"node\":\"a\",\"incarnation\":-7,"
					+ "\"members\":[\"a\",\"b\"],\"dialled\":\"b\",\"rules\":[{\"rules\":\"quorum\",\"groups\":[\"default\"]},"
					+ "{\"rules\":\"raft\",\"groups\":[]}]}}");
	}

	@Test
	void urlOfTheApplicationStandsAtTheEndAndIsLeftOutWithoutOne() throws WireException {
		String without = this.codec.encode(hello(null));
		assertThat(without).endsWith("\"rules\":[]}}");
		for (String url : List.of("http://localhost:9000/app", "")) {
			String with = this.codec.encode(hello(url));
			assertThat(with).endsWith("\"rules\":[],\"application\":\"" + url + "\"}}");
			assertThat(this.codec.decode(with)).isEqualTo(hello(url));
			String later = with.replace("\"rules\":[],", "\"rules\":[],\"more\":{\"application\":2},")
				.replace("\"}}", "\",\"most\":[{}]},\"last\":1}");
			assertThat(later).contains("\"more\"").contains("\"most\"");
			assertThat(this.codec.decode(later)).isEqualTo(hello(url));
		}
		for (String malformed : List.of("7", "null", "{}", "[")) {
			String text = without.replace("\"rules\":[]}}", "\"rules\":[],\"application\":" + malformed + "}}");
			assertThatExceptionOfType(WireException.class).isThrownBy(() -> this.codec.decode(text));
		}
	}

	private static Hello hello(String application) {
		return new Hello("c", NodeId.of("a"), -7, List.of(NodeId.of("a")), null, List.of(), application);
	}

	@Test
	void portOfTheProcessStandsAtTheEndWithAUrlOrWithoutOne() throws WireException {
		for (String url : new String[] { null, "http://localhost:9000/app" }) {
			Hello hello = new Hello("c", NodeId.of("a"), -7, List.of(NodeId.of("a")), null, List.of(), url, 40_000);
			String text = this.codec.encode(hello);
			assertThat(text).endsWith(",\"alive\":40000}}");
			assertThat(this.codec.decode(text)).isEqualTo(hello);
			String more = text.replace("\"rules\":[],", "\"rules\":[],\"more\":[1],")
				.replace("40000}}", "40000,\"most\":{}},\"last\":1}");
			assertThat(more).contains("\"more\"").contains("\"most\"");
			assertThat(this.codec.decode(more)).isEqualTo(hello);
		}
	}

	@Test
	void whatThisVersionDoesNotKnowIsPassedOver() throws WireException {
		Hello hello = hello(null);
		String text = this.codec.encode(hello);
		String more = text.replace("\"rules\":[]}}", "\"rules\":[],\"more\":[{\"deep\":1}],\"most\":2},\"last\":{}}");
		assertThat(more).isNotEqualTo(text);
		assertThat(this.codec.decode(more)).isEqualTo(hello);
	}

	@Test
	void aNonceOfAnotherFormIsRefused() {
		String text = this.codec.encode(new Opening("ab".repeat(32)));
		for (String mac : List.of("", "ab", "AB".repeat(32), "zz".repeat(32), "ab".repeat(33))) {
			assertThatExceptionOfType(WireException.class)
				.isThrownBy(() -> this.codec.decode(text.replace("ab".repeat(32), mac)));
			assertThatIllegalArgumentException().isThrownBy(() -> new Opening(mac));
		}
	}

	@Test
	void anythingElseIsRefused() {
		for (String text : List.of("", "{}", "{\"v\":2,\"type\":\"Opening\",\"body\":null}",
				"{\"v\":2,\"type\":\"Other\",\"body\":{}}", "{\"v\":2,\"type\":\"Hello\",\"body\":{}}")) {
			assertThatExceptionOfType(WireException.class).isThrownBy(() -> this.codec.decode(text));
		}
	}

}
