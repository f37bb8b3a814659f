package io.github.leaderelection.internal.transport.held;

import java.net.Socket;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CompletableFuture;
import io.github.leaderelection.internal.transport.wire.HandshakeCodec;
import io.github.leaderelection.internal.transport.wire.HeldFrame.Ask;
import java.time.Duration;
import java.util.List;
import java.util.Map;

import io.github.leaderelection.NodeId;
import io.github.leaderelection.internal.quorum.QuorumMessage.LeaderHeartbeat;
import io.github.leaderelection.internal.transport.link.Pauses;
import io.github.leaderelection.internal.transport.link.TestNode;
import io.github.leaderelection.internal.transport.link.TestNode.TransportType;
import io.github.leaderelection.internal.transport.link.TestServer;
import io.github.leaderelection.internal.transport.link.TestViews;
import io.github.leaderelection.internal.transport.spi.ApplicationUrls;
import io.github.leaderelection.internal.transport.spi.Observers;
import io.github.leaderelection.internal.transport.spi.PeerTransportSettings;
import io.github.leaderelection.internal.transport.spi.Protection;
import io.github.leaderelection.internal.transport.spi.RefusalReason;
import io.github.leaderelection.internal.transport.wire.HandshakeFrame.Hello;
import io.github.leaderelection.internal.transport.wire.LinkCodec;
import io.github.leaderelection.internal.transport.wire.LinkFrame;
import io.github.leaderelection.spi.Envelope;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What a member does for observers, and what observers cannot do to it.
 */
abstract class ObserversTests {

	private static final NodeId A = NodeId.of("a");

	private static final NodeId B = NodeId.of("b");

	private static final String NONCE = "0123456789abcdef".repeat(4);

	private static final int PLACES = 2;

	private final TestNode a;

	private final TestNode b;

	private final TestViews views = new TestViews().show(TestViews.view(1, "b"));

	private final Pauses pauses = new Pauses();

	/** No observer may add to it. */
	private List<String> heardOfB = List.of();

	ObserversTests(TransportType type) {
		this(type, type.server(0, ""));
	}

	/**
	 * Tests a transport.
	 * @param server of the member that is observed
	 */
	ObserversTests(TransportType type, TestServer server) {
		this.a = new TestNode(type, "a", "", server);
		this.b = new TestNode(type, "b");
	}

	@BeforeEach
	void start() {
		this.a.start(new PeerTransportSettings("test", A, Map.of(B, this.b.url()), TestServer.PATH,
				Protection.of("secret"), List.of(A, B), (member) -> null, Duration.ofSeconds(1), Map.of(),
				new ApplicationUrls(null), new Observers(PLACES, this.views)));
		this.b.start("secret", this.a);
		this.a.connect(this.b);
		this.b.connect(this.a);
		awaitLinked();
	}

	@AfterEach
	void stop() {
		List<String> heard = this.a.receiver.of("b");
		if (!this.pauses.mayHaveEndedLinks()) {
			assertThat(heard).as("links of the members").isEqualTo(this.heardOfB);
		}
		this.pauses.close();
		this.a.stop();
		this.b.stop();
	}

	private void awaitLinked() {
		await().until(() -> this.a.hearsOnItsDial(this.b) && this.b.hearsOnItsDial(this.a)
				&& this.a.status().connections() - this.a.status().observers() == 2
				&& this.b.status().connections() == 2);
		this.heardOfB = this.a.awaitHeardOfLink(this.b);
	}

	private static ConditionFactory await() {
		return Awaitility.await().atMost(Duration.ofSeconds(30)).pollInterval(Duration.ofMillis(10));
	}

	private RawObserver observer(String id) {
		return new RawObserver(this.a.url(), id);
	}

	private RawObserver observe(String id) {
		RawObserver observer = observer(id);
		observer.observe();
		return observer;
	}

	private void awaitObservers(int count) {
		await().untilAsserted(() -> assertThat(this.a.status().observers()).isEqualTo(count));
	}

	private void assertRefused(HttpResponse<String> answer, RefusalReason reason) {
		assertThat(answer.statusCode()).as(reason.toString()).isEqualTo(reason.httpStatus());
		assertThat(RawObserver.code(answer)).as(reason.toString()).isEqualTo(reason.closeCode());
		assertThat(answer.body()).isEmpty();
	}

	@Test
	void anObserverSeesEveryGroupAtOnceAndThenWhatChanges() {
		RawObserver observer = observer("x");
		assertThat(observer.observe()).containsExactly(TestViews.view(1, "b"));
		CompletableFuture<HttpResponse<String>> held = observer.ask();
		assertThat(held).isNotDone();
		this.views.show(TestViews.view(2, "a"));
		assertThat(observer.views(held.join())).containsExactly(TestViews.view(2, "a"));
		assertThat(this.a.status().observers()).isEqualTo(1);
	}

	@Test
	void observersAreNoMembers() {
		observe("x");
		observe("y");
		awaitObservers(2);
		assertThat(this.a.status().peers()).singleElement().satisfies((peer) -> assertThat(peer.id()).isEqualTo(B));
		assertThat(this.a.status().unauthenticated()).isZero();
		assertThat(this.a.receiver.links).isEqualTo(this.heardOfB);
	}

	@Test
	void beyondTheLimitObserversAreRefusedUntilOneLeaves() {
		observe("x");
		RawObserver second = observe("y");
		RawObserver third = observer("z");
		assertRefused(third.ask().join(), RefusalReason.TOO_MANY_OBSERVERS);
		assertThat(this.a.refused(RefusalReason.TOO_MANY_OBSERVERS)).isEqualTo(1);
		CompletableFuture<HttpResponse<String>> held = second.ask();
		assertRefused(second.leave("wrong"), RefusalReason.SECRET);
		assertThat(this.a.status().observers()).isEqualTo(PLACES);
		assertThat(second.leave("secret").statusCode()).isEqualTo(410);
		assertThat(held.join().statusCode()).isEqualTo(410);
		observe("z");
		assertThat(this.a.status().observers()).isEqualTo(PLACES);
	}

	@Test
	void anObserverThatSaysWhatMembersSayIsRefusedAndHasNoEffect() {
		List<String> hostile = List.of(TestNode.CODEC.encode(TestNode.voteOf(B, 4711)),
				TestNode.CODEC.encode(new Envelope<>("test", "default", NodeId.of("x"), "i", 1, "f", 0,
						new LeaderHeartbeat(4711, 4711, 1, true, 1, 0, List.of()))),
				new HandshakeCodec().encode(new Hello("test", B, 7, List.of(A, B), A, List.of())),
				new LinkCodec().encode(new LinkFrame.Speaking(Long.MAX_VALUE)), "", "x".repeat(1000));
		RawObserver observer = observe("x");
		for (String each : hostile) {
			assertRefused(observer.say(each), RefusalReason.MALFORMED);
		}
		assertThat(this.a.refused(RefusalReason.MALFORMED)).isEqualTo(hostile.size());
		assertThat(this.a.receiver.messages).isEmpty();
		assertThat(this.a.receiver.links).isEqualTo(this.heardOfB);
		assertThat(this.a.linked(this.b)).isTrue();
	}

	@Test
	void whoIsNotEntitledIsRefused() {
		NodeId x = NodeId.of("x");
		assertRefused(say("wrong", "test", x, A), RefusalReason.SECRET);
		assertRefused(say("secret", "other", x, A), RefusalReason.CLUSTER);
		assertRefused(say("secret", "test", B, A), RefusalReason.OBSERVER_ID);
		assertRefused(say("secret", "test", A, A), RefusalReason.OBSERVER_ID);
		assertRefused(say("secret", "test", x, B), RefusalReason.WRONG_NODE);
		assertThat(this.a.status().observers()).isZero();
	}

	private HttpResponse<String> say(String secret, String cluster, NodeId node, NodeId dialled) {
		return observer("x").say(secret, new Ask(cluster, node, dialled, NONCE, 0));
	}

	@Test
	void aCopyOfARequestHasNoEffect() {
		RawObserver observer = observer("x");
		observer.open();
		observer.ask().join();
		assertRefused(observer.repeat(), RefusalReason.REPLAYED);
		CompletableFuture<HttpResponse<String>> held = observer.ask();
		await().until(() -> RawObserver.code(observer.repeat()) == RefusalReason.TOO_MANY.closeCode());
		this.views.show(TestViews.view(2, "a"));
		assertThat(observer.views(held.join())).containsExactly(TestViews.view(2, "a"));
		RawObserver copied = observer("x");
		copied.open();
		copied.next();
		assertThat(this.a.status().observers()).isEqualTo(1);
	}

	@Test
	void anObserverThatDoesNotReadLeavesItsPlaceAndOthersSeeTheNewest() throws Exception {
		RawObserver slow = observe("x");
		RawObserver other = observe("y");
		try (Socket socket = new Socket("localhost", this.a.server.port())) {
			socket.getOutputStream().write(slow.unread().getBytes(StandardCharsets.US_ASCII));
			CompletableFuture<HttpResponse<String>> held = other.ask();
			this.views.show(TestViews.view(2, "b"));
			assertThat(other.views(held.join())).containsExactly(TestViews.view(2, "b"));
			this.views.show(TestViews.view(3, "b"));
			this.views.show(TestViews.view(4, "a"));
			await().untilAsserted(
					() -> assertThat(other.views(other.ask().join())).containsExactly(TestViews.view(4, "a")));
			CompletableFuture<HttpResponse<String>> last = other.ask();
			awaitObservers(1);
			this.views.show(TestViews.view(5, "a"));
			assertThat(other.views(last.join())).containsExactly(TestViews.view(5, "a"));
		}
		assertThat(this.a.linked(this.b)).isTrue();
	}

	@Test
	void whenTheMemberStopsItsObserversAreToldSo() {
		RawObserver observer = observe("x");
		CompletableFuture<HttpResponse<String>> held = observer.ask();
		await().until(() -> RawObserver.code(observer.repeat()) == RefusalReason.TOO_MANY.closeCode());
		this.a.transport().close();
		assertThat(RawObserver.code(held.join())).isEqualTo(1001);
		this.a.receiver.links.clear();
		this.a.transport().start(this.a.receiver);
		this.a.connect(this.b);
		observe("x");
		awaitObservers(1);
		awaitLinked();
	}

}
