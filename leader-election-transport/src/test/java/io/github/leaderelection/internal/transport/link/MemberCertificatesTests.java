package io.github.leaderelection.internal.transport.link;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;

import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLException;

import io.github.leaderelection.NodeId;
import io.github.leaderelection.internal.transport.http.HttpPeerTransport;
import io.github.leaderelection.internal.transport.link.TestNode.TransportType;
import io.github.leaderelection.internal.transport.spi.ApplicationUrls;
import io.github.leaderelection.internal.transport.spi.PeerTransportSettings;
import io.github.leaderelection.internal.transport.spi.Protection;
import io.github.leaderelection.internal.transport.spi.RefusalReason;
import io.github.leaderelection.internal.transport.server.PeerHandler;
import io.github.leaderelection.internal.transport.tls.PeerTls;
import io.github.leaderelection.internal.transport.tls.RestrictedContext;
import io.github.leaderelection.internal.transport.tls.TestCertificates;
import io.github.leaderelection.internal.transport.websocket.WebSocketPeerTransport;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Nodes that listen by TLS, and need the certificates of members.
 */
class MemberCertificatesTests {

	private static final int STRANGERS = 200;

	private final List<TestNode> nodes = new ArrayList<>();

	static Stream<Named<TransportType>> transports() {
		return Stream.of(Named.of("WebSocket", WebSocketPeerTransport::new),
				Named.of("WebSocket without a container", WebSocketPeerTransport::withoutContainer),
				Named.of("HTTP", HttpPeerTransport::new));
	}

	@AfterEach
	void stop() {
		this.nodes.forEach(TestNode::stop);
	}

	private static ConditionFactory await() {
		return Awaitility.await().atMost(Duration.ofSeconds(60)).pollInterval(Duration.ofMillis(10));
	}

	private static PeerTls tls(SSLContext context) {
		return new PeerTls(() -> context, true);
	}

	private static PeerTls notNeeded(SSLContext context) {
		return new PeerTls(() -> context, false);
	}

	private TestNode node(TransportType type, String id, PeerTls tls) {
		TestNode node = new TestNode(type, id, "", TomcatTestServer.own(tls));
		this.nodes.add(node);
		return node;
	}

	private static void start(TestNode node, PeerTls tls, TestNode other) {
		start(node, tls, other.id, other.url());
	}

	private static void start(TestNode node, PeerTls tls, NodeId other, URI url) {
		node.start(new PeerTransportSettings("test", node.id, Map.of(other, url), TestServer.PATH,
				new Protection("secret", null, tls), List.of(node.id, other), (member) -> null, Duration.ofMillis(200),
				Map.of(), new ApplicationUrls(null)));
		node.connect(other.value());
	}

	private static int ask(TestNode node, SSLContext context) throws IOException, InterruptedException {
		HttpRequest request = HttpRequest.newBuilder(node.url()).build();
		return HttpClient.newBuilder()
			.sslContext(context)
			.build()
			.send(request, BodyHandlers.discarding())
			.statusCode();
	}

	@ParameterizedTest
	@MethodSource("transports")
	void membersAtTheHostsOfTheirCertificatesAreLinked(TransportType type) {
		PeerTls tls = tls(TestCertificates.LOCALHOST.context());
		TestNode a = node(type, "a", tls);
		TestNode b = node(type, "b", tls);
		start(a, tls, b);
		start(b, tls, a);
		await().until(() -> a.linked(b) && b.linked(a));
		a.vote(b.id, 1);
		b.vote(a.id, 2);
		await().until(() -> b.terms(a).contains(1L) && a.terms(b).contains(2L));
		assertThat(a.refused(RefusalReason.CERTIFICATE)).isZero();
		assertThat(b.refused(RefusalReason.CERTIFICATE)).isZero();
	}

	@Test
	void whoHasNoCertificateOfTheAuthorityIsNotHeard() throws Exception {
		PeerTls tls = tls(TestCertificates.LOCALHOST.context());
		TestNode a = node(WebSocketPeerTransport::new, "a", tls);
		assertThat(ask(a, TestCertificates.LOCALHOST.context())).isEqualTo(404);
		assertThatExceptionOfType(IOException.class).isThrownBy(() -> ask(a, TestCertificates.trustOnly()));
		assertThatExceptionOfType(IOException.class).isThrownBy(() -> ask(a, TestCertificates.STRANGER.context()));
		PeerTls notNeeded = notNeeded(TestCertificates.LOCALHOST.context());
		assertThat(ask(node(WebSocketPeerTransport::new, "b", notNeeded), TestCertificates.trustOnly())).isEqualTo(404);
	}

	@ParameterizedTest
	@MethodSource("transports")
	void strangersThatSpeakNoTlsOrStopInItsHandshakeKeepNoMemberOut(TransportType type) throws IOException {
		PeerTls tls = tls(TestCertificates.LOCALHOST.context());
		TestNode a = node(type, "a", tls);
		TestNode b = node(type, "b", tls);
		List<byte[]> words = List.of(new byte[0], new byte[] { 0x16, 3, 1, 2, 0, 1 }, new byte[] { -1, 0, -1, 0, -1 },
				"GET /leader-election HTTP/1.1\r\nHost: localhost\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
		List<Socket> strangers = new ArrayList<>();
		try {
			for (int i = 0; i < STRANGERS; i++) {
				Socket stranger = new Socket(InetAddress.getLoopbackAddress(), a.server.port());
				strangers.add(stranger);
				stranger.getOutputStream().write(words.get(i % words.size()));
			}
			start(a, tls, b);
			start(b, tls, a);
			await().until(() -> a.linked(b) && b.linked(a));
			a.vote(b.id, 1);
			b.vote(a.id, 2);
			await().until(() -> b.terms(a).contains(1L) && a.terms(b).contains(2L));
			await().until(() -> a.status().unauthenticated() == 0);
		}
		finally {
			for (Socket stranger : strangers) {
				stranger.close();
			}
		}
	}

	@ParameterizedTest
	@MethodSource("transports")
	void memberWithoutACertificateIsNotLinkedAndLearnsTheRemedy(TransportType type) {
		PeerTls tls = tls(TestCertificates.LOCALHOST.context());
		PeerTls none = notNeeded(TestCertificates.trustOnly());
		TestNode a = node(type, "a", tls);
		TestNode b = new TestNode(type, "b");
		this.nodes.add(b);
		start(a, tls, b);
		start(b, none, a);
		await().untilAsserted(() -> {
			assertThat(b.peer(a).lastFailure()).contains("leader-election.transport.ssl.bundle");
			assertThat(a.receiver.refusals).as("it has no https URL")
				.anyMatch((text) -> text.startsWith("b: CERTIFICATE: ") && text.contains(b.url().toString()));
		});
		assertThat(a.receiver.links).doesNotContain("+b");
		assertThat(b.receiver.links).doesNotContain("+a");
	}

	@ParameterizedTest
	@MethodSource("transports")
	void memberWithTheCertificateOfAnotherHostIsRefused(TransportType type) {
		PeerTls tls = tls(TestCertificates.LOCALHOST.context());
		PeerTls another = tls(TestCertificates.ELSEWHERE.context());
		TestNode a = node(type, "a", tls);
		TestNode b = node(type, "b", another);
		start(a, tls, b);
		start(b, another, a);
		await().untilAsserted(() -> {
			assertThat(a.refused(RefusalReason.CERTIFICATE)).isPositive();
			assertThat(a.receiver.refusals).anyMatch((text) -> text.startsWith("b: CERTIFICATE: ")
					&& text.contains("elsewhere.example") && text.contains("has the host localhost"));
			assertThat(b.receiver.refusals)
				.anyMatch((text) -> text.startsWith("a: BY_PEER: ") && text.contains("CERTIFICATE"));
			assertThat(a.peer(b).lastFailure()).as("dialling it")
				.contains("localhost")
				.contains("leader-election.transport.ssl.bundle");
		});
		assertThat(a.receiver.links).doesNotContain("+b");
		assertThat(b.receiver.links).doesNotContain("+a");
	}

	@ParameterizedTest
	@MethodSource("transports")
	void renewedCertificatesServeTheNextDialAndEndNoLink(TransportType type) throws Exception {
		AtomicReference<SSLContext> present = new AtomicReference<>(TestCertificates.LOCALHOST.context());
		PeerTls renewed = new PeerTls(present::get, true);
		PeerTls tls = tls(TestCertificates.LOCALHOST.context());
		TestNode a = node(type, "a", renewed);
		TestNode b = node(type, "b", tls);
		start(b, tls, a);
		List<X509Certificate> seen = recordDialsOf(b);
		// Whoever has linked dials no more.
		start(a, renewed, b);
		await().until(() -> a.linked(b) && b.linked(a) && !seen.isEmpty());
		assertThat(seen).containsOnly(TestCertificates.LOCALHOST.certificate());
		present.set(TestCertificates.RENEWED.context());
		a.vote(b.id, 7);
		await().until(() -> b.terms(a).contains(7L));
		await().untilAsserted(() -> assertThat(a.receiver.inTimeOf("b")).containsExactly("+b"));
		assertThat(presentedBy(a)).isEqualTo(TestCertificates.RENEWED.certificate());
		int before = seen.size();
		a.transport().forget(b.id);
		a.connect(b);
		await().until(() -> seen.size() > before && a.linked(b) && b.linked(a));
		assertThat(seen.subList(before, seen.size())).containsOnly(TestCertificates.RENEWED.certificate());
	}

	/** The certificates with which connections are opened at a node. */
	private static List<X509Certificate> recordDialsOf(TestNode node) {
		List<X509Certificate> seen = new CopyOnWriteArrayList<>();
		PeerHandler handler = node.transport().serverHandler();
		node.server.handler((exchange) -> {
			if (exchange.header("Leader-Election-Session") == null) {
				seen.add(exchange.certificate());
			}
			handler.handle(exchange);
		});
		return seen;
	}

	private static X509Certificate presentedBy(TestNode node) throws Exception {
		HttpRequest request = HttpRequest.newBuilder(node.url()).build();
		return (X509Certificate) HttpClient.newBuilder()
			.sslContext(TestCertificates.LOCALHOST.context())
			.build()
			.send(request, BodyHandlers.discarding())
			.sslSession()
			.orElseThrow()
			.getPeerCertificates()[0];
	}

	@Test
	void protocolsThatAreNotAllowedAreNotSpoken() throws Exception {
		SSLContext old = RestrictedContext.of(TestCertificates.LOCALHOST.context(), new String[] { "TLSv1.2" }, null);
		SSLContext modern = RestrictedContext.of(TestCertificates.LOCALHOST.context(), new String[] { "TLSv1.3" },
				null);
		TestNode a = node(WebSocketPeerTransport::new, "a", tls(modern));
		PeerTls speaksOld = tls(old);
		TestNode b = node(WebSocketPeerTransport::new, "b", speaksOld);
		start(b, speaksOld, a);
		await().untilAsserted(() -> assertThat(b.peer(a).lastFailure()).contains("protocol_version"));
		assertThatExceptionOfType(SSLException.class).isThrownBy(() -> HttpClient.newBuilder()
			.sslContext(old)
			.sslParameters(old.getDefaultSSLParameters())
			.build()
			.send(HttpRequest.newBuilder(a.url()).build(), BodyHandlers.discarding()));
	}

	@ParameterizedTest
	@MethodSource("transports")
	void secureUrlOfAPlainServerIsNamed(TransportType type) {
		TestNode plain = new TestNode(type, "b");
		this.nodes.add(plain);
		PeerTls tls = tls(TestCertificates.LOCALHOST.context());
		TestNode a = node(type, "a", tls);
		start(a, tls, plain.id, URI.create("https://localhost:" + plain.server.port()));
		await().untilAsserted(() -> assertThat(a.peer(plain).lastFailure()).contains("speaks no TLS")
			.contains("leader-election.peers"));
	}

}
