package io.github.leaderelection.internal.nodefence.runtime;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

import io.github.leaderelection.LeaderSequenceNumber;
import io.github.leaderelection.NodeId;
import io.github.leaderelection.internal.metadata.protocol.Metadata;
import io.github.leaderelection.internal.metadata.protocol.MetadataMessage;
import io.github.leaderelection.internal.quorum.QuorumMessage;
import io.github.leaderelection.internal.transport.wire.WireCodec;
import io.github.leaderelection.internal.transport.wire.WireException;
import io.github.leaderelection.spi.ElectionMessage;
import io.github.leaderelection.spi.Envelope;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Messages of registers as they are sent.
 */
class WireFormTests {

	private final WireCodec codec = new WireCodec(Map.of("default", QuorumMessage.class),
			Map.of("default", Map.of("metadata", MetadataMessage.class, "fence", FenceMessage.class)));

	/** Of 32 KiB in UTF-8, in 64 entries. */
	@ParameterizedTest
	@ValueSource(strings = { "abcdefghijkl", "\"\\\"\\\"\\\"\\\"\\\"\\",
			"\u0000\u0001\n\u001f\u007f\u0000\u0001\n\u001f\u007f\n\n", "\u00e9\u00e9\u00e9\u00e9\u00e9\u00e9",
			"\u4e2d\u4e2d\u4e2d\u4e2d", "\ud83d\ude00\ud83d\ude00\ud83d\ude00" })
	void theLargestValueHasAWireForm(String twelveBytes) throws WireException {
		List<Metadata.Entry> entries = new ArrayList<>();
		for (int i = 0; i < 64; i++) {
			entries.add(new Metadata.Entry(twelveBytes + twelveBytes + (char) ('0' + i),
					twelveBytes.repeat(40) + "\u0001\u0001\u0001\u0001\u0001\u0001\u0001"));
		}
		Metadata value = new Metadata(new LeaderSequenceNumber(Long.MAX_VALUE, Long.MAX_VALUE), entries, false);
		MetadataMessage write = new MetadataMessage.Write(Long.MAX_VALUE, value, Long.MAX_VALUE);
		MetadataMessage answer = new MetadataMessage.SyncAnswer(Long.MAX_VALUE, value, true);
		for (ElectionMessage each : List.of(write, answer, new FenceMessage.Register(write),
				new FenceMessage.Register(answer))) {
			returns(each);
		}
	}

	@Test
	void allOtherMessagesHaveAWireForm() throws WireException {
		LeaderSequenceNumber sequence = new LeaderSequenceNumber(3, 4);
		for (MetadataMessage each : List.of(new MetadataMessage.Sync(1),
				new MetadataMessage.SyncAnswer(1, Metadata.NONE, false), new MetadataMessage.Accepted(1, sequence),
				new MetadataMessage.Committed(1, sequence), new MetadataMessage.Shown(1, sequence),
				new MetadataMessage.Question(1, 2))) {
			returns(each);
			returns(new FenceMessage.Register(each));
		}
		returns(new FenceMessage.Settle(1, 2, 3));
		returns(new FenceMessage.Ended(1, 2));
	}

	private void returns(ElectionMessage body) throws WireException {
		Envelope<?> sent = new Envelope<>("c".repeat(100), "default", NodeId.of("n".repeat(255)), "i".repeat(36),
				Long.MAX_VALUE, "f".repeat(64), 0, body);
		assertThat(this.codec.decode(this.codec.encode(sent))).isEqualTo(sent);
	}

}
