package io.github.leaderelection.internal.transport.join;

import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;

import io.github.leaderelection.NodeId;
import io.github.leaderelection.internal.transport.http.HttpPeerTransport;
import io.github.leaderelection.internal.transport.link.LinkTransport;
import io.github.leaderelection.internal.transport.link.RecordingReceiver;
import io.github.leaderelection.internal.transport.link.TestNode;
import io.github.leaderelection.internal.transport.link.TestServer;
import io.github.leaderelection.internal.transport.spi.ApplicationUrls;
import io.github.leaderelection.internal.transport.spi.PeerTransportSettings;
import io.github.leaderelection.internal.transport.spi.Protection;
import io.github.leaderelection.internal.transport.wire.JoinFrame.Address;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link JoiningTransport} and {@link JoinLoop}.
 */
@ExtendWith(OutputCaptureExtension.class)
class JoinLoopTests {

	private static final NodeId A = NodeId.of("a");

	private static final NodeId B = NodeId.of("b");

	private static final NodeId C = NodeId.of("c");

	private static final List<NodeId> MEMBERS = List.of(A, B, C);

	private final TestNode seed = new TestNode(HttpPeerTransport::new, "a");

	private final TestNode b = new TestNode(HttpPeerTransport::new, "b");

	private final AddressBook ofA = new AddressBook(A, this.seed.url(), MEMBERS, Map.of(), 50);

	private final AddressBook ofB = new AddressBook(B, this.b.url(), MEMBERS, Map.of(A, this.seed.url()), 50);

	private final JoiningTransport transport = joining();

	private final RecordingReceiver receiver = new RecordingReceiver();

	private JoiningTransport joining() {
		PeerTransportSettings settings = new PeerTransportSettings("test", B, Map.of(A, this.seed.url()),
				TestServer.PATH, Protection.of("secret"), MEMBERS, this.ofB::url, Duration.ofSeconds(1), Map.of(),
				new ApplicationUrls(null));
		LinkTransport links = new HttpPeerTransport(settings, TestNode.CODEC, this.b.breakers);
		this.b.server.handler(links.serverHandler());
		return new JoiningTransport(links, new JoinSettings("test", B, MEMBERS, Map.of(A, this.seed.url()), false,
				TestServer.PATH, Protection.of("secret"), this.ofB), new JoinLoop.Pace(1, 1, 1));
	}

	private void startSeed() {
		this.seed.start(new PeerTransportSettings("test", A, Map.of(), TestServer.PATH, Protection.of("secret"),
				MEMBERS, this.ofA::url, Duration.ofSeconds(1), Map.of(), new ApplicationUrls(null)));
		JoinHandler join = new JoinHandler(new JoinSettings("test", A, MEMBERS, Map.of(), true, TestServer.PATH,
				Protection.of("secret"), this.ofA), this.seed.transport().acceptor());
		this.seed.server.joins(join);
	}

	@AfterEach
	void stop() {
		this.transport.close();
		this.seed.stop();
		this.b.stop();
	}

	private static ConditionFactory await() {
		return Awaitility.await().atMost(Duration.ofSeconds(30)).pollInterval(Duration.ofMillis(10));
	}

	@Test
	void whoIsNotAnsweredSaysSoOnceAndJoinsWhenASeedNodeIsThere(CapturedOutput output) {
		this.transport.start(this.receiver);
		this.transport.connect(A);
		await().until(() -> output.toString().contains("No seed node has answered 5 attempts"));
		startSeed();
		await().until(() -> this.b.url().equals(this.ofA.url(B)));
		assertThat(output).containsOnlyOnce("No seed node has answered 5 attempts");
		this.seed.connect("b");
		await().until(() -> this.receiver.of("a").contains("+a") && this.seed.peer("b").connected());
		this.ofA.learn(new Address(C, "http://localhost:3", 1), URI.create("http://localhost:3"), C);
		await().until(() -> this.ofB.url(C) != null);
		await().untilAsserted(() -> assertThat(output).containsOnlyOnce("Joined through the seed nodes"));
	}

	@Test
	void itEndsWithTheTransportAndBeginsAnew() {
		startSeed();
		this.transport.start(this.receiver);
		await().until(() -> this.ofA.url(B) != null);
		this.transport.close();
		await().until(() -> Thread.getAllStackTraces()
			.keySet()
			.stream()
			.noneMatch((thread) -> thread.getName().equals("leader-election-b-join")));
		this.transport.start(this.receiver);
		this.ofA.learn(new Address(C, "http://localhost:3", 1), URI.create("http://localhost:3"), C);
		await().until(() -> this.ofB.url(C) != null);
	}

}
