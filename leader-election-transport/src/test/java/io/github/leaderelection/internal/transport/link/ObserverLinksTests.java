package io.github.leaderelection.internal.transport.link;

import java.time.Duration;
import java.util.Set;

import io.github.leaderelection.NodeId;
import io.github.leaderelection.internal.transport.medium.CloseReason;
import io.github.leaderelection.internal.transport.medium.Observers;
import io.github.leaderelection.internal.transport.peer.Link;
import io.github.leaderelection.internal.transport.peer.LinkWriter;
import io.github.leaderelection.internal.transport.peer.SendQueue.Frame;
import io.github.leaderelection.internal.transport.peer.SendQueue.Kind;
import io.github.leaderelection.internal.transport.peer.SentCounts;
import io.github.leaderelection.internal.view.GroupView;
import io.github.leaderelection.internal.view.ViewSource;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link ObserverLinks}.
 */
class ObserverLinksTests {

	private static final Frame ANSWER = new Frame("answer", Kind.HANDSHAKE);

	private final Interrupting views = new Interrupting();

	private final ObserverLinks observers = new ObserverLinks(NodeId.of("a"), new Observers(1, this.views));

	private final Link link = link();

	private Link link() {
		Link[] made = new Link[1];
		made[0] = new Link(new SilentConnection(),
				new LinkWriter(new SilentConnection(), this.observers.writers(), (ex) -> {
				}, () -> this.observers.leave(made[0]), new SentCounts()), false);
		return made[0];
	}

	@AfterEach
	void end() {
		this.observers.retire();
		this.observers.end();
	}

	@Test
	void aLinkThatEndsBeforeItIsAdmittedTakesNoPlace() {
		this.link.abort(CloseReason.NORMAL);
		assertThat(this.observers.admit(this.link, ANSWER)).isFalse();
		assertThat(this.observers.count()).isZero();
		assertThat(this.observers.admit(link(), ANSWER)).isTrue();
	}

	@Test
	void aLinkThatEndsWhileItIsAdmittedLeavesItsPlace() {
		this.views.meanwhile = () -> this.link.abort(CloseReason.NORMAL);
		assertThat(this.observers.admit(this.link, ANSWER)).isTrue();
		Awaitility.await().atMost(Duration.ofSeconds(30)).until(() -> this.observers.count() == 0);
		assertThat(this.observers.admit(link(), ANSWER)).isTrue();
	}

	/**
	 * Does something whenever the groups are asked for.
	 */
	private static final class Interrupting implements ViewSource {

		private Runnable meanwhile = () -> {
		};

		@Override
		public Set<String> groups() {
			this.meanwhile.run();
			return Set.of();
		}

		@Override
		public GroupView view(String group) {
			throw new IllegalArgumentException(group);
		}

		@Override
		public void onChange(Runnable task) {
		}

	}

}
