package io.github.leaderelection.internal.transport.link;

import java.util.Arrays;
import java.util.List;
import java.util.Map;

import io.github.leaderelection.NodeId;
import io.github.leaderelection.internal.quorum.QuorumMessage;
import io.github.leaderelection.internal.quorum.QuorumMessage.LeaderHeartbeat;
import io.github.leaderelection.internal.quorum.QuorumMessage.LeadershipCession;
import io.github.leaderelection.internal.transport.peer.SendQueue.Frame;
import io.github.leaderelection.internal.transport.peer.SendQueue.Kind;
import io.github.leaderelection.internal.transport.wire.WireCodec;
import io.github.leaderelection.spi.Envelope;
import io.github.leaderelection.spi.StateAge;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link BroadcastEncoder}.
 */
class BroadcastEncoderTests {

	private final WireCodec codec = new WireCodec(Map.of("g1", QuorumMessage.class, "g2", QuorumMessage.class));

	private final BroadcastEncoder encoder = new BroadcastEncoder(this.codec);

	private final LeaderHeartbeat beat = new LeaderHeartbeat(3, 3, 1, true, 5, 0, List.of());

	private static Envelope<QuorumMessage> envelope(String group, String identity, long answers, QuorumMessage body) {
		return new Envelope<>("cluster", group, NodeId.of("a"), identity, 7, "list", answers, body);
	}

	@Test
	void whatGoesToAllIsEncodedOnce() {
		Frame first = this.encoder.encode(envelope("g1", "i", 0, this.beat));
		assertThat(this.encoder.encode(envelope("g1", "i", 0, this.beat))).isSameAs(first);
		assertThat(first)
			.isEqualTo(new Frame(this.codec.encode(envelope("g1", "i", 0, this.beat)), Kind.REPEATED, "g1"));
	}

	@Test
	void anotherAgeOfTheStateIsEncodedAnew() throws Exception {
		for (StateAge age : Arrays.asList(null, new StateAge(1, "b", 2), new StateAge(2, "b", 2))) {
			Envelope<QuorumMessage> envelope = new Envelope<>("cluster", "g1", NodeId.of("a"), "i", 7, "list", 0, age,
					this.beat);
			assertThat(this.codec.decode(this.encoder.encode(envelope).text())).isEqualTo(envelope);
		}
	}

	@Test
	void whatDiffersInAnythingIsEncodedAnew() throws Exception {
		LeadershipCession cession = new LeadershipCession(3, List.of(), false);
		for (Envelope<QuorumMessage> envelope : List.of(envelope("g1", "i", 0, this.beat),
				envelope("g2", "i", 0, this.beat), envelope("g2", "j", 0, this.beat), envelope("g2", "j", 9, this.beat),
				envelope("g2", "j", 9, cession))) {
			Frame frame = this.encoder.encode(envelope);
			assertThat(this.codec.decode(frame.text())).isEqualTo(envelope);
			assertThat(frame.group()).isEqualTo(envelope.group());
			assertThat(frame.kind()).isEqualTo((envelope.body() == cession) ? Kind.UNIQUE : Kind.REPEATED);
		}
	}

}
