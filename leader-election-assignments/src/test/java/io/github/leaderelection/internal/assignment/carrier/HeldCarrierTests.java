package io.github.leaderelection.internal.assignment.carrier;

import java.util.ArrayList;
import java.util.List;

import io.github.leaderelection.NodeId;
import io.github.leaderelection.assignments.OwnershipEnd;
import io.github.leaderelection.internal.assignment.protocol.AssignmentMessage;
import io.github.leaderelection.internal.assignment.runtime.Ownership;
import io.github.leaderelection.internal.assignment.runtime.OwnershipListener;
import io.github.leaderelection.internal.assignment.runtime.OwnershipPublisher;
import io.github.leaderelection.internal.runtime.environment.NodeClock;
import io.github.leaderelection.internal.transport.wire.FrameCodec;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link HeldCarrier} of a group that does not run.
 */
class HeldCarrierTests {

	private static final FrameCodec<AssignmentMessage> CODEC = new FrameCodec<>(AssignmentMessage.class);

	private final HeldCarrier carrier = new HeldCarrier("default",
			new OwnershipPublisher(NodeClock.system(), new NoListener()), () -> {
				throw new IllegalStateException("It asks nobody");
			}, () -> null);

	private List<@Nullable String> answers(AssignmentMessage asked) {
		List<@Nullable String> answers = new ArrayList<>();
		this.carrier.asked(NodeId.of("b"), CODEC.encode(asked), answers::add);
		return answers;
	}

	private static AssignmentMessage ping(String worker) {
		return new AssignmentMessage.Ping(7, worker, 1, 1, 0, List.of(), List.of(), 1_000);
	}

	@Test
	void aPingIsAnsweredAtOnceWhileNothingRuns() {
		assertThat(answers(ping("b"))).singleElement()
			.satisfies((text) -> assertThat(CODEC.decode(text)).isEqualTo(new AssignmentMessage.NotLeader()));
	}

	@Test
	void aPingInTheNameOfAnotherAndWhatIsNoPingAreAnsweredWithNothing() {
		assertThat(answers(ping("c"))).containsExactly((String) null);
		assertThat(answers(new AssignmentMessage.Leads(7))).containsExactly((String) null);
	}

	@Test
	void withoutALeaderNobodyIsAsked() {
		this.carrier.send((AssignmentMessage.Ping) ping("a"));
		assertThat(this.carrier.failure()).isEqualTo("no leader is known");
	}

	private static final class NoListener implements OwnershipListener {

		@Override
		public void begun(Ownership ownership) {
		}

		@Override
		public void draining(Ownership ownership) {
		}

		@Override
		public void ended(Ownership ownership, OwnershipEnd why) {
		}

	}

}
