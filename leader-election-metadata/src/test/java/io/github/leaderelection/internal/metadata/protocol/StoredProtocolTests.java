package io.github.leaderelection.internal.metadata.protocol;

import java.util.List;

import io.github.leaderelection.LeaderSequenceNumber;
import io.github.leaderelection.internal.metadata.protocol.Metadata.Entry;
import io.github.leaderelection.internal.metadata.protocol.MetadataEffect.Ask;
import io.github.leaderelection.internal.metadata.protocol.MetadataEffect.Completed;
import io.github.leaderelection.internal.metadata.protocol.MetadataEffect.Outcome;
import io.github.leaderelection.internal.protocol.Lease;
import io.github.leaderelection.internal.protocol.Now;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The register in a store, step by step.
 */
class StoredProtocolTests {

	private static final Now NOW = new Now(1, 0);

	private static final Now LATE = new Now(2_000_000_000, 2000);

	private final StoredProtocol protocol = new StoredProtocol(10);

	private StoredState state = this.protocol.start(NOW);

	private List<MetadataEffect> take(MetadataEvent event, Now now) {
		StoredProtocol.Step step = this.protocol.step(this.state, event, now);
		this.state = step.state();
		return step.effects();
	}

	private List<MetadataEffect> answer(StoreAnswer answer) {
		return take(new MetadataEvent.Answered(this.state.asked(), answer), NOW);
	}

	private static Metadata value(long token, long counter, String text) {
		return new Metadata(new LeaderSequenceNumber(token, counter), List.of(new Entry("k", text)), false);
	}

	private void lead() {
		assertThat(take(new MetadataEvent.Granted(7, new Lease(0, 0, 1_000_000_000, Long.MAX_VALUE / 4)), NOW))
			.containsExactly(new Ask(1, null, null));
		assertThat(answer(new StoreAnswer.Found("v1", value(6, 4, "a"))))
			.containsExactly(new Ask(2, "v1", value(7, 1, "a")));
		assertThat(this.state.readable()).isNull();
		assertThat(answer(new StoreAnswer.Written("v2"))).containsExactly(new MetadataEffect.Show(value(7, 1, "a")),
				new MetadataEffect.Synchronised());
	}

	@Test
	void leaderWritesTheValueAgainBeforeItCounts() {
		lead();
		assertThat(this.state.readable()).isEqualTo(value(7, 1, "a"));
		assertThat(this.protocol.delay(this.state, NOW)).isEqualTo(MetadataProtocol.NEVER);
	}

	@Test
	void unknownWriteThatIsNotThereIsRepeatedUnderTheVersionRead() {
		lead();
		assertThat(take(new MetadataEvent.Written(5, List.of(new Entry("k", "b"))), NOW))
			.containsExactly(new Ask(3, "v2", value(7, 2, "b")));
		assertThat(this.state.readable()).isNull();
		assertThat(answer(new StoreAnswer.Unknown())).isEmpty();
		assertThat(take(new MetadataEvent.Due(), new Now(11, 0))).containsExactly(new Ask(4, null, null));
		assertThat(answer(new StoreAnswer.Found("v3", value(7, 1, "a"))))
			.containsExactly(new Ask(5, "v3", value(7, 2, "b")));
		assertThat(answer(new StoreAnswer.NotDone())).containsExactly(new Ask(6, null, null));
		assertThat(answer(new StoreAnswer.Found("v4", value(7, 2, "b")))).containsExactly(
				new MetadataEffect.Show(value(7, 2, "b")),
				new Completed(5, Outcome.COMMITTED, new LeaderSequenceNumber(7, 2)));
	}

	@Test
	void answerAfterTheLeaseCountsNot() {
		lead();
		take(new MetadataEvent.Written(5, List.of(new Entry("k", "b"))), NOW);
		assertThat(take(new MetadataEvent.Answered(3, new StoreAnswer.Written("v3")), LATE)).isEmpty();
		assertThat(take(new MetadataEvent.Revoked(7), LATE)).containsExactly(new Completed(5, Outcome.UNKNOWN, null));
	}

	@Test
	void secondWriteIsBusyAndOneOfAMemberRefused() {
		assertThat(take(new MetadataEvent.Written(1, List.of()), NOW))
			.containsExactly(new Completed(1, Outcome.REFUSED, null));
		lead();
		take(new MetadataEvent.Written(2, List.of()), NOW);
		assertThat(take(new MetadataEvent.Written(3, List.of()), NOW))
			.containsExactly(new Completed(3, Outcome.BUSY, null));
	}

	@Test
	void memberTakesOnlyAHigherNumber() {
		assertThat(take(new MetadataEvent.Due(), NOW)).containsExactly(new Ask(1, null, null));
		assertThat(answer(new StoreAnswer.Found("v1", value(6, 4, "a"))))
			.containsExactly(new MetadataEffect.Show(value(6, 4, "a")));
		take(new MetadataEvent.Due(), new Now(11, 0));
		assertThat(answer(new StoreAnswer.Found("v0", value(6, 3, "z")))).isEmpty();
		assertThat(this.state.shown()).isEqualTo(value(6, 4, "a"));
	}

	@Test
	void recordOfALaterLeaderEndsThisOne() {
		lead();
		take(new MetadataEvent.Written(5, List.of(new Entry("k", "b"))), NOW);
		answer(new StoreAnswer.NotDone());
		assertThat(answer(new StoreAnswer.Found("v9", value(8, 1, "c"))))
			.containsExactly(new Completed(5, Outcome.UNKNOWN, null));
		assertThat(this.state.readable()).isNull();
	}

}
