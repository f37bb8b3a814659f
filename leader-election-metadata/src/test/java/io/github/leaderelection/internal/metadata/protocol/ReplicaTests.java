package io.github.leaderelection.internal.metadata.protocol;

import java.util.List;

import io.github.leaderelection.LeaderSequenceNumber;
import io.github.leaderelection.NodeId;
import io.github.leaderelection.internal.metadata.protocol.Metadata.Entry;
import io.github.leaderelection.internal.metadata.protocol.MetadataMessage.Accepted;
import io.github.leaderelection.internal.metadata.protocol.MetadataMessage.Committed;
import io.github.leaderelection.internal.metadata.protocol.MetadataMessage.Question;
import io.github.leaderelection.internal.metadata.protocol.MetadataMessage.Shown;
import io.github.leaderelection.internal.metadata.protocol.MetadataMessage.Sync;
import io.github.leaderelection.internal.metadata.protocol.MetadataMessage.SyncAnswer;
import io.github.leaderelection.internal.metadata.protocol.MetadataMessage.Write;
import io.github.leaderelection.internal.protocol.Now;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link Replica}.
 */
class ReplicaTests {

	private static final NodeId A = NodeId.of("a");

	private static final NodeId B = NodeId.of("b");

	private static final Now NOW = new Now(0, 0);

	private final MetadataProtocol protocol = new MetadataProtocol(
			new MetadataSettings(B, List.of(A, B, NodeId.of("c")), 100));

	private MetadataState state = this.protocol.start(new SavedMetadata(0, Metadata.NONE, true));

	private static Metadata value(long token, long counter) {
		return new Metadata(new LeaderSequenceNumber(token, counter), List.of(new Entry("k", token + "." + counter)),
				false);
	}

	private List<MetadataEffect> take(MetadataEvent event) {
		MetadataStep step = this.protocol.step(this.state, event, NOW, 6);
		this.state = step.state();
		return step.effects();
	}

	private List<MetadataEffect> receive(MetadataMessage message) {
		return take(new MetadataEvent.Received(A, message));
	}

	@Test
	void aMemberAnswersOnceItHasSaved() {
		assertThat(receive(new Write(3, value(3, 1), 0)))
			.containsExactly(new MetadataEffect.Save(1, new SavedMetadata(3, value(3, 1), true)));
		assertThat(receive(new Write(3, value(3, 2), 0)))
			.containsExactly(new MetadataEffect.Save(2, new SavedMetadata(3, value(3, 2), true)));
		assertThat(take(new MetadataEvent.Saved(1)))
			.containsExactly(new MetadataEffect.Send(A, new Accepted(3, new LeaderSequenceNumber(3, 1))));
		assertThat(take(new MetadataEvent.Saved(2)))
			.containsExactly(new MetadataEffect.Send(A, new Accepted(3, new LeaderSequenceNumber(3, 2))));
		assertThat(receive(new Write(3, value(3, 2), 0))).as("again")
			.containsExactly(new MetadataEffect.Send(A, new Accepted(3, new LeaderSequenceNumber(3, 2))));
	}

	@Test
	void aMemberThatHeardOfALaterLeaderAnswersNoFormerOne() {
		receive(new Sync(5));
		assertThat(take(new MetadataEvent.Saved(1)))
			.containsExactly(new MetadataEffect.Send(A, new SyncAnswer(5, Metadata.NONE, true)));
		assertThat(receive(new Write(4, value(4, 1), 0))).isEmpty();
		assertThat(receive(new Sync(4))).isEmpty();
		assertThat(receive(new Committed(4, new LeaderSequenceNumber(4, 1)))).isEmpty();
		assertThat(this.state.replica().kept()).isEqualTo(new SavedMetadata(5, Metadata.NONE, true));
	}

	@Test
	void aMemberThatLostItsStateIsFilledByItsOwnQuestionAlone() {
		this.state = this.protocol.start(SavedMetadata.BLANK);
		assertThat(receive(new Write(3, value(3, 1), 0)))
			.containsExactly(new MetadataEffect.Send(A, new Question(3, 7)));
		assertThat(receive(new Write(3, value(3, 1), 9))).as("another start's question")
			.containsExactly(new MetadataEffect.Send(A, new Question(3, 7)));
		assertThat(receive(new Write(3, value(3, 1), 7)))
			.containsExactly(new MetadataEffect.Save(1, new SavedMetadata(3, value(3, 1), true)));
	}

	@Test
	void aMemberShowsExactlyWhatIsNamed() {
		receive(new Write(3, value(3, 2), 0));
		assertThat(receive(new Committed(3, new LeaderSequenceNumber(3, 1)))).isEmpty();
		assertThat(receive(new Committed(3, new LeaderSequenceNumber(3, 3))))
			.containsExactly(new MetadataEffect.Send(A, new Question(3, 7)));
		assertThat(receive(new Committed(3, new LeaderSequenceNumber(3, 2)))).containsExactly(
				new MetadataEffect.Show(value(3, 2)),
				new MetadataEffect.Send(A, new Shown(3, new LeaderSequenceNumber(3, 2))));
		assertThat(receive(new Committed(3, new LeaderSequenceNumber(3, 2)))).as("again")
			.containsExactly(new MetadataEffect.Send(A, new Shown(3, new LeaderSequenceNumber(3, 2))));
	}

}
