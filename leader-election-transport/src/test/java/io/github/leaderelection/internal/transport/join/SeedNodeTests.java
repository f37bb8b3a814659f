package io.github.leaderelection.internal.transport.join;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;

import javax.net.ssl.SSLContext;

import io.github.leaderelection.NodeId;
import io.github.leaderelection.internal.transport.http.HttpPeerTransport;
import io.github.leaderelection.internal.transport.join.SealedFrames.Sealed;
import io.github.leaderelection.internal.transport.link.TestNode;
import io.github.leaderelection.internal.transport.link.TestServer;
import io.github.leaderelection.internal.transport.link.TomcatTestServer;
import io.github.leaderelection.internal.transport.link.WarmUp;
import io.github.leaderelection.internal.transport.spi.Protection;
import io.github.leaderelection.internal.transport.spi.RefusalReason;
import io.github.leaderelection.internal.transport.server.Reply;
import io.github.leaderelection.internal.transport.tls.PeerTls;
import io.github.leaderelection.internal.transport.tls.TestCertificates;
import io.github.leaderelection.internal.transport.wire.JoinFrame;
import io.github.leaderelection.internal.transport.wire.JoinFrame.Address;
import io.github.leaderelection.internal.transport.wire.JoinFrame.Join;
import io.github.leaderelection.internal.transport.wire.JoinFrame.Known;
import io.github.leaderelection.internal.transport.wire.WireException;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIOException;
import static org.assertj.core.api.Assertions.assertThatNoException;

/**
 * Nodes that join at a seed node, and others that should not be believed.
 */
class SeedNodeTests {

	private static final NodeId A = NodeId.of("a");

	private static final NodeId B = NodeId.of("b");

	private static final NodeId C = NodeId.of("c");

	private static final String SECRET = "secret";

	private static final String NONCE = "0123456789abcdef".repeat(4);

	private final HttpClient client = HttpClient.newHttpClient();

	private final TestNode seed = new TestNode(HttpPeerTransport::new, "a");

	private final AddressBook book = book(A, "http://localhost:1", Map.of(), 50);

	/** A caller waits for its first answer no longer than for any other. */
	@BeforeAll
	static void warmUp() {
		WarmUp.of(HttpPeerTransport::new);
	}

	@AfterEach
	void stop() {
		this.seed.stop();
	}

	private static AddressBook book(NodeId self, String own, Map<NodeId, URI> listed, long stamp) {
		return new AddressBook(self, URI.create(own), List.of(A, B, C), listed, stamp);
	}

	private JoinSettings settings(NodeId self, @Nullable String secret, AddressBook of) {
		return new JoinSettings("test", self, List.of(A, B, C), self.equals(A) ? Map.of() : Map.of(A, this.seed.url()),
				self.equals(A), TestServer.PATH, Protection.of(secret), of);
	}

	private void start(@Nullable String secret) {
		this.seed.start(secret);
		this.seed.server.handler(new JoinHandler(settings(A, secret, this.book), this.seed.transport().acceptor()));
	}

	private AddressBook joined(NodeId self, String url, long stamp) throws IOException {
		AddressBook own = book(self, url, Map.of(A, this.seed.url()), stamp);
		try (SeedCaller caller = new SeedCaller(settings(self, SECRET, own), this.seed.transport().acceptor())) {
			caller.join(A, this.seed.url());
		}
		return own;
	}

	private int post(String body, String... headers) {
		HttpRequest.Builder request = HttpRequest
			.newBuilder(URI.create(this.seed.url() + TestServer.PATH + JoinSettings.PATH))
			.POST(BodyPublishers.ofString(body))
			.setHeader("Content-Type", "application/x-ndjson")
			.setHeader("Leader-Election-Version", "2");
		for (int i = 0; i < headers.length; i += 2) {
			request.setHeader(headers[i], headers[i + 1]);
		}
		try {
			HttpResponse<String> response = this.client.send(request.build(), BodyHandlers.ofString());
			return response.statusCode();
		}
		catch (IOException | InterruptedException ex) {
			throw new AssertionError(ex);
		}
	}

	private static String sealed(@Nullable String secret, JoinFrame frame) {
		SealedFrames frames = new SealedFrames(Protection.of(secret));
		return frames.write(frames.question(frame));
	}

	private static Join join(String cluster, String id, String url) {
		return new Join(cluster, new Address(NodeId.of(id), url, 100), NONCE);
	}

	private void assertRefused(RefusalReason reason, int status) {
		assertThat(status).isEqualTo(reason.httpStatus());
		assertThat(this.seed.refused(reason)).isOne();
		assertThat(this.book.url(B)).isNull();
	}

	@Test
	void whoJoinsIsKnownAndLearnsWhereOthersAre() throws IOException {
		start(SECRET);
		assertThat(joined(B, "http://localhost:2", 100).url(C)).isNull();
		AddressBook ofC = joined(C, "http://localhost:3", 100);
		assertThat(this.book.url(B)).isEqualTo(URI.create("http://localhost:2"));
		assertThat(this.book.url(C)).isEqualTo(URI.create("http://localhost:3"));
		assertThat(ofC.url(B)).isEqualTo(URI.create("http://localhost:2"));
		assertThat(ofC.url(A)).as("as it was listed").isEqualTo(this.seed.url());
		assertThat(joined(B, "http://localhost:2", 100).url(C)).isEqualTo(URI.create("http://localhost:3"));
		assertThat(this.seed.status().refusals().values()).allMatch((count) -> count == 0);
	}

	@Test
	void whoJoinsHasToPresentACertificateOfTheHostThatItNames() throws IOException {
		SSLContext context = TestCertificates.LOCALHOST.context();
		Protection certified = new Protection(SECRET, null, new PeerTls(() -> context, true));
		TestNode secure = new TestNode(HttpPeerTransport::new, "a", "", TomcatTestServer.own(certified.tls()));
		try {
			secure.start(SECRET);
			JoinSettings ofSeed = new JoinSettings("test", A, List.of(A, B, C), Map.of(), true, TestServer.PATH,
					certified, this.book);
			secure.server.joins(new JoinHandler(ofSeed, secure.transport().acceptor()));
			for (String own : new String[] { "https://127.0.0.1:2", "https://elsewhere.example:3" }) {
				AddressBook of = book(own.endsWith("2") ? B : C, own, Map.of(A, secure.url()), 100);
				JoinSettings settings = new JoinSettings("test", of.own().id(), List.of(A, B, C), Map.of(), false,
						TestServer.PATH, certified, of);
				try (SeedCaller caller = new SeedCaller(settings, secure.transport().acceptor())) {
					if (of.own().id().equals(B)) {
						caller.join(A, secure.url());
					}
					else {
						assertThatIOException().isThrownBy(() -> caller.join(A, secure.url()))
							.withMessageContaining("CERTIFICATE");
					}
					assertThatIOException().isThrownBy(() -> caller.join(A, this.seed.url()))
						.withMessageContaining("https");
				}
			}
			assertThat(this.book.url(B)).isEqualTo(URI.create("https://127.0.0.1:2"));
			assertThat(this.book.url(C)).isNull();
		}
		finally {
			secure.stop();
		}
	}

	@Test
	void aNodeThatMovedIsKnownThereThoughItsClockWasSetBack() throws IOException {
		start(SECRET);
		joined(B, "http://localhost:2", 100);
		joined(B, "http://localhost:4", 200);
		assertThat(this.book.url(B)).isEqualTo(URI.create("http://localhost:4"));
		AddressBook moved = joined(B, "http://localhost:5", 150);
		assertThat(this.book.url(B)).isEqualTo(URI.create("http://localhost:5"));
		assertThat(moved.own().stamp()).isEqualTo(201);
	}

	@Test
	void anOldJoinThatIsReplayedMovesNobody() throws IOException {
		start(SECRET);
		String old = sealed(SECRET, join("test", "b", "http://localhost:2"));
		assertThat(post(old)).isEqualTo(200);
		joined(B, "http://localhost:4", 200);
		assertThat(post(old)).isEqualTo(200);
		assertThat(this.seed.refused(RefusalReason.REPLAYED)).isOne();
		assertThat(this.book.url(B)).isEqualTo(URI.create("http://localhost:4"));
	}

	@Test
	void theSecretHasToBeKnown() {
		start(SECRET);
		assertRefused(RefusalReason.SECRET, post(sealed("wrong", join("test", "b", "http://localhost:2"))));
		String[] lines = sealed(SECRET, join("test", "b", "http://localhost:2")).split("\n");
		assertThat(post(lines[0].replace("localhost", "evilhost") + '\n' + lines[1])).isEqualTo(403);
		assertThat(post(sealed(null, join("test", "b", "http://localhost:2")))).isEqualTo(403);
		SealedFrames frames = new SealedFrames(Protection.of(SECRET));
		Sealed question = frames.question(join("test", "b", "http://localhost:2"));
		Sealed reflected = frames.answer(question.frame(), question);
		assertThat(post(frames.write(reflected))).as("sealed as an answer").isEqualTo(403);
		assertThat(this.seed.refused(RefusalReason.SECRET)).isEqualTo(4);
		assertThat(this.book.url(B)).isNull();
	}

	@ParameterizedTest
	@CsvSource({ "other,b,http://localhost:2,CLUSTER", "test,a,http://localhost:2,OWN_ID",
			"test,x,http://localhost:2,UNKNOWN_MEMBER", "test,b,ftp://localhost:2,MALFORMED",
			"test,b,http://localhost,MALFORMED", "test,b,http://me@localhost:2,MALFORMED" })
	void whoCannotBeAMemberIsRefused(String cluster, String id, String url, RefusalReason reason) {
		start(SECRET);
		assertRefused(reason, post(sealed(SECRET, join(cluster, id, url))));
	}

	@Test
	void whoDoesNotKnowTheSecretLearnsNothingOfTheCluster() {
		start(SECRET);
		for (Join guess : List.of(join("other", "b", "http://localhost:2"), join("test", "a", "http://localhost:2"),
				join("test", "z", "http://localhost:2"))) {
			assertThat(post(sealed("wrong", guess))).isEqualTo(RefusalReason.SECRET.httpStatus());
		}
		assertThat(this.seed.refused(RefusalReason.SECRET)).isEqualTo(3);
	}

	@Test
	void withoutASecretOnlyThisMachineIsBelieved() {
		start(null);
		assertRefused(RefusalReason.NOT_LOOPBACK, post(sealed(null, join("test", "b", "http://203.0.113.1:2"))));
		assertThat(post(sealed(null, join("test", "b", "http://localhost:2")), "X-Forwarded-For", "203.0.113.1"))
			.isEqualTo(403);
		assertThat(this.seed.refused(RefusalReason.NOT_LOOPBACK)).isEqualTo(2);
		assertThat(this.book.url(B)).isNull();
		assertThat(post(sealed(null, join("test", "b", "http://localhost:2")))).isEqualTo(200);
		assertThat(this.book.url(B)).isEqualTo(URI.create("http://localhost:2"));
	}

	@ParameterizedTest
	@ValueSource(strings = { "", "{}", "{}\n{}", "\n", "\n\n\n", "not json\nnot json",
			"{\"v\":2,\"type\":\"Join\",\"body\":{}}\n{\"v\":2,\"type\":\"Seal\",\"body\":{\"mac\":\"00\"}}" })
	void whatIsNoJoinIsRefused(String body) {
		start(SECRET);
		assertRefused(RefusalReason.MALFORMED, post(body));
	}

	@Test
	void anotherFrameThanAJoinIsRefused() {
		start(SECRET);
		assertRefused(RefusalReason.MALFORMED, post(sealed(SECRET, new Known(B, List.of()))));
	}

	@Test
	void whatIsTooLongIsRefused() {
		start(SECRET);
		assertRefused(RefusalReason.OVERSIZED, post("x".repeat(20_000)));
	}

	@Test
	void whatNoNodeSendsIsRefused() {
		start(SECRET);
		String join = sealed(SECRET, join("test", "b", "http://localhost:2"));
		assertRefused(RefusalReason.ORIGIN, post(join, "Origin", "http://localhost"));
		assertRefused(RefusalReason.VERSION, post(join, "Content-Type", "text/plain"));
		assertThat(post(join, "Leader-Election-Version", "99")).isEqualTo(400);
		assertThat(this.book.url(B)).isNull();
	}

	@Test
	void nobodyIsAnsweredWhileTheTransportDoesNotRun() {
		start(SECRET);
		this.seed.transport().close();
		assertThat(post(sealed(SECRET, join("test", "b", "http://localhost:2")))).isEqualTo(503);
		assertThat(this.book.url(B)).isNull();
	}

	@Test
	void anAnswerThatIsNotProvenOrOfAnotherNodeTeachesNothing() {
		start(SECRET);
		Known lies = new Known(A, List.of(new Address(C, "http://localhost:666", 999)));
		Known ofAnother = new Known(C, lies.addresses());
		List<String> answers = new ArrayList<>();
		SealedFrames frames = new SealedFrames(Protection.of(SECRET));
		Sealed earlier = frames.question(join("test", "b", "http://localhost:2"));
		answers.add(frames.write(frames.answer(lies, earlier)));
		answers.add(frames.write(frames.question(lies)));
		answers.add("{}");
		answers((question) -> answers.isEmpty() ? answerTo(question, ofAnother) : answers.remove(0));
		AddressBook own = book(B, "http://localhost:2", Map.of(A, this.seed.url()), 100);
		try (SeedCaller caller = new SeedCaller(settings(B, SECRET, own), this.seed.transport().acceptor())) {
			for (int i = 0; i < 4; i++) {
				assertThatExceptionOfType(IOException.class).isThrownBy(() -> caller.join(A, this.seed.url()));
				assertThat(own.url(C)).isNull();
			}
			answers((question) -> answerTo(question, lies));
			assertThatNoException().isThrownBy(() -> caller.join(A, this.seed.url()));
			assertThat(own.url(C)).as("proven after all").isEqualTo(URI.create("http://localhost:666"));
		}
		assertThat(this.seed.refused(RefusalReason.SECRET)).isEqualTo(2);
		assertThat(this.seed.refused(RefusalReason.MALFORMED)).isOne();
		assertThat(this.seed.refused(RefusalReason.WRONG_NODE)).isOne();
	}

	private void answers(Function<byte[], String> answering) {
		this.seed.server.handler((exchange) -> exchange.read(
				(question) -> CompletableFuture.completedFuture(Reply.told(answering.apply(question))),
				Reply::refused));
	}

	private static String answerTo(byte[] question, Known known) {
		SealedFrames frames = new SealedFrames(Protection.of(SECRET));
		try {
			Sealed read = frames.read(new String(question));
			assertThat(read).isNotNull();
			return frames.write(frames.answer(known, read));
		}
		catch (WireException ex) {
			throw new AssertionError(ex);
		}
	}

	@Test
	void aNodeThatIsRefusedIsToldWhy() {
		start("other secret");
		assertThatExceptionOfType(IOException.class).isThrownBy(() -> joined(B, "http://localhost:2", 100))
			.withMessageContaining("SECRET");
		assertThat(this.seed.refused(RefusalReason.BY_PEER)).isOne();
	}

}
