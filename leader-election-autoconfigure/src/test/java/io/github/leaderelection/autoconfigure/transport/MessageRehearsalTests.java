package io.github.leaderelection.autoconfigure.transport;

import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;

import io.github.leaderelection.NodeId;
import io.github.leaderelection.autoconfigure.cluster.TestCluster;
import io.github.leaderelection.internal.quorum.protocol.QuorumProtocol;
import io.github.leaderelection.internal.runtime.Rehearsal;
import io.github.leaderelection.spi.ElectionMessage;
import io.github.leaderelection.spi.Envelope;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class MessageRehearsalTests {

	@Test
	void everyMessageComesOutOfCodecAndSealAsItWentIn() {
		UnaryOperator<Envelope<? extends ElectionMessage>> wire = MessageRehearsal.sealedWire();
		List<Object> sent = new ArrayList<>();
		List<Object> arrived = new ArrayList<>();
		List<NodeId> led = new Rehearsal(new QuorumProtocol(), (envelope) -> {
			sent.add(envelope);
			Envelope<? extends ElectionMessage> carried = wire.apply(envelope);
			arrived.add(carried);
			return carried;
		}).run();
		assertThat(led).extracting(NodeId::value).containsExactly("first", "second", "third");
		assertThat(arrived).isEqualTo(sent).hasSizeGreaterThan(50);
	}

	@Test
	void aMemberRehearsesOnceItsApplicationIsReady() throws Exception {
		MessageRehearsal.BEGUN.set(false);
		try (TestCluster cluster = new TestCluster(3, "")) {
			cluster.start(0);
			assertThat(MessageRehearsal.BEGUN).isTrue();
		}
	}

	@Test
	void aMemberOfAnotherElectionDoesNot() throws Exception {
		MessageRehearsal.BEGUN.set(false);
		try (TestCluster cluster = new TestCluster(3, "")) {
			cluster.start(0, "leader-election.algorithm=bully");
			assertThat(MessageRehearsal.BEGUN).isFalse();
		}
	}

}
