package io.github.leaderelection.autoconfigure.transport;

import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;

import io.github.leaderelection.autoconfigure.cluster.TestCluster;
import io.github.leaderelection.internal.quorum.protocol.QuorumProtocol;
import io.github.leaderelection.internal.runtime.Rehearsal;
import io.github.leaderelection.spi.ElectionMessage;
import io.github.leaderelection.spi.Envelope;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

import static org.assertj.core.api.Assertions.assertThat;

@ExtendWith(OutputCaptureExtension.class)
class HandOverRehearsalTests {

	@Test
	void everyMessageComesOutOfCodecAndSealAsItWentIn() {
		UnaryOperator<Envelope<? extends ElectionMessage>> wire = HandOverRehearsal.sealedWire();
		List<Object> sent = new ArrayList<>();
		List<Object> arrived = new ArrayList<>();
		new Rehearsal(new QuorumProtocol(), (envelope) -> {
			sent.add(envelope);
			Envelope<? extends ElectionMessage> carried = wire.apply(envelope);
			arrived.add(carried);
			return carried;
		}).run();
		assertThat(arrived).isEqualTo(sent).hasSizeGreaterThan(50);
	}

	@Test
	void aRehearsalThatGoesWellSaysNothing(CapturedOutput output) {
		HandOverRehearsal.rehearse(UnaryOperator.identity());
		assertThat(output).isEmpty();
	}

	@Test
	void aRehearsalThatFailsIsOneWarning(CapturedOutput output) {
		HandOverRehearsal.rehearse((envelope) -> {
			throw new UnsupportedOperationException("a broken wire");
		});
		assertThat(output.getAll().lines()).filteredOn((line) -> line.contains("rehears") && !line.contains("\tat "))
			.singleElement()
			.asString()
			.contains("WARN", "The rehearsal of a hand-over failed");
		assertThat(output).contains("a broken wire");
	}

	@Test
	void aMemberRehearsesOnceItsApplicationIsReady() throws Exception {
		HandOverRehearsal.BEGUN.set(false);
		try (TestCluster cluster = new TestCluster(3, "")) {
			cluster.start(0);
			assertThat(HandOverRehearsal.BEGUN).isTrue();
		}
	}

	@Test
	void aMemberOfAnotherElectionDoesNot() throws Exception {
		HandOverRehearsal.BEGUN.set(false);
		try (TestCluster cluster = new TestCluster(3, "")) {
			cluster.start(0, "leader-election.algorithm=bully");
			assertThat(HandOverRehearsal.BEGUN).isFalse();
		}
	}

}
