package io.github.leaderelection.internal.transport.held;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

import io.github.leaderelection.NodeId;
import io.github.leaderelection.internal.transport.asking.SealedSession;
import io.github.leaderelection.internal.transport.asking.SealedSession.Post;
import io.github.leaderelection.internal.transport.asking.WorkerAnswer;
import io.github.leaderelection.internal.transport.asking.WorkerChannel;
import io.github.leaderelection.internal.transport.http.Answer;
import io.github.leaderelection.internal.transport.http.HttpPeerTransport;
import io.github.leaderelection.internal.transport.http.PostClient;
import io.github.leaderelection.internal.transport.held.SealedSessions.Entry;
import io.github.leaderelection.internal.transport.held.SealedSessions.Times;
import io.github.leaderelection.internal.transport.link.TestNode;
import io.github.leaderelection.internal.transport.link.TestServer;
import io.github.leaderelection.internal.transport.spi.Protection;
import io.github.leaderelection.internal.transport.spi.RefusalReason;
import io.github.leaderelection.internal.transport.tls.PeerTls;
import io.github.leaderelection.internal.transport.wire.HeldFrame.Ask;
import io.github.leaderelection.internal.transport.wire.HeldFrame.Question;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What a leader does for workers, and what workers cannot do to it.
 */
abstract class WorkersTests {

	private static final NodeId X = NodeId.of("x");

	private static final Times NEVER = new Times(60_000, 60_000, 60_000);

	private static final int PLACES = 10;

	private final BlockingQueue<Asked> asked = new LinkedBlockingQueue<>();

	private final List<WorkerChannel> channels = new ArrayList<>();

	private final List<Socket> sockets = new ArrayList<>();

	private final PostClient client = new PostClient("test", 2, PeerTls.OF_JVM);

	private final TestNode leader;

	private @Nullable String secret = "secret";

	private WorkerRequests requests;

	WorkersTests(TestServer server) {
		this.leader = new TestNode(HttpPeerTransport::new, "a", "", server);
	}

	@AfterEach
	void end() throws IOException {
		for (Socket each : this.sockets) {
			each.close();
		}
		this.channels.forEach(WorkerChannel::close);
		this.client.close();
		this.requests.close();
		this.leader.stop();
	}

	private WorkerChannel start(Times times) {
		this.leader.start(this.secret);
		serve(times, PLACES);
		return channel("x");
	}

	private void serve(Times times, int places) {
		this.requests = new WorkerRequests(
				new Entry("test", Protection.of(this.secret), places, PLACES, RefusalReason.TOO_MANY_WORKERS),
				this.leader.transport().acceptor(), times,
				(group, from, text, answer) -> this.asked.add(new Asked(group, from, text, answer)));
		this.leader.server.workers(this.requests);
	}

	private WorkerChannel channel(String id) {
		WorkerChannel channel = new WorkerChannel("test", NodeId.of(id), Protection.of(this.secret), TestServer.PATH);
		this.channels.add(channel);
		return channel;
	}

	private CompletableFuture<WorkerAnswer> ask(WorkerChannel channel, String text) {
		return channel.ask(this.leader.url(), "g", text).toCompletableFuture();
	}

	private Asked next() throws InterruptedException {
		Asked next = this.asked.poll(30, TimeUnit.SECONDS);
		assertThat(next).as("the next question").isNotNull();
		return next;
	}

	private static WorkerAnswer outcome(CompletableFuture<WorkerAnswer> asked) throws Exception {
		return asked.get(20, TimeUnit.SECONDS);
	}

	private static WorkerAnswer text(String text) {
		return new WorkerAnswer(text, null);
	}

	private static WorkerAnswer nothing() {
		return new WorkerAnswer(null, null);
	}

	@Test
	void aQuestionReachesTheLeaderAndItsAnswerTheWorker() throws Exception {
		WorkerChannel x = start(NEVER);
		String question = "\u00e4".repeat(8000) + "\nand a line more\n";
		String answer = "\u00fc\n" + "y".repeat(16 * 1024);
		CompletableFuture<WorkerAnswer> outcome = ask(x, question);
		Asked asked = next();
		assertThat(asked.group()).isEqualTo("g");
		assertThat(asked.from()).isEqualTo(X);
		assertThat(asked.text()).isEqualTo(question);
		assertThat(outcome).isNotDone();
		asked.answer().accept(answer);
		assertThat(outcome(outcome)).isEqualTo(text(answer));
		assertThat(this.requests.count()).isEqualTo(1);
	}

	@Test
	void aQuestionThatIsTooLongIsNotSent() throws Exception {
		WorkerChannel x = start(NEVER);
		assertThat(outcome(ask(x, "y".repeat(17 * 1024))).failure()).contains("more than 16448 bytes");
		CompletableFuture<WorkerAnswer> outcome = ask(x, "short");
		next().answer().accept(null);
		assertThat(outcome(outcome)).isEqualTo(nothing());
	}

	@Test
	void twoOpenQuestionsAreAnsweredInAnyOrder() throws Exception {
		WorkerChannel x = start(NEVER);
		CompletableFuture<WorkerAnswer> first = ask(x, "1");
		Asked one = next();
		CompletableFuture<WorkerAnswer> second = ask(x, "2");
		next().answer().accept("two");
		assertThat(outcome(second)).isEqualTo(text("two"));
		assertThat(first).isNotDone();
		one.answer().accept("one");
		assertThat(outcome(first)).isEqualTo(text("one"));
	}

	@Test
	void aThirdQuestionEndsTheFirst() throws Exception {
		WorkerChannel x = start(NEVER);
		CompletableFuture<WorkerAnswer> first = ask(x, "1");
		next();
		CompletableFuture<WorkerAnswer> second = ask(x, "2");
		Asked two = next();
		CompletableFuture<WorkerAnswer> third = ask(x, "3");
		Asked three = next();
		assertThat(outcome(first)).isEqualTo(nothing());
		two.answer().accept("two");
		three.answer().accept("three");
		assertThat(outcome(second)).isEqualTo(text("two"));
		assertThat(outcome(third)).isEqualTo(text("three"));
	}

	@Test
	void questionsOfOtherGroupsAreApart() throws Exception {
		WorkerChannel x = start(NEVER);
		List<CompletableFuture<WorkerAnswer>> outcomes = new ArrayList<>();
		List<Asked> all = new ArrayList<>();
		for (int i = 0; i < 4; i++) {
			outcomes.add(x.ask(this.leader.url(), "g" + i, "?").toCompletableFuture());
			all.add(next());
		}
		all.forEach((each) -> each.answer().accept(each.group()));
		for (int i = 0; i < 4; i++) {
			assertThat(outcome(outcomes.get(i))).isEqualTo(text("g" + i));
		}
	}

	@Test
	void aQuestionWithoutAnswerIsEndedAndTheNextOneIsTaken() throws Exception {
		WorkerChannel x = start(new Times(1, 20, 60_000));
		for (int i = 0; i < 3; i++) {
			assertThat(outcome(ask(x, "?"))).isEqualTo(nothing());
		}
		assertThat(this.asked).hasSize(3);
	}

	@Test
	void workersBeyondThePlacesAreRefused() throws Exception {
		this.leader.start(this.secret);
		serve(NEVER, 1);
		CompletableFuture<WorkerAnswer> first = ask(channel("x"), "?");
		Asked one = next();
		assertThat(outcome(ask(channel("y"), "?")).failure()).contains("TOO_MANY_WORKERS");
		one.answer().accept("yes");
		assertThat(outcome(first)).isEqualTo(text("yes"));
	}

	@Test
	void aWorkerThatNoLongerAsksLeavesItsPlace() throws Exception {
		WorkerChannel x = start(new Times(1, 60_000, 20));
		CompletableFuture<WorkerAnswer> outcome = ask(x, "?");
		next().answer().accept("yes");
		assertThat(outcome(outcome)).isEqualTo(text("yes"));
		Awaitility.await().atMost(Duration.ofSeconds(30)).until(() -> this.requests.count() == 0);
	}

	@Test
	void aLeaderThatStopsAnswersAllAndTheNextOneIsAskedInANewSession() throws Exception {
		WorkerChannel x = start(NEVER);
		CompletableFuture<WorkerAnswer> first = ask(x, "1");
		next();
		CompletableFuture<WorkerAnswer> second = ask(x, "2");
		next();
		this.requests.close();
		assertThat(outcome(first).failure()).isEqualTo("closed with code 1001");
		assertThat(outcome(second).failure()).isEqualTo("closed with code 1001");
		serve(NEVER, PLACES);
		CompletableFuture<WorkerAnswer> third = ask(x, "3");
		next().answer().accept("three");
		assertThat(outcome(third)).isEqualTo(text("three"));
	}

	@Test
	void aQuestionIsAskedAnewWhereTheLeaderDoesNotKnowTheSession() throws Exception {
		WorkerChannel x = start(NEVER);
		CompletableFuture<WorkerAnswer> first = ask(x, "1");
		next().answer().accept("one");
		assertThat(outcome(first)).isEqualTo(text("one"));
		this.requests.close();
		serve(NEVER, PLACES);
		CompletableFuture<WorkerAnswer> second = ask(x, "2");
		Asked two = next();
		assertThat(two.text()).isEqualTo("2");
		two.answer().accept("two");
		assertThat(outcome(second)).isEqualTo(text("two"));
		assertThat(this.asked).isEmpty();
	}

	private Answer post(Post post) throws IOException {
		return this.client.post(url(), post.headers(), post.body());
	}

	private URI url() {
		return URI.create(this.leader.url() + TestServer.PATH + WorkerRequests.PATH);
	}

	private static Post question(SealedSession session, String text) {
		return session.next((nonce, number) -> new Question("test", X, "g", nonce, number), text);
	}

	private SealedSession session() throws IOException {
		SealedSession session = new SealedSession(Protection.of("secret"));
		Post first = question(session, "");
		assertThat(session.read(first, post(first))).isEmpty();
		return session;
	}

	private void assertRefused(Answer answer, RefusalReason reason) {
		assertThat(answer.status()).as(reason.toString()).isEqualTo(reason.httpStatus());
		assertThat(answer.close()).as(reason.toString()).isEqualTo(reason.closeCode());
		assertThat(answer.body()).isEmpty();
		assertThat(this.leader.refused(reason)).as(reason.toString()).isPositive();
	}

	@Test
	void aCopyOfAQuestionHasNoEffect() throws Exception {
		start(new Times(1, 20, 60_000));
		SealedSession session = session();
		Post question = question(session, "?");
		assertThat(post(question).isNothing()).isTrue();
		assertRefused(post(question), RefusalReason.REPLAYED);
		assertThat(post(question(session, "!")).isNothing()).isTrue();
		assertThat(this.asked).extracting(Asked::text).containsExactly("?", "!");
	}

	@Test
	void whoIsNotEntitledIsRefused() throws Exception {
		start(NEVER);
		SealedSession stranger = new SealedSession(Protection.of("wrong"));
		assertRefused(post(question(stranger, "")), RefusalReason.SECRET);
		SealedSession foreign = new SealedSession(Protection.of("secret"));
		assertRefused(post(foreign.next((nonce, number) -> new Question("other", X, "g", nonce, number), "")),
				RefusalReason.CLUSTER);
		assertRefused(post(foreign.next((nonce, number) -> new Ask("test", X, X, nonce, number), "")),
				RefusalReason.MALFORMED);
		SealedSession other = session();
		Post moved = question(other, "?");
		assertRefused(post(new Post(moved.question(), question(session(), "?").headers(), moved.body())),
				RefusalReason.SECRET);
		assertThat(post(new Post("", Map.of("Leader-Election-Session", "unknown"), moved.body())).isUnknownSession())
			.isTrue();
		assertThat(this.asked).isEmpty();
		assertThat(this.requests.count()).isZero();
	}

	@Test
	void withoutASecretOnlyThisMachineIsServed() throws Exception {
		this.secret = null;
		WorkerChannel x = start(NEVER);
		CompletableFuture<WorkerAnswer> outcome = ask(x, "?");
		next().answer().accept("yes");
		assertThat(outcome(outcome)).isEqualTo(text("yes"));
		Post post = question(new SealedSession(Protection.of(null)), "");
		assertRefused(this.client.post(url(), Map.of("X-Forwarded-For", "192.0.2.1"), post.body()),
				RefusalReason.NOT_LOOPBACK);
		assertThat(outcome(x.ask(URI.create("http://192.0.2.1:1"), "g", "?").toCompletableFuture()).failure())
			.isEqualTo(RefusalReason.NOT_LOOPBACK.text());
	}

	@Test
	void aLeaderThatIsNotThereIsAFailure() throws Exception {
		WorkerChannel x = start(NEVER);
		this.leader.transport().close();
		assertThat(outcome(ask(x, "?")).failure()).contains("HTTP status 503");
		assertThat(outcome(x.ask(URI.create("http://localhost:1"), "g", "?").toCompletableFuture()).failure())
			.isNotNull();
	}

	/** More of them than there are threads that answer. */
	@Test
	void workersThatDoNotReadDelayNobody() throws Exception {
		WorkerChannel x = start(NEVER);
		for (int i = 0; i < PLACES - 1; i++) {
			SealedSession session = session();
			Post post = question(session, "slow");
			Socket socket = new Socket();
			this.sockets.add(socket);
			socket.setReceiveBufferSize(1);
			socket.connect(new InetSocketAddress("localhost", this.leader.server.port()));
			socket.getOutputStream()
				.write(("POST " + url().getPath() + " HTTP/1.1\r\nHost: " + url().getAuthority()
						+ "\r\nContent-Type: application/x-ndjson\r\nLeader-Election-Version: 2\r\n"
						+ "Leader-Election-Session: " + post.headers().get("Leader-Election-Session")
						+ "\r\nContent-Length: " + post.body().length + "\r\n\r\n")
					.getBytes(StandardCharsets.US_ASCII));
			socket.getOutputStream().write(post.body());
			next().answer().accept("y".repeat(32 * 1024));
		}
		CompletableFuture<WorkerAnswer> outcome = ask(x, "?");
		next().answer().accept("yes");
		assertThat(outcome(outcome)).isEqualTo(text("yes"));
	}

	private record Asked(String group, NodeId from, String text, Consumer<@Nullable String> answer) {
	}

}
