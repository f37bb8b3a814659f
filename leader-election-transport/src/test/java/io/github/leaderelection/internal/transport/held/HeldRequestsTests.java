package io.github.leaderelection.internal.transport.held;

import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;

import io.github.leaderelection.NodeId;
import io.github.leaderelection.internal.transport.http.HttpPeerTransport;
import io.github.leaderelection.internal.transport.link.TestNode;
import io.github.leaderelection.internal.transport.link.TestServer;
import io.github.leaderelection.internal.transport.link.TestViews;
import io.github.leaderelection.internal.transport.spi.ApplicationUrls;
import io.github.leaderelection.internal.transport.spi.Observers;
import io.github.leaderelection.internal.transport.spi.PeerTransportSettings;
import io.github.leaderelection.internal.transport.spi.Protection;
import io.github.leaderelection.internal.view.GroupView;
import io.github.leaderelection.internal.view.ViewSource;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link HeldRequests}.
 */
class HeldRequestsTests {

	private static final HeldRequests.Times NEVER = new HeldRequests.Times(60_000, 60_000, 60_000);

	private final TestNode member = new TestNode(HttpPeerTransport::new, "a");

	private HeldRequests requests;

	@AfterEach
	void end() {
		this.requests.close();
		this.member.stop();
	}

	private RawObserver observer(ViewSource views, HeldRequests.Times times) {
		NodeId a = NodeId.of("a");
		PeerTransportSettings settings = new PeerTransportSettings("test", a, Map.of(), TestServer.PATH,
				Protection.of("secret"), List.of(a), (id) -> null, Duration.ofSeconds(1), Map.of(),
				new ApplicationUrls(null), new Observers(1, views));
		this.member.start(settings);
		this.requests = new HeldRequests(settings, this.member.transport().acceptor(), times);
		this.member.server.observers(this.requests);
		return new RawObserver(this.member.url(), "x");
	}

	/** On a machine that stands still in between, observers see that there was none. */
	@Test
	void observersSeeTheOutcomeOfAHandOver() {
		AtomicInteger looks = new AtomicInteger();
		TestViews changing = new TestViews() {
			@Override
			public GroupView view(String group) {
				looks.incrementAndGet();
				return super.view(group);
			}
		}.show(TestViews.view(1, "a"));
		RawObserver observer = observer(changing, HeldRequests.Times.DEFAULT);
		observer.observe();
		long term = 1;
		List<GroupView> seen;
		long took;
		do {
			CompletableFuture<HttpResponse<String>> held = observer.ask();
			long begun = System.nanoTime();
			int before = looks.get();
			changing.show(LeaderlessMomentsTests.leaderless(term));
			Awaitility.await().pollInterval(Duration.ofMillis(1)).until(() -> looks.get() > before);
			changing.show(TestViews.view(++term, "b"));
			took = System.nanoTime() - begun;
			seen = observer.views(held.join());
		}
		while (took > Duration.ofMillis(LeaderlessMoments.MILLIS).toNanos());
		assertThat(seen).containsExactly(TestViews.view(term, "b"));
		changing.show(LeaderlessMomentsTests.leaderless(term));
		assertThat(observer.views(observer.ask().join())).containsExactly(LeaderlessMomentsTests.leaderless(term));
	}

	@Test
	void anObserverIsCountedBeforeItSeesAView() {
		List<Integer> counts = new CopyOnWriteArrayList<>();
		RawObserver observer = observer(new TestViews() {
			@Override
			public Set<String> groups() {
				counts.add(HeldRequestsTests.this.requests.count());
				return super.groups();
			}
		}, NEVER);
		assertThat(observer.observe()).isEmpty();
		assertThat(counts).first().isEqualTo(1);
	}

	@Test
	void whatChangesWhileTheFirstObserverIsAdmittedIsShownToItBeforeATick() {
		RawObserver observer = observer(new TestViews() {
			@Override
			public GroupView view(String group) {
				GroupView seen = super.view(group);
				if (seen.term() == 1) {
					show(TestViews.view(2, "b"));
				}
				return seen;
			}
		}.show(TestViews.view(1, "a")), NEVER);
		assertThat(observer.observe()).containsExactly(TestViews.view(1, "a"));
		assertThat(observer.views(observer.ask().join())).containsExactly(TestViews.view(2, "b"));
	}

	@Test
	void anObserverHearsNowAndThenThatTheMemberIsThere() {
		RawObserver observer = observer(new TestViews(), new HeldRequests.Times(1, 20, 60_000));
		observer.observe();
		for (int i = 0; i < 3; i++) {
			assertThat(observer.views(observer.ask().join())).isEmpty();
		}
		assertThat(this.requests.count()).isEqualTo(1);
	}

	@Test
	void anObserverThatNoLongerAsksLeavesItsPlace() {
		RawObserver observer = observer(new TestViews(), new HeldRequests.Times(1, 60_000, 20));
		observer.open();
		observer.ask().join();
		Awaitility.await().atMost(Duration.ofSeconds(30)).until(() -> this.requests.count() == 0);
		assertThat(observer.ask().join().statusCode()).isEqualTo(410);
	}

	/** Nobody but the observer can open a session, and it takes a place only then. */
	@Test
	void aSessionThatWasOnlyOpenedHasNoPlace() {
		RawObserver observer = observer(new TestViews(), NEVER);
		observer.open();
		assertThat(this.requests.count()).isZero();
		new RawObserver(this.member.url(), "y").observe();
		assertThat(this.requests.count()).isEqualTo(1);
		assertThat(observer.ask().join().statusCode()).isEqualTo(410);
	}

	@Test
	void anAnswerHoldsAsManyViewsAsFitAndTheNextOneTheRest() {
		TestViews views = new TestViews();
		String text = "\u00e9".repeat(1000);
		for (int i = 0; i < 20; i++) {
			GroupView of = TestViews.view(1, "a", text);
			views.show(new GroupView("g" + i, of.algorithm(), of.term(), of.leaseMillis(), of.memberList(), of.leader(),
					of.members(), of.said()));
		}
		RawObserver observer = observer(views, NEVER);
		List<GroupView> first = observer.observe();
		List<GroupView> second = observer.views(observer.ask().join());
		assertThat(first).isNotEmpty().hasSizeLessThan(20);
		assertThat(first).doesNotContainAnyElementsOf(second);
		assertThat(first.size() + second.size()).isEqualTo(20);
	}

}
