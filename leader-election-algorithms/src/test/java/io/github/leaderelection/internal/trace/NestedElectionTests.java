package io.github.leaderelection.internal.trace;

import java.util.List;

import io.github.leaderelection.NodeId;
import io.github.leaderelection.Position;
import io.github.leaderelection.internal.nomination.LayeredElection;
import io.github.leaderelection.internal.protocol.ElectionSettings;
import io.github.leaderelection.internal.protocol.Event;
import io.github.leaderelection.internal.protocol.Input;
import io.github.leaderelection.internal.protocol.Now;
import io.github.leaderelection.internal.protocol.Recovered;
import io.github.leaderelection.internal.quorum.QuorumMessage;
import io.github.leaderelection.internal.raft.RaftMessage;
import io.github.leaderelection.internal.raft.RaftNomination;
import io.github.leaderelection.internal.raft.RaftState;
import io.github.leaderelection.internal.recordcodec.Shape;
import io.github.leaderelection.internal.recordcodec.Shapes;
import io.github.leaderelection.spi.Ballot;
import io.github.leaderelection.spi.Envelope;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The state of an election in two layers is written with what the one below keeps.
 */
class NestedElectionTests {

	private static final long MILLI = 1_000_000;

	private static final long LEASE = 1000 * MILLI;

	private static final NodeId A = NodeId.of("a");

	private static final NodeId B = NodeId.of("b");

	private static final NodeId C = NodeId.of("c");

	private final LayeredElection<RaftState, RaftMessage> protocol = new LayeredElection<>(new RaftNomination());

	private RaftState state;

	private void step(long nanos, Event<RaftMessage> event) {
		this.state = this.protocol.step(this.state, new Input<>(event, new Now(nanos, 1_700_000_000_000L), 7)).state();
	}

	private void receive(long nanos, NodeId from, QuorumMessage message) {
		step(nanos, new Event.MessageReceived<>(new Envelope<>("cluster", "group", from, "identity", 5,
				this.state.election().fingerprint(), 0, new RaftMessage.Vote(message, Position.NONE))));
	}

	@Test
	void theStateOfTheElectionBelowKeepsItsOwnMessages() {
		ElectionSettings settings = ElectionSettings.of("cluster", "group", A, List.of(A, B, C))
			.durable(true)
			.leaseNanos(LEASE)
			.drainNanos(0)
			.build();
		Ballot ballot = new Ballot("identity", true, 0, null, 0, LEASE, 0.05, true);
		this.state = this.protocol.start(new Recovered(settings, ballot, 9), new Now(0, 0), 1).state();
		step(0, new Event.BallotSaved<>(this.state.election().ballot(), 0));
		receive(MILLI, C, new QuorumMessage.LeaderHeartbeat(1, 1, 1, true, LEASE, 0, List.of()));
		receive(LEASE - 50 * MILLI, B, new QuorumMessage.ElectionProposal(2, LEASE, null));
		assertThat(this.state.claims()).hasSize(1);
		String waiting = written();
		step(LEASE - 49 * MILLI, new Event.PositionRead<>(this.state.requests(), Position.NONE));
		assertThat(this.state.election().waitingProposals()).hasSize(1);
		String held = written();

		assertThat(waiting).contains("Claim(").doesNotContain("HeldProposal(");
		assertThat(held).contains("HeldProposal(").contains("ElectionProposal(");
	}

	private String written() {
		Shape shape = new Shapes(this.protocol.messageType(), this.protocol.stateType(), this.protocol.timerType())
			.of(RaftState.class);
		StringBuilder text = new StringBuilder();
		shape.write(this.state, new TextSink(text));
		TextSource source = new TextSource(text.toString(), 1);
		Object read = shape.read(source);
		source.end();
		assertThat(RandomValues.same(read, this.state)).isTrue();
		return text.toString();
	}

}
