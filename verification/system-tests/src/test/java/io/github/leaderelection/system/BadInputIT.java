package io.github.leaderelection.system;

import java.io.IOException;
import java.net.InetAddress;
import java.net.SocketException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import io.github.leaderelection.NodeId;
import io.github.leaderelection.internal.transport.link.RawPeer;
import io.github.leaderelection.internal.transport.websocket.WebSocketRawPeer;
import io.github.leaderelection.internal.transport.wire.HandshakeCodec;
import io.github.leaderelection.internal.transport.wire.HandshakeFrame.Hello;
import io.github.leaderelection.system.cluster.Cluster;
import io.github.leaderelection.system.cluster.Cluster.Leader;
import io.github.leaderelection.system.cluster.ClusterSpec;
import io.github.leaderelection.system.cluster.Heap;
import io.github.leaderelection.system.cluster.NodeProcess;
import org.awaitility.Awaitility;
import org.awaitility.core.ThrowingRunnable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.condition.OS;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

/**
 * Strangers and broken peers come to the leader's port. It leads on, counts what it
 * refused, and keeps nothing of them.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class BadInputIT {

	private static final Duration LIMIT = Duration.ofMinutes(1);

	/**
	 * The heap is measured by collections that stop the leader, for long on a busy
	 * machine.
	 */
	private static final Duration LEASE = Duration.ofSeconds(8);

	private static final int MANY = 5;

	/** More than the places for strangers of a node. */
	private static final int CROWD = 150;

	private static final int MAX_THREADS = 10;

	/**
	 * For what server and application load with their first requests; a leak takes more
	 * in the long run.
	 */
	private static final int MORE_KIB = 16 * 1024;

	/** Of the long run. */
	private static final String MINUTES = "bad-input.minutes";

	private static final int STRANGERS = 4;

	private static final String SECRET = "open sesame, open wide";

	/** What whoever dials says first. */
	private static final String OPENING = new HandshakeCodec().encode(RawPeer.opening());

	/** So many deeds end a connection at once. */
	private static final int AT_ONCE = 8;

	private final List<WebSocketRawPeer> intruders = new ArrayList<>();

	private Cluster cluster;

	private Leader leader;

	private long sockets;

	private long threads;

	private double heapKib;

	@BeforeAll
	void start() throws IOException {
		this.cluster = Cluster.start(ClusterSpec.ofThree("bad-input")
			.withStateDirectories(true)
			.withLease(LEASE)
			.with("leader-election.transport.secret", SECRET)
			.with("server.tomcat.threads.max", Integer.toString(MAX_THREADS))
			.with("logging.level.org.apache", "warn"));
		this.leader = this.cluster.awaitLeader();
		this.heapKib = Heap.afterGcKib(this.leader.node().pid());
		if (OS.LINUX.isCurrentOs()) {
			this.sockets = sockets(this.leader.node());
			this.threads = threads(this.leader.node());
		}
	}

	@AfterAll
	void stop() {
		if (this.cluster != null) {
			this.cluster.close();
		}
	}

	@AfterEach
	void leaderLeadsOnAndNothingIsLeftOfTheStrangers() throws IOException {
		for (WebSocketRawPeer intruder : this.intruders) {
			intruder.close();
		}
		this.intruders.clear();
		if (OS.LINUX.isCurrentOs()) {
			awaitNoSocketsOfStrangers();
		}
		assertThat(this.cluster.awaitLeader()).isEqualTo(this.leader);
		assertThat(this.cluster.grants()).containsExactly(this.leader.token());
		assertThat(this.leader.node().output()).doesNotContain("OutOfMemoryError");
		// The timers of their handshakes hold them for a while.
		Awaitility.await()
			.atMost(LIMIT)
			.pollDelay(Duration.ZERO)
			.pollInterval(Duration.ofSeconds(1))
			.untilAsserted(() -> {
				double heap = Heap.afterGcKib(this.leader.node().pid());
				System.out.printf("%.0f KiB of heap, %.0f before all%n", heap, this.heapKib);
				assertThat(heap).as("KiB of heap").isLessThan(this.heapKib + MORE_KIB);
			});
	}

	private void awaitNoSocketsOfStrangers() throws IOException {
		Awaitility.await()
			.atMost(LIMIT)
			.untilAsserted(
					() -> assertThat(sockets(this.leader.node())).as("Sockets").isLessThanOrEqualTo(this.sockets + 4));
		assertThat(threads(this.leader.node())).as("Threads").isLessThanOrEqualTo(this.threads + MAX_THREADS + 10);
	}

	@Test
	void httpThatIsNoPeers() throws IOException {
		long before = refusals("VERSION") + refusals("ORIGIN");
		for (int i = 0; i < MANY; i++) {
			assertThat(connect().ask("GET")).isEqualTo(400);
			assertThat(connect().ask("POST", "Content-Length: 0")).isEqualTo(400);
			assertThat(connect().upgrade()).isEqualTo(400);
			assertThat(connect().upgrade("Sec-WebSocket-Protocol: leader-election.v999")).isEqualTo(400);
			assertThat(connect().upgrade("Origin: http://example.org", WebSocketRawPeer.VERSION)).isEqualTo(403);
		}
		await(() -> assertThat(refusals("VERSION") + refusals("ORIGIN")).isEqualTo(before + 5 * MANY));
	}

	@Test
	void textThatIsNoMessage() throws IOException {
		long before = refusals("MALFORMED");
		List<String> texts = List.of("", "{", "null", "[]", "{\"v\":2}", "{\"v\":2,\"type\":\"Hello\",\"body\":{}}",
				"[".repeat(8000), "\u0000\uffff", OPENING + OPENING);
		for (String text : texts) {
			refused((intruder) -> intruder.text(text));
		}
		await(() -> assertThat(refusals("MALFORMED")).isEqualTo(before + texts.size()));
	}

	/**
	 * Some say nothing, some half a frame, some stop half way; none reads. Their pace
	 * decides who has to leave for a newcomer, and who is too slow before.
	 */
	@Test
	void halfHandshakes() throws IOException {
		long slow = refusals("SLOW_HANDSHAKE");
		long tooMany = refusals("TOO_MANY");
		for (int i = 0; i < CROWD; i++) {
			connect().write("GET /leader-election HTTP/1.1\r\nHost: local".getBytes(ISO_8859_1));
			WebSocketRawPeer intruder = connect().upgraded();
			if (i % 3 == 1) {
				halfFrame(intruder);
			}
			else if (i % 3 == 2) {
				intruder.text(OPENING);
			}
		}
		await(() -> assertThat(refusals("SLOW_HANDSHAKE") - slow + refusals("TOO_MANY") - tooMany).isEqualTo(CROWD));
		assertThat(refusals("SLOW_HANDSHAKE")).isGreaterThan(slow);
	}

	/**
	 * Everything at once, from several strangers, as long as was asked for: all kinds of
	 * it in any case.
	 */
	@Test
	void everythingAtOnce() throws Exception {
		List<String> reasons = List.of("MALFORMED", "BINARY", "OVERSIZED", "SECRET", "UNKNOWN_MEMBER", "OWN_ID",
				"SLOW_HANDSHAKE");
		Map<String, Long> before = new HashMap<>();
		for (String reason : reasons) {
			before.put(reason, refusals(reason));
		}
		long nanos = Duration.ofMinutes(Long.getLong(MINUTES, 0)).toNanos();
		ExecutorService strangers = Executors.newFixedThreadPool(STRANGERS);
		try {
			List<Future<Long>> counts = new ArrayList<>();
			for (int i = 0; i < STRANGERS; i++) {
				long seed = i;
				counts.add(strangers.submit(() -> intrude(new Random(seed), nanos)));
			}
			long intrusions = 0;
			for (Future<Long> count : counts) {
				intrusions += count.get();
			}
			System.out.println(intrusions + " intrusions");
		}
		finally {
			strangers.shutdownNow();
		}
		Awaitility.await().atMost(LIMIT).untilAsserted(() -> {
			for (String reason : reasons) {
				assertThat(refusals(reason)).as(reason).isGreaterThan(before.get(reason));
			}
		});
	}

	private long intrude(Random chance, long nanos) throws IOException {
		String peer = this.cluster.othersThan(this.leader.node()).get(0).name();
		String own = this.leader.node().name();
		byte[] garbage = new byte[4096];
		chance.nextBytes(garbage);
		List<Deed> deeds = List.of((it) -> it.text("{"), (it) -> it.text(new String(garbage, ISO_8859_1)),
				(it) -> it.binary(garbage), (it) -> it.text("x".repeat(64 * 1024)),
				(it) -> greet(it, "another secret", peer), (it) -> greet(it, SECRET, "stranger"),
				(it) -> greet(it, SECRET, own), (it) -> it.write(garbage), (it) -> it.text(OPENING),
				BadInputIT::halfFrame, (it) -> {
				});
		List<Deed> first = new ArrayList<>(deeds);
		IntStream.range(1, MANY).forEach((i) -> first.addAll(deeds.subList(0, AT_ONCE)));
		long begun = System.nanoTime();
		long count = 0;
		for (; count < first.size() || System.nanoTime() - begun < nanos; count++) {
			Deed deed = (count < first.size()) ? first.get((int) count) : deeds.get(chance.nextInt(deeds.size()));
			try (WebSocketRawPeer intruder = connected(); WebSocketRawPeer stranger = connected()) {
				stranger.write(garbage);
				deed.accept(intruder.upgraded());
				intruder.readEnd();
			}
			catch (IOException ex) {
				// It was thrown out, in the midst of it or before it began.
				assertThat(this.leader.node().isAlive()).isTrue();
			}
		}
		return count;
	}

	private void greet(WebSocketRawPeer intruder, String secret, String from) throws IOException {
		intruder.open(secret);
		List<NodeId> ids = this.cluster.nodes().stream().map((node) -> NodeId.of(node.name())).toList();
		intruder.say(new Hello("default", NodeId.of(from), 1, ids, null, List.of()));
	}

	private static void halfFrame(WebSocketRawPeer intruder) throws IOException {
		intruder.bytes(0x81, 0x80 | 100, 0, 0, 0, 0);
	}

	/** Does something as a would-be peer, and waits to be thrown out. */
	private void refused(Deed deed) throws IOException {
		try {
			WebSocketRawPeer intruder = connect().upgraded();
			deed.accept(intruder);
			intruder.readEnd();
		}
		catch (SocketException ex) {
			// It was thrown out before it had said everything.
		}
	}

	/** Closed after the test. */
	private WebSocketRawPeer connect() throws IOException {
		WebSocketRawPeer intruder = connected();
		this.intruders.add(intruder);
		return intruder;
	}

	private WebSocketRawPeer connected() throws IOException {
		return new WebSocketRawPeer(RawPeer.connected(InetAddress.getLoopbackAddress(), this.leader.node().port()));
	}

	/** Who is thrown out may see it before it is counted. */
	private static void await(ThrowingRunnable assertion) {
		Awaitility.await().atMost(LIMIT).untilAsserted(assertion);
	}

	private long refusals(String reason) throws IOException {
		return Http.json(this.leader.node(), "/actuator/leader").path("refusals").path(reason).asLong(0);
	}

	private static long sockets(NodeProcess node) throws IOException {
		long count = 0;
		try (Stream<Path> files = Files.list(Path.of("/proc", Long.toString(node.pid()), "fd"))) {
			for (Path file : files.toList()) {
				count += isSocket(file) ? 1 : 0;
			}
		}
		return count;
	}

	private static boolean isSocket(Path file) {
		try {
			return Files.readSymbolicLink(file).toString().startsWith("socket:");
		}
		catch (IOException ex) {
			// It was closed meanwhile.
			return false;
		}
	}

	private static long threads(NodeProcess node) throws IOException {
		try (Stream<Path> tasks = Files.list(Path.of("/proc", Long.toString(node.pid()), "task"))) {
			return tasks.count();
		}
	}

	/**
	 * What an intruder does.
	 */
	@FunctionalInterface
	private interface Deed {

		void accept(WebSocketRawPeer intruder) throws IOException;

	}

}
