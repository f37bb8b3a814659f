package io.github.leaderelection.internal.transport.held;

import java.io.IOException;
import java.net.Socket;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
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
import io.github.leaderelection.internal.transport.link.TomcatTestServer;
import io.github.leaderelection.internal.transport.spi.ApplicationUrls;
import io.github.leaderelection.internal.transport.spi.Observers;
import io.github.leaderelection.internal.transport.spi.PeerTransportSettings;
import io.github.leaderelection.internal.transport.spi.Protection;
import io.github.leaderelection.internal.transport.spi.RefusalReason;
import io.github.leaderelection.internal.transport.wire.HeldFrame;
import io.github.leaderelection.internal.transport.wire.HeldFrame.Kept;
import io.github.leaderelection.internal.transport.wire.HeldFrame.Shown;
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

	private TestNode member = new TestNode(HttpPeerTransport::new, "a");

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
		RawObserver observer = observer(changing, HeldRequests.DEFAULT);
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

	@Test
	void aValueIsShownAtOnceAndAgainOnlyWhenItChanges() {
		TestViews views = new TestViews().show(TestViews.view(1, "a")).show(TestViews.value(1, "one"));
		RawObserver observer = observer(views, NEVER);
		observer.open();
		assertThat(observer.shown(observer.ask().join())).containsExactly(new Shown(TestViews.view(1, "a")),
				new Kept(TestViews.value(1, "one")));
		CompletableFuture<HttpResponse<String>> held = observer.ask();
		views.show(TestViews.value(2, "two"));
		assertThat(observer.shown(held.join())).containsExactly(new Kept(TestViews.value(2, "two")));
		held = observer.ask();
		views.show(TestViews.value(2, "two")).show(TestViews.view(2, "a"));
		assertThat(observer.shown(held.join())).containsExactly(new Shown(TestViews.view(2, "a")));
	}

	@Test
	void ofTwoLargestValuesTheSecondComesWithTheNextAnswer() {
		TestViews views = new TestViews();
		for (String group : List.of("g1", "g2")) {
			views.show(new GroupView(group, "quorum", 1, 1000, "", null, List.of(), null))
				.show(TestViews.largest(group));
		}
		RawObserver observer = observer(views, NEVER);
		observer.open();
		List<HeldFrame> first = observer.shown(observer.ask().join());
		List<HeldFrame> second = observer.shown(observer.ask().join());
		assertThat(first).filteredOn(Kept.class::isInstance).hasSize(1);
		assertThat(second).filteredOn(Kept.class::isInstance).hasSize(1).doesNotContainAnyElementsOf(first);
	}

	/** A stranger may read the id of a session on the network. */
	@Test
	void aBodyThatDoesNotComeKeepsASessionForTheTimeOfAHandshake() throws IOException {
		RawObserver observer = observer(new TestViews(), NEVER);
		observer.observe();
		String request = observer.unread();
		try (Socket socket = new Socket("localhost", this.member.server.port())) {
			String head = request.substring(0, request.indexOf("\r\n\r\n") + 4);
			socket.getOutputStream().write(head.getBytes(StandardCharsets.US_ASCII));
			Awaitility.await()
				.atMost(Duration.ofSeconds(30))
				.until(() -> this.member.refused(RefusalReason.SLOW_HANDSHAKE) == 1);
		}
		assertThat(this.requests.count()).isEqualTo(1);
		assertThat(observer.leave("secret").statusCode()).isEqualTo(410);
		assertThat(this.requests.count()).isZero();
	}

	@Test
	void whereAFilterForbidsAsynchronousRequestsObserversAreRefused() {
		this.member.server.stop();
		this.member = new TestNode(HttpPeerTransport::new, "a", "", new TomcatTestServer(0, "", false));
		RawObserver observer = observer(new TestViews(), NEVER);
		HttpResponse<String> answer = observer.ask().join();
		assertThat(answer.statusCode()).isEqualTo(503);
		assertThat(RawObserver.code(answer)).isEqualTo(RefusalReason.TOO_MANY_OBSERVERS.closeCode());
		assertThat(this.member.status().lastRefusal()).contains("forbids asynchronous requests");
	}

}
