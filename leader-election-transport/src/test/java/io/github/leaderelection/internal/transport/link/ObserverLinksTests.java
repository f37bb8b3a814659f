package io.github.leaderelection.internal.transport.link;

import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;

import io.github.leaderelection.NodeId;
import io.github.leaderelection.internal.transport.spi.CloseReason;
import io.github.leaderelection.internal.transport.spi.Observers;
import io.github.leaderelection.internal.transport.peer.Link;
import io.github.leaderelection.internal.transport.peer.LinkWriter;
import io.github.leaderelection.internal.transport.peer.SendQueue.Frame;
import io.github.leaderelection.internal.transport.peer.SendQueue.Kind;
import io.github.leaderelection.internal.transport.peer.SentCounts;
import io.github.leaderelection.internal.transport.wire.ViewCodec;
import io.github.leaderelection.internal.transport.wire.ViewFrame.Alive;
import io.github.leaderelection.internal.transport.wire.ViewFrame.Shown;
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

	private final List<String> sent = new CopyOnWriteArrayList<>();

	private final SilentConnection connection = new SilentConnection() {
		@Override
		public void send(String frames) {
			ObserverLinksTests.this.sent.addAll(List.of(frames.split("\n")));
		}
	};

	private ObserverLinks observers = new ObserverLinks(NodeId.of("a"), new Observers(1, this.views));

	private Link link = link();

	private Link link() {
		Link[] made = new Link[1];
		made[0] = new Link(this.connection, new LinkWriter(this.connection, this.observers.writers(), (ex) -> {
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

	/** On a machine that stands still in between, observers see that there was none. */
	@Test
	void observersSeeTheOutcomeOfAHandOver() throws Exception {
		AtomicInteger looks = new AtomicInteger();
		TestViews changing = new TestViews() {
			@Override
			public GroupView view(String group) {
				looks.incrementAndGet();
				return super.view(group);
			}
		}.show(TestViews.view(1, "a"));
		end();
		this.observers = new ObserverLinks(NodeId.of("a"), new Observers(1, changing));
		this.link = link();
		this.observers.admit(this.link, ANSWER);
		Awaitility.await().atMost(Duration.ofSeconds(30)).until(() -> this.sent.size() == 2);
		long term = 1;
		long took;
		do {
			this.sent.clear();
			long begun = System.nanoTime();
			int before = looks.get();
			changing.show(LeaderlessMomentsTests.leaderless(term));
			Awaitility.await().pollInterval(Duration.ofMillis(1)).until(() -> looks.get() > before);
			GroupView next = TestViews.view(++term, "b");
			changing.show(next);
			took = System.nanoTime() - begun;
			String shown = new ViewCodec().encode(new Shown(next));
			Awaitility.await().atMost(Duration.ofSeconds(30)).until(() -> this.sent.contains(shown));
		}
		while (took > Duration.ofMillis(LeaderlessMoments.MILLIS).toNanos());
		assertThat(this.sent).hasSize(1);
		GroupView none = LeaderlessMomentsTests.leaderless(term);
		changing.show(none);
		String shown = new ViewCodec().encode(new Shown(none));
		Awaitility.await().atMost(Duration.ofSeconds(30)).until(() -> this.sent.contains(shown));
	}

	@Test
	void anObserverIsCountedBeforeItIsGreeted() {
		List<Integer> counts = new CopyOnWriteArrayList<>();
		this.views.meanwhile = () -> counts.add(this.observers.count());
		assertThat(this.observers.admit(this.link, ANSWER)).isTrue();
		assertThat(counts).first().isEqualTo(1);
	}

	@Test
	void whatChangesWhileTheFirstObserverIsAdmittedIsShownToItBeforeATick() throws Exception {
		TestViews changing = new TestViews() {
			@Override
			public GroupView view(String group) {
				GroupView seen = super.view(group);
				if (seen.term() == 1) {
					show(TestViews.view(2, "b"));
				}
				return seen;
			}
		}.show(TestViews.view(1, "a"));
		startAgain(changing, new ObserverLinks.Times(60_000, 1, 60_000));
		this.observers.admit(this.link, ANSWER);
		String next = new ViewCodec().encode(new Shown(TestViews.view(2, "b")));
		Awaitility.await().atMost(Duration.ofSeconds(30)).until(() -> this.sent.contains(next));
	}

	private void startAgain(ViewSource source, ObserverLinks.Times times) {
		end();
		this.observers = new ObserverLinks(NodeId.of("a"), new Observers(1, source), times);
		this.link = link();
	}

	@Test
	void anObserverHearsNowAndThenThatTheMemberIsThere() throws Exception {
		startAgain(this.views, new ObserverLinks.Times(1, 3, 60_000));
		this.observers.admit(this.link, ANSWER);
		Awaitility.await().atMost(Duration.ofSeconds(30)).until(() -> this.sent.size() > 2);
		assertThat(this.sent.get(0)).isEqualTo("answer");
		assertThat(new ViewCodec().decode(this.sent.get(1))).isEqualTo(new Alive(3));
		assertThat(new ViewCodec().decode(this.sent.get(2))).isEqualTo(new Alive(6));
		assertThat(this.link.isEnded()).isFalse();
	}

	@Test
	void anObserverThatGivesNoSignOfLifeLosesItsLink() {
		startAgain(this.views, new ObserverLinks.Times(1, 60_000, 20));
		this.observers.admit(this.link, ANSWER);
		Awaitility.await().atMost(Duration.ofSeconds(30)).until(() -> this.observers.count() == 0);
		assertThat(this.link.closeReason()).isEqualTo(CloseReason.UNRELIABLE);
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
