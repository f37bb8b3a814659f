package io.github.leaderelection.internal.metadata.application;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;

import io.github.leaderelection.ElectionNode;
import io.github.leaderelection.LeaderSequenceNumber;
import io.github.leaderelection.NodeId;
import io.github.leaderelection.internal.observer.MemberLink;
import io.github.leaderelection.internal.observer.ObserverIdentity;
import io.github.leaderelection.internal.observer.ObserverNode;
import io.github.leaderelection.internal.view.GroupValue;
import io.github.leaderelection.metadata.LeaderMetadata;
import io.github.leaderelection.metadata.LeaderMetadataChangedEvent;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The metadata of an observer whose member a test plays.
 */
class ObservedMetadataTests {

	private static final NodeId A = NodeId.of("a");

	private static final NodeId B = NodeId.of("b");

	private final List<LeaderMetadataChangedEvent> heard = new CopyOnWriteArrayList<>();

	private final NodeMetadata metadata = new NodeMetadata(this::node,
			(event) -> this.heard.add((LeaderMetadataChangedEvent) event));

	private final HandLink link = new HandLink();

	private final ObserverNode node = new ObserverNode(
			new ObserverIdentity(NodeId.of("x"), "c", Map.of(A, "http://a:1", B, "http://b:1")),
			List.of("default", "other"), () -> this.link, (group) -> List.of(), this.metadata::shown);

	private ElectionNode node() {
		return this.node;
	}

	@AfterEach
	void close() {
		this.node.close();
		this.metadata.close();
	}

	private void show(String group, long token, long counter, String text) {
		this.link.receiver.kept(new GroupValue(group, new LeaderSequenceNumber(token, counter),
				List.of(new GroupValue.Entry("k", text)), false));
	}

	private static LeaderMetadata.Value value(long token, long counter, String text) {
		return new LeaderMetadata.Value(Map.of("k", text), new LeaderSequenceNumber(token, counter), false);
	}

	private void awaitShown(LeaderMetadata.Value value) {
		Awaitility.await()
			.atMost(Duration.ofSeconds(60))
			.untilAsserted(() -> assertThat(this.metadata.of("default").lastKnown()).isEqualTo(value));
	}

	@Test
	void anObserverThatMovesToAMemberThatIsBehindGoesOnShowingTheNewer() {
		this.node.start();
		this.link.receiver.linked(A);
		show("default", 5, 2, "newer");
		awaitShown(value(5, 2, "newer"));
		this.link.receiver.unlinked("another member is dialled");
		this.link.receiver.linked(B);
		show("default", 5, 1, "older");
		show("default", 4, 9, "oldest");
		show("other", 1, 1, "last");
		Awaitility.await()
			.atMost(Duration.ofSeconds(60))
			.until(() -> !this.metadata.of("other").lastKnown().entries().isEmpty());
		assertThat(this.metadata.of("default").lastKnown()).isEqualTo(value(5, 2, "newer"));
		show("default", 6, 1, "newest");
		awaitShown(value(6, 1, "newest"));
		Awaitility.await()
			.atMost(Duration.ofSeconds(60))
			.untilAsserted(() -> assertThat(this.heard).filteredOn((event) -> event.group().equals("default"))
				.extracting(LeaderMetadataChangedEvent::value)
				.containsExactly(value(5, 2, "newer"), value(6, 1, "newest")));
	}

	@Test
	void aValueThatIsOnlyWrittenAgainIsNoEvent() {
		this.node.start();
		this.link.receiver.linked(A);
		show("default", 5, 2, "same");
		show("default", 6, 1, "same");
		awaitShown(value(6, 1, "same"));
		show("default", 6, 2, "other");
		Awaitility.await()
			.atMost(Duration.ofSeconds(60))
			.untilAsserted(() -> assertThat(this.heard).extracting(LeaderMetadataChangedEvent::value)
				.containsExactly(value(5, 2, "same"), value(6, 2, "other")));
	}

	@Test
	void aRestartForgetsNothing() {
		this.node.start();
		this.link.receiver.linked(A);
		show("default", 5, 2, "kept");
		awaitShown(value(5, 2, "kept"));
		this.node.close();
		assertThat(this.metadata.of("default").lastKnown()).isEqualTo(value(5, 2, "kept"));
	}

	/**
	 * A test says what it hears.
	 */
	private static final class HandLink implements MemberLink {

		private Receiver receiver;

		@Override
		public void start(Receiver newReceiver) {
			this.receiver = newReceiver;
		}

		@Override
		public void moveOn() {
			throw new UnsupportedOperationException();
		}

		@Override
		public void close() {
			// There is nothing to close.
		}

	}

}
