package io.github.leaderelection.internal.nomination;

import java.util.List;
import java.util.stream.Stream;

import io.github.leaderelection.NodeId;
import io.github.leaderelection.internal.protocol.ElectionSettings;
import io.github.leaderelection.internal.protocol.Now;
import io.github.leaderelection.internal.protocol.Recovered;
import io.github.leaderelection.internal.quorum.QuorumMessage;
import io.github.leaderelection.internal.quorum.QuorumMessage.ElectionProposal;
import io.github.leaderelection.internal.quorum.QuorumMessage.ElectionResponse;
import io.github.leaderelection.internal.quorum.QuorumMessage.HeartbeatResponse;
import io.github.leaderelection.internal.quorum.QuorumMessage.Refusal;
import io.github.leaderelection.internal.zab.ZabMessage;
import io.github.leaderelection.internal.zab.ZabNomination;
import io.github.leaderelection.internal.zab.ZabState;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

/**
 * What a nomination may say for the election below it.
 */
class NominationTurnTests {

	private static final long MILLI = 1_000_000;

	private static final Now NOW = new Now(0, 0);

	private static final List<NodeId> MEMBERS = Stream.of("a", "b", "c").map(NodeId::of).toList();

	private static NominationTurn<ZabState, ZabMessage> turn() {
		ElectionSettings settings = ElectionSettings.of("cluster", "group", MEMBERS.get(0), MEMBERS)
			.durable(true)
			.drainNanos(0)
			.build();
		ZabNomination nomination = new ZabNomination();
		ZabState state = new LayeredElection<>(nomination).start(new Recovered(settings, null, 1), NOW, 7).state();
		return new NominationTurn<>(nomination, state, NOW, 7);
	}

	static Stream<QuorumMessage> nobodyElses() {
		return Stream.of(new ElectionResponse(1, 1, true, Refusal.NONE, 1000 * MILLI),
				new HeartbeatResponse(1, 1, true, true, 1000 * MILLI), new ElectionProposal(1, 1000 * MILLI, null));
	}

	@ParameterizedTest
	@MethodSource("nobodyElses")
	void nominationGivesNoVoteAndNoPromiseAndProposesNothing(QuorumMessage message) {
		NominationTurn<ZabState, ZabMessage> turn = turn();
		assertThatIllegalArgumentException().isThrownBy(() -> turn.send(MEMBERS.get(1), new ZabMessage.Epoch(message)))
			.withMessageContaining(message.toString());
	}

	@Test
	void nominationRefuses() {
		NominationTurn<ZabState, ZabMessage> turn = turn();
		turn.send(MEMBERS.get(1),
				new ZabMessage.Epoch(new ElectionResponse(1, 1, false, Refusal.BEHIND, 1000 * MILLI)));
		assertThat(turn.finish().effects()).hasSize(1);
	}

}
