package io.github.leaderelection.internal.assignment.protocol;

import java.util.List;

import io.github.leaderelection.LeaderSequenceNumber;
import io.github.leaderelection.assignments.OwnershipEnd;
import io.github.leaderelection.internal.assignment.protocol.AssignmentMessage.Answer;
import io.github.leaderelection.internal.protocol.Now;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link Worker}: what no leader says, and a worker refuses all the same.
 */
class WorkerTests {

	private static final long LEASE = 3_000_000_000L;

	private static final Partition PARTITION = new Partition("orders", 1, "p0");

	private static final LeaderSequenceNumber TOKEN = new LeaderSequenceNumber(7, 2);

	private final AssignmentProtocol protocol = new AssignmentProtocol(
			new AssignmentSettings("w0", 1, LEASE, LEASE, 0.01, false, List.of()));

	private AssignmentState state = this.protocol.start();

	private long nanos;

	@BeforeEach
	void own() {
		step(new AssignmentEvent.Followed(7));
		step(new AssignmentEvent.Due());
		assertThat(answer(7, 1, 2, Portion.pack(List.of(new Owned(PARTITION, TOKEN, false)))))
			.containsExactly(new AssignmentEffect.Begin(PARTITION, TOKEN));
		step(new AssignmentEvent.Due());
	}

	@Test
	void whatIsNotListedEnds() {
		assertThat(answer(7, 2, 3, List.of()))
			.containsExactly(new AssignmentEffect.End(PARTITION, TOKEN, OwnershipEnd.SUPERSEDED));
	}

	@Test
	void whatIsListedUnderAnotherTokenEndsAndBegins() {
		LeaderSequenceNumber other = new LeaderSequenceNumber(7, 3);
		assertThat(answer(7, 2, 3, Portion.pack(List.of(new Owned(PARTITION, other, false))))).containsExactly(
				new AssignmentEffect.End(PARTITION, TOKEN, OwnershipEnd.SUPERSEDED),
				new AssignmentEffect.Begin(PARTITION, other));
	}

	@Test
	void anAnswerWithoutAListCountsForTheVersionAppliedAlone() {
		this.nanos = LEASE / 2;
		answer(7, 2, 3, null);
		assertThat(this.state.worker().version()).isEqualTo(2);
		answer(7, 2, 2, null);
		assertThat(this.state.worker().version()).isEqualTo(2);
		assertThat(this.state.worker().owned()).containsExactly(new Owned(PARTITION, TOKEN, false));
	}

	@Test
	void anAnswerOfAnotherLeaderCountsNowhere() {
		assertThat(answer(6, 2, 9, List.of())).isEmpty();
		assertThat(answer(8, 2, 9, List.of())).isEmpty();
		assertThat(this.state.worker().version()).isEqualTo(2);
		step(new AssignmentEvent.Followed(8));
		assertThat(answer(8, 2, 1, List.of())).isEmpty();
		assertThat(this.state.worker().owned()).containsExactly(new Owned(PARTITION, TOKEN, false));
	}

	@Test
	void whatIsListedToBeGivenBackAndIsNotOwnedNeverBegins() {
		Partition other = new Partition("orders", 2, "p1");
		LeaderSequenceNumber token = new LeaderSequenceNumber(7, 3);
		Owned owned = new Owned(PARTITION, TOKEN, false);
		assertThat(answer(7, 2, 4, Portion.pack(List.of(owned, new Owned(other, token, true))))).isEmpty();
		assertThat(answer(7, 2, 4, Portion.pack(List.of(owned, new Owned(other, token, false))))).isEmpty();
		assertThat(this.state.worker().owned()).containsExactly(owned);
	}

	private List<AssignmentEffect> answer(long term, long sequence, long version, @Nullable List<Portion> list) {
		return step(new AssignmentEvent.Answered(new Answer(term, "w0", 1, sequence, version, list, List.of(), LEASE)));
	}

	private List<AssignmentEffect> step(AssignmentEvent event) {
		AssignmentStep step = this.protocol.step(this.state, event, new Now(this.nanos, this.nanos / 1_000_000), 0);
		this.state = step.state();
		return step.effects();
	}

}
