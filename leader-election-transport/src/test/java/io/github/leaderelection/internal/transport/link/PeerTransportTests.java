package io.github.leaderelection.internal.transport.link;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.ProxySelector;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;

import com.sun.net.httpserver.HttpServer;
import io.github.leaderelection.NodeId;
import io.github.leaderelection.internal.quorum.QuorumMessage.HeartbeatResponse;
import io.github.leaderelection.internal.transport.link.TestNode.TransportType;
import io.github.leaderelection.internal.transport.spi.ApplicationUrls;
import io.github.leaderelection.internal.transport.spi.PeerTransportSettings;
import io.github.leaderelection.internal.transport.spi.Protection;
import io.github.leaderelection.internal.transport.spi.RefusalReason;
import io.github.leaderelection.spi.Envelope;
import io.github.leaderelection.spi.ForeignRules;
import io.github.resilience4j.circuitbreaker.CircuitBreaker;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

/**
 * Nodes that mean well, over any transport.
 */
public abstract class PeerTransportTests {

	private final List<TestNode> nodes = new ArrayList<>();

	private final TransportType type;

	private final int maxThreads;

	/**
	 * Tests a transport.
	 * @param type makes it
	 * @param maxThreads how many threads it may have in a cluster of two
	 */
	protected PeerTransportTests(TransportType type, int maxThreads) {
		this.type = type;
		this.maxThreads = maxThreads;
	}

	protected final TestNode node(String id) {
		return node(id, 0, "");
	}

	protected final TestNode node(String id, int port, String contextPath) {
		TestNode node = new TestNode(this.type, id, port, contextPath);
		this.nodes.add(node);
		return node;
	}

	@AfterEach
	void stop() {
		this.nodes.forEach(TestNode::stop);
	}

	protected static ConditionFactory await() {
		return Awaitility.await().atMost(Duration.ofSeconds(30)).pollInterval(Duration.ofMillis(10));
	}

	protected static void awaitLinked(TestNode a, TestNode b) {
		await().until(() -> a.linked(b) && b.linked(a));
	}

	/** Starts two nodes and waits until they are linked. */
	protected static void link(TestNode a, TestNode b) {
		a.start("secret", b).connect(b);
		b.start("secret", a).connect(a);
		awaitLinked(a, b);
	}

	@Test
	void oneDialIsEnoughAfterALeaseAndMessagesTravelBothWays() {
		TestNode a = node("a");
		TestNode b = node("b");
		a.start("secret", b);
		b.startUndialling("secret", a);
		b.connect(a);
		a.connect(b);
		awaitLinked(a, b);
		a.vote(b.id, 1);
		a.vote(b.id, 2);
		b.vote(a.id, 3);
		await().untilAsserted(() -> {
			assertThat(b.terms(a)).containsExactly(1L, 2L);
			assertThat(a.terms(b)).containsExactly(3L);
		});
		assertThat(a.receiver.inTimeOf("b")).containsExactly("+b");
		assertThat(b.receiver.links.stream().filter("+a"::equals)).hasSize(1);
		assertThat(a.peer(b).dialledBy()).isEqualTo(a.id);
		assertThat(b.peer(a).dialledBy()).isEqualTo(a.id);
		assertThat(b.peer(a).remoteAddress()).isNotNull();
		assertThat(a.peer(b).since()).isNotNull();
	}

	@Test
	void aMessageOfAnExtensionOf32KibTravelsBetweenHeartbeats() {
		TestNode a = node("a");
		TestNode b = node("b");
		link(a, b);
		Board.Note note = Board.note(2, 32 * 1024, "\"\n\u00e9\u4e2d\ud83d\ude00");
		a.beat(b.id, 1);
		a.note(b.id, note);
		a.vote(b.id, 3);
		b.note(a.id, note);
		b.vote(a.id, 4);
		await().untilAsserted(() -> {
			assertThat(b.terms(a)).containsExactly(1L, 2L, 3L);
			assertThat(a.terms(b)).containsExactly(2L, 4L);
		});
		assertThat(b.receiver.messages).anyMatch((each) -> each.body().equals(note));
		assertThat(a.receiver.messages).anyMatch((each) -> each.body().equals(note));
		assertThat(a.status().droppedHeartbeats()).isZero();
	}

	@Test
	void aMessageOfAnExtensionThatIsTooLongEndsNoLink() {
		TestNode a = node("a");
		TestNode b = node("b");
		link(a, b);
		a.note(b.id, Board.note(1, 40 * 1024, "\u4e2d"));
		a.vote(b.id, 2);
		await().untilAsserted(() -> assertThat(b.terms(a)).containsExactly(2L));
		assertThat(b.receiver.inTimeOf("a")).containsExactly("+a");
		assertThat(b.refusedInTime()).isEmpty();
	}

	@Test
	void eachSideHearsOnWhatItDialledAndNobodyIsLost() {
		for (int round = 0; round < 10; round++) {
			TestNode a = node("a");
			TestNode b = node("b");
			a.start(null, b);
			b.start(null, a);
			b.connect(a);
			a.connect(b);
		}
		for (int round = 0; round < 10; round++) {
			TestNode a = this.nodes.get(2 * round);
			TestNode b = this.nodes.get(2 * round + 1);
			awaitLinked(a, b);
			await().untilAsserted(() -> {
				assertThat(a.hearsOnItsDial(b) && b.hearsOnItsDial(a)).isTrue();
				assertThat(a.status().connections()).isEqualTo(2);
				assertThat(b.status().connections()).isEqualTo(2);
			});
			a.vote(b.id, round);
			b.vote(a.id, round);
			await().until(() -> !b.terms(a).isEmpty() && !a.terms(b).isEmpty());
			assertThat(a.receiver.inTimeOf("b")).containsExactly("+b");
			assertThat(b.receiver.inTimeOf("a")).containsExactly("+a");
			assertThat(a.peer(b).dialledBy()).isEqualTo(a.id);
			assertThat(b.peer(a).dialledBy()).isEqualTo(b.id);
			assertThat(a.refusedInTime()).isEmpty();
			assertThat(b.refusedInTime()).isEmpty();
		}
	}

	@Test
	void groupWhoseElectionsAreHeldByOtherRulesIsNotCarried() {
		TestNode a = node("a");
		TestNode b = node("b");
		a.start(settings(a, b, "quorum"));
		b.start(settings(b, a, "raft"));
		a.connect(b);
		b.connect(a);
		awaitLinked(a, b);
		await().untilAsserted(() -> {
			assertThat(a.receiver.foreign.get(b.id))
				.containsExactly(Map.entry("default", new ForeignRules("raft", "quorum")));
			assertThat(b.receiver.foreign.get(a.id))
				.containsExactly(Map.entry("default", new ForeignRules("quorum", "raft")));
			assertThat(a.peer(b).lastRefusal()).contains("ALGORITHM").contains("group 'default' by 'raft'");
			assertThat(a.refused(RefusalReason.ALGORITHM)).isPositive();
		});
		a.vote(b.id, 1);
		b.vote(a.id, 2);
		a.transport()
			.send(b.id,
					new Envelope<>("test", "other", a.id, "i", 1, "f", 0, new HeartbeatResponse(3, 1, true, true, 1)));
		await().until(() -> b.terms(a).contains(3L));
		assertThat(b.terms(a)).containsExactly(3L);
		assertThat(a.terms(b)).isEmpty();
	}

	private static PeerTransportSettings settings(TestNode of, TestNode other, String rules) {
		return new PeerTransportSettings("test", of.id, Map.of(other.id, other.url()), TestServer.PATH,
				Protection.of(null), List.of(of.id, other.id), (member) -> null, Duration.ofSeconds(1),
				Map.of("default", rules, "other", "quorum"), new ApplicationUrls(null));
	}

	@Test
	void hearsOnWhatItDialledAsSoonAsThatCanBeDialledAndTakesNothingLate() {
		TestNode a = node("a");
		TestNode b = node("b");
		a.startUndialling("secret", b);
		b.start("secret", a);
		a.connect(b);
		b.connect(a);
		awaitLinked(a, b);
		assertThat(a.peer(b).dialledBy()).isEqualTo(b.id);
		b.server.acceptDials();
		AtomicLong said = new AtomicLong();
		await().until(() -> {
			b.vote(a.id, said.incrementAndGet());
			return a.id.equals(a.peer(b).dialledBy());
		});
		b.vote(a.id, said.incrementAndGet());
		await().until(() -> a.terms(b).contains(said.get()));
		assertThat(a.terms(b)).isSorted().doesNotHaveDuplicates();
		assertThat(a.receiver.inTimeOf("b")).containsExactly("+b");
		assertThat(b.receiver.inTimeOf("a")).containsExactly("+a");
	}

	@Test
	void threeNodesLinkEachWithEach() {
		TestNode a = node("a");
		TestNode b = node("b");
		TestNode c = node("c");
		a.start("secret", b, c).connect(b, c);
		b.start("secret", a, c).connect(a, c);
		c.start("secret", a, b).connect(a, b);
		awaitLinked(a, b);
		awaitLinked(b, c);
		awaitLinked(a, c);
		for (TestNode node : List.of(a, b, c)) {
			await().until(() -> node.status().connections() == 4 && node.status().unauthenticated() == 0);
			for (TestNode other : List.of(a, b, c)) {
				await().untilAsserted(() -> assertThat(node.receiver.inTimeOf(other.id.value()))
					.isEqualTo((other != node) ? List.of("+" + other.id) : List.of()));
			}
		}
	}

	@Test
	void membersAreDialledDirectlyWhateverProxyTheJvmHas() {
		ProxySelector former = ProxySelector.getDefault();
		ProxySelector.setDefault(ProxySelector.of(new InetSocketAddress("localhost", Ports.free())));
		try {
			TestNode a = node("a");
			TestNode b = node("b");
			link(a, b);
			assertThat(a.hearsOnItsDial(b)).isTrue();
		}
		finally {
			ProxySelector.setDefault(former);
		}
	}

	@ParameterizedTest
	@CsvSource({ "401, the application's security", "403, the application's security", "404, nothing serves",
			"407, a proxy asks for a login", "502, the answer is not that of a member" })
	void statusOfAProgramThatIsNoMemberIsNamed(int status, String cause) throws IOException {
		HttpServer program = HttpServer.create(new InetSocketAddress("localhost", 0), 0);
		program.createContext("/", (exchange) -> {
			exchange.sendResponseHeaders(status, -1);
			exchange.close();
		});
		program.start();
		try {
			TestNode a = node("a");
			NodeId b = NodeId.of("b");
			URI url = URI.create("http://localhost:" + program.getAddress().getPort());
			a.start(new PeerTransportSettings("test", a.id, Map.of(b, url), TestServer.PATH, "secret",
					List.of(a.id, b)));
			a.transport().connect(b);
			await().untilAsserted(() -> assertThat(a.status().peers().get(0).lastFailure())
				.contains("HTTP status " + status + ": " + cause));
		}
		finally {
			program.stop(0);
		}
	}

	@Test
	void theContextPathIsPartOfTheUrl() {
		TestNode a = node("a", 0, "/shop");
		TestNode b = node("b", 0, "/store/front");
		link(a, b);
	}

	@Test
	void aStoppedPeerIsLostAndLinkedAgainWhenItIsBack() {
		TestNode a = node("a");
		int port = Ports.free();
		TestNode b = node("b", port, "");
		link(a, b);
		b.stop();
		await()
			.untilAsserted(() -> assertThat(a.receiver.inTimeOf("b")).containsExactly("+b", "-b CLOSED", "-b REFUSED"));
		assertThat(a.linked(b)).isFalse();
		await().untilAsserted(() -> assertThat(a.peer(b).lastFailure()).contains("ConnectException"));
		TestNode again = node("b", port, "");
		again.start("secret", a).connect(a);
		// the status may show a link before the receiver has heard of it
		await().untilAsserted(
				() -> assertThat(a.receiver.inTimeOf("b")).containsExactly("+b", "-b CLOSED", "-b REFUSED", "+b"));
		awaitLinked(a, again);
		again.vote(a.id, 5);
		await().until(() -> a.terms(again).contains(5L));
	}

	@Test
	void aServerThatStopsWhileTheTransportRunsIsReportedAsClosed() {
		TestNode a = node("a");
		TestNode b = node("b");
		a.start("secret", b).connect(b);
		// The link is on its server, as it does not dial.
		b.startUndialling("secret", a);
		b.connect(a);
		awaitLinked(a, b);
		b.server.stop();
		await().until(() -> a.receiver.links.contains("-b CLOSED")
				|| !seesEveryEnd() && a.receiver.inTimeOf("b").contains("-b SILENT"));
		assertThat(a.linked(b)).isFalse();
	}

	/** Otherwise silence tells of the end of a connection, a few seconds later. */
	protected boolean seesEveryEnd() {
		return true;
	}

	@Test
	void whatWasSentBeforeTheCloseArrives() {
		TestNode a = node("a");
		TestNode b = node("b");
		link(a, b);
		for (int i = 1; i <= 50; i++) {
			a.vote(b.id, i);
		}
		a.transport().close();
		await().until(() -> b.terms(a).contains(50L));
		assertThat(b.terms(a)).hasSize(50);
	}

	@Test
	void startsAgainAfterItWasClosed() {
		TestNode a = node("a");
		TestNode b = node("b");
		link(a, b);
		for (int i = 0; i < 3; i++) {
			a.transport().close();
			a.transport().close();
			assertThat(a.status().running()).isFalse();
			assertThat(a.peer(b).connected()).isFalse();
			a.vote(b.id, 1);
			await().until(() -> !b.linked(a));
			a.transport().start(a.receiver);
			assertThatIllegalStateException().isThrownBy(() -> a.transport().start(a.receiver))
				.withMessageContaining("close it");
			a.connect(b);
			awaitLinked(a, b);
		}
		await().until(() -> threads("leader-election-a-transport-timer").size() == 1);
	}

	@Test
	void aClosedTransportLeavesNoThreadAndNoConnection() {
		TestNode a = node("left");
		TestNode b = node("right");
		link(a, b);
		assertThat(threads("leader-election-left-transport")).hasSizeBetween(1, this.maxThreads);
		a.transport().close();
		assertThat(a.status().connections()).isZero();
		await().until(() -> threads("leader-election-left-transport").isEmpty());
	}

	private static List<String> threads(String prefix) {
		return Thread.getAllStackTraces()
			.keySet()
			.stream()
			.map(Thread::getName)
			.filter((n) -> n.startsWith(prefix))
			.toList();
	}

	@Test
	void aForgottenMemberIsLostOnceAndNotLinkedAgain() {
		TestNode a = node("a");
		TestNode b = node("b");
		link(a, b);
		a.transport().forget(b.id);
		assertThat(a.receiver.inTimeOf("b")).containsExactly("+b", "-b CLOSED");
		await().until(() -> b.receiver.links.contains("-a CLOSED") && b.status().connections() == 0);
		a.connect(b);
		awaitLinked(a, b);
		await().untilAsserted(() -> assertThat(a.receiver.inTimeOf("b")).containsExactly("+b", "-b CLOSED", "+b"));
	}

	@Test
	void aMemberThatIsNotThereIsReportedOnceAndDialledThroughItsCircuitBreaker() {
		TestNode a = node("a");
		int port = Ports.free();
		TestNode gone = node("b", port, "");
		a.start("secret", gone);
		gone.stop();
		a.connect(gone);
		CircuitBreaker breaker = a.breakers.circuitBreaker("leader-election-b");
		await().until(() -> breaker.getState() == CircuitBreaker.State.OPEN);
		assertThat(a.receiver.inTimeOf("b")).containsExactly("-b REFUSED");
		assertThat(a.peer(gone).circuitBreaker()).isIn("OPEN", "HALF_OPEN");
		TestNode b = node("b", port, "");
		b.start("secret", a).connect(a);
		awaitLinked(a, b);
		await().untilAsserted(() -> assertThat(a.receiver.inTimeOf("b")).containsExactly("-b REFUSED", "+b"));
	}

	@Test
	void anOpenCircuitBreakerClosesOnceTheMemberIsBack() {
		TestNode a = node("a");
		int port = Ports.free();
		TestNode b = node("b", port, "");
		a.start("secret", b);
		b.stop();
		a.connect(b);
		CircuitBreaker breaker = a.breakers.circuitBreaker("leader-election-b");
		await().until(() -> breaker.getState() == CircuitBreaker.State.OPEN);
		TestNode back = node("b", port, "");
		// It does not dial itself.
		back.startUndialling("secret", a);
		back.connect(a);
		awaitLinked(a, back);
		await().until(() -> breaker.getState() == CircuitBreaker.State.CLOSED);
		assertThat(a.peer(back).dialledBy()).isEqualTo(a.id);
	}

	@Test
	void aMemberWhoseListDiffersByMoreThanOneIsLinkedForTheElectionToLearnOfItAndCounted() {
		TestNode a = node("a");
		TestNode b = node("b");
		NodeId c = NodeId.of("c");
		NodeId d = NodeId.of("d");
		a.start(new PeerTransportSettings("test", a.id, Map.of(b.id, b.url()), TestServer.PATH, "secret",
				List.of(a.id, b.id, c, d)));
		b.start("secret", a).connect(a);
		a.connect(b);
		awaitLinked(a, b);
		await().until(() -> a.refused(RefusalReason.MEMBER_LIST) > 0 && b.refused(RefusalReason.MEMBER_LIST) > 0);
		assertThat(a.receiver.refusals)
			.anyMatch((text) -> text.startsWith("b: ") && text.contains("one member at a time"));
		assertThat(a.peer(b).lastRefusal()).contains("MEMBER_LIST");
	}

	@Test
	void settingsThatCannotWorkAreRefusedWithTheRemedy() {
		NodeId a = NodeId.of("a");
		assertThatIllegalArgumentException()
			.isThrownBy(
					() -> new PeerTransportSettings("c", a, Map.of(a, URI.create("host:80")), "/x", null, List.of(a)))
			.withMessageContaining("http://host:port");
		assertThatIllegalArgumentException()
			.isThrownBy(() -> new PeerTransportSettings("c", a, Map.of(), "x", null, List.of(a)))
			.withMessageContaining("start it with '/'");
		assertThat(new PeerTransportSettings("c", a, Map.of(), "/x", "tell-no-one", List.of(a)).toString())
			.doesNotContain("tell-no-one");
		assertThat(new PeerTransportSettings("c", a, Map.of(), "/x", "", List.of(a)).secret()).isNull();
	}

}
