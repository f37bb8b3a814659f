package io.github.leaderelection.internal.trace;

import java.util.List;
import java.util.stream.IntStream;

import io.github.leaderelection.NodeId;
import io.github.leaderelection.internal.protocol.ElectionSettings;
import io.github.leaderelection.internal.protocol.Event;
import io.github.leaderelection.internal.protocol.Input;
import io.github.leaderelection.internal.protocol.Now;
import io.github.leaderelection.internal.protocol.Recovered;
import io.github.leaderelection.internal.protocol.Step;
import io.github.leaderelection.internal.quorum.QuorumMessage;
import io.github.leaderelection.internal.quorum.QuorumState;
import io.github.leaderelection.internal.quorum.protocol.QuorumProtocol;
import io.github.leaderelection.spi.Ballot;
import io.github.leaderelection.spi.Envelope;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The trace of a follower of the largest cluster there may be.
 */
class LargeClusterTests {

	private static final long MILLI = 1_000_000;

	private static final List<NodeId> MEMBERS = IntStream.rangeClosed(1, ElectionSettings.MAX_MEMBERS)
		.mapToObj((i) -> NodeId.of("instance-%03d.some-region.compute.example.org:8443".formatted(i)))
		.toList();

	private static final ElectionSettings SETTINGS = ElectionSettings.of("cluster", "default", MEMBERS.get(0), MEMBERS)
		.durable(true)
		.drainNanos(0)
		.build();

	private final QuorumProtocol protocol = new QuorumProtocol();

	private final TraceFormat<QuorumState, QuorumMessage> format = TraceFormat.of(this.protocol);

	private final TraceRecorder<QuorumState, TraceEntry<QuorumState, QuorumMessage>> recorder = new TraceRecorder<>(
			this.format, TraceEntry.Resumed::new, TraceBudget.WHOLE);

	private long millis;

	private QuorumState state;

	LargeClusterTests() {
		Recovered recovered = new Recovered(SETTINGS, new Ballot("id-1", true, 3, null, 0, 1000 * MILLI, 0.05, true),
				7);
		Step<QuorumState, QuorumMessage> step = this.protocol.start(recovered, now(), 1);
		this.recorder.started(new TraceEntry.Started<>(recovered, now(), 1, step.effects()));
		this.state = step.state();
	}

	private Now now() {
		return new Now(this.millis * MILLI, 1_700_000_000_000L + this.millis);
	}

	private void take(Event<QuorumMessage> event) {
		Input<QuorumMessage> input = new Input<>(event, now(), this.millis);
		Step<QuorumState, QuorumMessage> step = this.protocol.step(this.state, input);
		this.recorder.stepped(this.state, new TraceEntry.Stepped<>(input, false, new Outcome.Taken<>(step.effects())));
		this.state = step.state();
		this.millis++;
	}

	private void hear(NodeId from, QuorumMessage message) {
		take(new Event.MessageReceived<>(new Envelope<>("cluster", "default", from, "id-of-" + from.value(), 99,
				SETTINGS.memberList().fingerprint(), 0, message)));
	}

	@Test
	void itHoldsThousandsOfHeartbeats() {
		List<NodeId> others = MEMBERS.subList(1, MEMBERS.size());
		others.forEach((peer) -> take(new Event.PeerConnected<>(peer)));
		others.forEach((peer) -> hear(peer, new QuorumMessage.Introduction(3, MEMBERS, true, 1, true, false)));
		for (int i = 1; i <= 6_000; i++) {
			hear(others.get(0), new QuorumMessage.LeaderHeartbeat(3, 3, i, true, 1000 * MILLI, 0,
					others.subList(1, others.size())));
		}
		Trace<TraceEntry<QuorumState, QuorumMessage>> trace = this.recorder
			.trace(new Heading("quorum", "cluster", "default", MEMBERS.get(0), "1.0", "now"));
		assertThat(trace).isNotNull();
		assertThat(trace.lines()).hasSizeGreaterThan(1800);
		assertThat(trace.lines().get(0).entry()).isInstanceOf(TraceEntry.Resumed.class);
		assertThat(trace.lines().get(trace.lines().size() - 1).number()).isEqualTo(6_200);
		assertThat(RetainedSize.of(this.recorder)).isLessThan(TraceRecorder.MOST_BYTES);
	}

}
