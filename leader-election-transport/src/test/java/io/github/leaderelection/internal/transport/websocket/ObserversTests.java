package io.github.leaderelection.internal.transport.websocket;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
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
import io.github.leaderelection.internal.transport.wire.HandshakeFrame.Observing;
import io.github.leaderelection.internal.transport.wire.LinkCodec;
import io.github.leaderelection.internal.transport.wire.LinkFrame;
import io.github.leaderelection.internal.transport.wire.ViewCodec;
import io.github.leaderelection.internal.transport.wire.ViewFrame;
import io.github.leaderelection.internal.transport.wire.ViewFrame.Shown;
import io.github.leaderelection.internal.transport.wire.WireException;
import io.github.leaderelection.internal.view.GroupView;
import io.github.leaderelection.spi.Envelope;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

/**
 * What a member does for observers, and what observers cannot do to it.
 */
abstract class ObserversTests {

	private static final NodeId A = NodeId.of("a");

	private static final NodeId B = NodeId.of("b");

	private static final int PLACES = 2;

	/** So many views fill any buffer. */
	private static final long MANY = 50_000;

	private final TestNode a;

	private final TestNode b;

	private final TestViews views = new TestViews().show(TestViews.view(1, "b"));

	private final List<WebSocketRawPeer> opened = new ArrayList<>();

	private final LinkCodec linkCodec = new LinkCodec();

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
	void stop() throws IOException {
		for (WebSocketRawPeer each : this.opened) {
			each.close();
		}
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

	private WebSocketRawPeer open() throws IOException {
		WebSocketRawPeer peer = WebSocketRawPeer.open(this.a);
		this.opened.add(peer);
		return peer;
	}

	private WebSocketRawPeer observe(String id) throws IOException {
		WebSocketRawPeer peer = open();
		peer.observe("secret", id, "a");
		assertThat(peer.hear()).isInstanceOfSatisfying(Hello.class, (hello) -> {
			assertThat(hello.node()).isEqualTo(A);
			assertThat(hello.members()).containsExactly(A, B);
		});
		return peer;
	}

	/** The next view that is shown of a group. */
	private GroupView shown(WebSocketRawPeer peer) throws IOException, WireException {
		while (true) {
			for (String text : read(peer).split("\n")) {
				ViewFrame frame = new ViewCodec().decode(text);
				if (frame instanceof Shown shown) {
					return shown.view();
				}
			}
		}
	}

	/** A machine that stood still may have ended the link in the midst of a write. */
	private String read(WebSocketRawPeer peer) throws IOException {
		try {
			return peer.readText();
		}
		catch (IOException ex) {
			assumeFalse(this.pauses.mayHaveEndedLinks(), "the machine stood still");
			throw ex;
		}
	}

	private void awaitObservers(int count) {
		await().untilAsserted(() -> assertThat(this.a.status().observers()).isEqualTo(count));
	}

	@Test
	void anObserverSeesEveryGroupAtOnceAndThenWhatChanges() throws Exception {
		WebSocketRawPeer observer = open();
		observer.observe("secret", "x", "a");
		String[] first = observer.readText().split("\n");
		assertThat(first.length).as("greeting and view").isBetween(1, 2);
		GroupView seen = (first.length == 2) ? ((Shown) new ViewCodec().decode(first[1])).view() : shown(observer);
		assertThat(seen).isEqualTo(TestViews.view(1, "b"));
		this.views.show(TestViews.view(2, "a"));
		assertThat(shown(observer)).isEqualTo(TestViews.view(2, "a"));
		assertThat(this.a.status().observers()).isEqualTo(1);
	}

	@Test
	void observersAreNoMembers() throws IOException {
		observe("x");
		observe("y");
		awaitObservers(2);
		assertThat(this.a.status().peers()).singleElement().satisfies((peer) -> assertThat(peer.id()).isEqualTo(B));
		assertThat(this.a.status().unauthenticated()).isZero();
		assertThat(this.a.receiver.links).isEqualTo(this.heardOfB);
	}

	@Test
	void beyondTheLimitObserversAreRefusedUntilOneLeaves() throws IOException {
		WebSocketRawPeer first = observe("x");
		observe("y");
		WebSocketRawPeer third = open();
		third.observe("secret", "z", "a");
		assertThat(third.readClose()).isEqualTo(RefusalReason.TOO_MANY_OBSERVERS.closeCode());
		await().until(() -> this.a.refused(RefusalReason.TOO_MANY_OBSERVERS) == 1);
		awaitObservers(PLACES);
		first.close();
		awaitObservers(1);
		observe("z");
		awaitObservers(PLACES);
	}

	@Test
	void anObserverThatSendsWhatMembersSendIsRefusedAndHasNoEffect() throws IOException {
		String vote = TestNode.CODEC.encode(TestNode.voteOf(B, 4711));
		String beat = TestNode.CODEC.encode(new Envelope<>("test", "default", NodeId.of("x"), "i", 1, "f", 0,
				new LeaderHeartbeat(4711, 4711, 1, true, 1, 0, List.of())));
		List<String> hostile = List.of(vote, beat, this.linkCodec.encode(new LinkFrame.Speaking(Long.MAX_VALUE)),
				this.linkCodec.encode(new LinkFrame.Pong(1)));
		for (int i = 0; i < hostile.size(); i++) {
			WebSocketRawPeer observer = observe("x");
			observer.text(hostile.get(i));
			assertThat(observer.readClose()).as(hostile.get(i)).isEqualTo(RefusalReason.OBSERVER.closeCode());
			long refused = i + 1;
			await().until(() -> this.a.refused(RefusalReason.OBSERVER) == refused);
			// It leaves its place only once its connection is closed.
			awaitObservers(0);
		}
		assertThat(this.a.receiver.messages).isEmpty();
		assertThat(this.a.receiver.links).isEqualTo(this.heardOfB);
		assertThat(this.a.linked(this.b)).isTrue();
	}

	@Test
	void anObserverCannotBecomeAMember() throws IOException {
		WebSocketRawPeer observer = observe("x");
		observer.text(observer.written(new Hello("test", B, 7, List.of(A, B), A, List.of())));
		assertThat(observer.readClose()).isEqualTo(RefusalReason.OBSERVER.closeCode());
		awaitObservers(0);
	}

	@Test
	void signsOfLifeAreHeardAndAFloodOfThemIsRefused() throws IOException {
		WebSocketRawPeer calm = observe("x");
		calm.text(this.linkCodec.encode(new LinkFrame.Ping(1)));
		WebSocketRawPeer flood = observe("y");
		for (int i = 0; i < 200; i++) {
			try {
				flood.text(this.linkCodec.encode(new LinkFrame.Ping(i)));
			}
			catch (IOException ex) {
				break;
			}
		}
		await().until(() -> this.a.refused(RefusalReason.OBSERVER) == 1);
		awaitObservers(1);
	}

	@Test
	void whoIsNotEntitledIsRefused() throws IOException {
		assertRefused("wrong", new Observing("test", NodeId.of("x"), A), RefusalReason.SECRET);
		assertRefused("secret", new Observing("other", NodeId.of("x"), A), RefusalReason.CLUSTER);
		assertRefused("secret", new Observing("test", B, A), RefusalReason.OBSERVER_ID);
		assertRefused("secret", new Observing("test", A, A), RefusalReason.OBSERVER_ID);
		assertRefused("secret", new Observing("test", NodeId.of("x"), B), RefusalReason.WRONG_NODE);
		assertThat(this.a.status().observers()).isZero();
	}

	private void assertRefused(String secret, Observing observing, RefusalReason reason) throws IOException {
		WebSocketRawPeer observer = open();
		observer.open(secret);
		observer.say(observing);
		assertThat(observer.readClose()).as(observing.toString()).isEqualTo(reason.closeCode());
	}

	@Test
	void anObserverThatDoesNotReadIsEndedAndOthersSeeTheNewest() throws Exception {
		WebSocketRawPeer slow = observe("x");
		WebSocketRawPeer other = observe("y");
		slow.stopReading();
		long term = 1;
		// Each character is written as six.
		String text = "\u00e9".repeat(1024);
		while (this.a.status().observers() == 2) {
			assertThat(term).as("views that an observer was sent and did not read").isLessThan(MANY);
			this.views.show(TestViews.view(++term, "b", text));
			while (shown(other).term() < term) {
				continue;
			}
		}
		this.views.show(TestViews.view(++term, "a", text));
		while (shown(other).term() < term) {
			continue;
		}
		assertThat(this.a.status().observers()).isEqualTo(1);
		assertThat(this.a.linked(this.b)).isTrue();
	}

	@Test
	void whenTheMemberStopsItsObserversAreToldSo() throws IOException {
		WebSocketRawPeer observer = observe("x");
		this.a.transport().close();
		assertThat(observer.readClose()).isEqualTo(1001);
		this.a.receiver.links.clear();
		this.a.transport().start(this.a.receiver);
		this.a.connect(this.b);
		observe("x");
		awaitObservers(1);
		awaitLinked();
	}

}
