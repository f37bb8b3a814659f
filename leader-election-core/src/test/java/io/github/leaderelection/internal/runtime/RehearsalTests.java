package io.github.leaderelection.internal.runtime;

import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;

import io.github.leaderelection.NodeId;
import io.github.leaderelection.internal.quorum.QuorumMessage;
import io.github.leaderelection.internal.quorum.protocol.QuorumProtocol;
import io.github.leaderelection.spi.ElectionMessage;
import io.github.leaderelection.spi.Envelope;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

class RehearsalTests {

	private static final NodeId FIRST = NodeId.of("first");

	private static final NodeId SECOND = NodeId.of("second");

	private static final NodeId THIRD = NodeId.of("third");

	private final List<Envelope<? extends ElectionMessage>> carried = new ArrayList<>();

	private final UnaryOperator<Envelope<? extends ElectionMessage>> wire = (envelope) -> {
		this.carried.add(envelope);
		return envelope;
	};

	@Test
	void threeNodesLeadOneAfterAnother() {
		assertThat(new Rehearsal(new QuorumProtocol(), this.wire).run()).containsExactly(FIRST, SECOND, THIRD);
	}

	@Test
	void everyMessageOfAHandOverPassesTheWireInItsOrder() {
		new Rehearsal(new QuorumProtocol(), this.wire).run();
		assertThat(this.carried).extracting((envelope) -> (Object) envelope.body().getClass())
			.contains(QuorumMessage.ScoutingRequest.class, QuorumMessage.ScoutingResponse.class,
					QuorumMessage.HeartbeatResponse.class);
		assertThat(this.carried)
			.filteredOn((envelope) -> envelope.body() instanceof QuorumMessage.LeadershipCession
					|| envelope.body() instanceof QuorumMessage.ElectionProposal
					|| (envelope.body() instanceof QuorumMessage.LeaderHeartbeat beat && beat.sequence() == 1))
			.extracting((envelope) -> envelope.from() + " " + envelope.body().getClass().getSimpleName())
			.containsExactly("first ElectionProposal", "first ElectionProposal", "first LeaderHeartbeat",
					"first LeaderHeartbeat", "first LeadershipCession", "first LeadershipCession",
					"second ElectionProposal", "second ElectionProposal", "second LeaderHeartbeat",
					"second LeaderHeartbeat", "second LeadershipCession", "second LeadershipCession",
					"third ElectionProposal", "third ElectionProposal", "third LeaderHeartbeat",
					"third LeaderHeartbeat", "third LeadershipCession");
		assertThat(this.carried).filteredOn((envelope) -> envelope.body() instanceof QuorumMessage.ElectionResponse)
			.hasSize(5);
	}

	@Test
	void everyRunIsTheSame() {
		new Rehearsal(new QuorumProtocol(), this.wire).run();
		List<Envelope<? extends ElectionMessage>> before = List.copyOf(this.carried);
		this.carried.clear();
		new Rehearsal(new QuorumProtocol(), this.wire).run();
		assertThat(this.carried).extracting(Envelope::body).isEqualTo(before.stream().map(Envelope::body).toList());
	}

	@Test
	void whatTheWireThrowsEndsTheRun() {
		UnsupportedOperationException broken = new UnsupportedOperationException("a broken wire");
		assertThatExceptionOfType(UnsupportedOperationException.class)
			.isThrownBy(() -> new Rehearsal(new QuorumProtocol(), (envelope) -> {
				throw broken;
			}).run())
			.isSameAs(broken);
	}

	@Test
	void aRunInWhichNobodyLeadsEnds() {
		assertThatIllegalStateException()
			.isThrownBy(() -> new Rehearsal(new QuorumProtocol(), RehearsalTests::forged).run())
			.withMessageContaining("no leader");
	}

	/** A message of a cluster that nobody knows. */
	private static <M extends ElectionMessage> Envelope<M> forged(Envelope<M> envelope) {
		return new Envelope<>("another", envelope.group(), envelope.from(), envelope.identity(), envelope.incarnation(),
				envelope.fingerprint(), envelope.answers(), envelope.body());
	}

}
