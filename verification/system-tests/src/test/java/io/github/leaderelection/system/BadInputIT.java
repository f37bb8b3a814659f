package io.github.leaderelection.system;

import java.io.IOException;
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
import java.util.stream.Stream;

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

	private static final int MANY = 40;

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

	private final Random random = new Random(42);

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
	void leaderLeadsOn() throws IOException {
		assertThat(this.cluster.awaitLeader()).isEqualTo(this.leader);
		assertThat(this.cluster.grants()).containsExactly(this.leader.token());
		assertThat(this.leader.node().output()).doesNotContain("OutOfMemoryError");
		double heap = Heap.afterGcKib(this.leader.node().pid());
		System.out.printf("%.0f KiB of heap, %.0f before all%n", heap, this.heapKib);
		assertThat(heap).as("KiB of heap").isLessThan(this.heapKib + MORE_KIB);
	}

	@AfterEach
	void nothingIsLeftOfTheStrangers() throws IOException {
		if (!OS.LINUX.isCurrentOs()) {
			return;
		}
		Awaitility.await()
			.atMost(LIMIT)
			.untilAsserted(
					() -> assertThat(sockets(this.leader.node())).as("Sockets").isLessThanOrEqualTo(this.sockets + 4));
		assertThat(threads(this.leader.node())).as("Threads").isLessThanOrEqualTo(this.threads + MAX_THREADS + 10);
	}

	@Test
	void garbageInsteadOfHttp() throws IOException {
		for (int i = 0; i < MANY; i++) {
			byte[] garbage = new byte[1 + this.random.nextInt(4096)];
			this.random.nextBytes(garbage);
			try (Intruder intruder = Intruder.connect(this.leader.node())) {
				intruder.send(garbage);
			}
			catch (SocketException ex) {
				// It was thrown out before it had said everything.
			}
		}
	}

	@Test
	void httpThatIsNoPeers() throws IOException {
		long before = refusals("VERSION") + refusals("ORIGIN");
		for (int i = 0; i < MANY; i++) {
			assertThat(answer("GET /leader-election HTTP/1.1\r\nHost: localhost\r\n\r\n")).contains(" 400 ");
			assertThat(answer("POST /leader-election HTTP/1.1\r\nHost: localhost\r\nContent-Length: 2\r\n\r\n{}"))
				.contains(" 400 ");
			assertThat(answer(Intruder.request(""))).contains(" 400 ");
			assertThat(answer(Intruder.request("Sec-WebSocket-Protocol: leader-election.v999\r\n"))).contains(" 400 ");
			assertThat(answer(Intruder
				.request("Origin: http://example.org\r\n" + "Sec-WebSocket-Protocol: leader-election.v2\r\n")))
				.contains(" 403 ");
		}
		await(() -> assertThat(refusals("VERSION") + refusals("ORIGIN")).isEqualTo(before + 5 * MANY));
	}

	@Test
	void textThatIsNoMessage() throws IOException {
		long before = refusals("MALFORMED");
		List<String> texts = List.of("", "{", "null", "[]", "{\"v\":2}", "{\"v\":2,\"type\":\"Hello\",\"body\":{}}",
				"[".repeat(8000), "\u0000\uffff", Intruder.opening() + Intruder.opening());
		for (String text : texts) {
			refused((intruder) -> intruder.text(text));
		}
		await(() -> assertThat(refusals("MALFORMED")).isEqualTo(before + texts.size()));
	}

	@Test
	void binaryFrames() throws IOException {
		long before = refusals("BINARY");
		for (int i = 0; i < MANY; i++) {
			refused((intruder) -> intruder.binary(new byte[] { 1, 2, 3 }));
		}
		await(() -> assertThat(refusals("BINARY")).isEqualTo(before + MANY));
	}

	@Test
	void oversizedFrames() throws IOException {
		long before = refusals("OVERSIZED");
		for (int i = 0; i < MANY; i++) {
			refused((intruder) -> intruder.text("x".repeat(64 * 1024)));
		}
		await(() -> assertThat(refusals("OVERSIZED")).isEqualTo(before + MANY));
	}

	@Test
	void wrongSecret() throws IOException {
		long before = refusals("SECRET");
		String peer = this.cluster.othersThan(this.leader.node()).get(0).name();
		for (int i = 0; i < MANY; i++) {
			refused((intruder) -> intruder.greet("another secret", peer, this.cluster.nodes()));
		}
		await(() -> assertThat(refusals("SECRET")).isEqualTo(before + MANY));
	}

	@Test
	void strangersAndOwnId() throws IOException {
		long unknown = refusals("UNKNOWN_MEMBER");
		long own = refusals("OWN_ID");
		for (int i = 0; i < MANY; i++) {
			refused((intruder) -> intruder.greet(SECRET, "stranger", this.cluster.nodes()));
			refused((intruder) -> intruder.greet(SECRET, this.leader.node().name(), this.cluster.nodes()));
		}
		await(() -> {
			assertThat(refusals("UNKNOWN_MEMBER")).isEqualTo(unknown + MANY);
			assertThat(refusals("OWN_ID")).isEqualTo(own + MANY);
		});
	}

	/**
	 * Some say nothing, some half a frame, some stop half way; none reads. Their pace
	 * decides who has to leave for a newcomer, and who is too slow before.
	 */
	@Test
	void halfHandshakes() throws IOException {
		long slow = refusals("SLOW_HANDSHAKE");
		long tooMany = refusals("TOO_MANY");
		List<Intruder> intruders = new ArrayList<>();
		try {
			for (int i = 0; i < CROWD; i++) {
				intruders.add(Intruder.connect(this.leader.node()));
				intruders.get(intruders.size() - 1).send("GET /leader-election HTTP/1.1\r\nHost: local");
				Intruder intruder = Intruder.upgrade(this.leader.node());
				intruders.add(intruder);
				if (i % 3 == 1) {
					intruder.halfFrame(100);
				}
				else if (i % 3 == 2) {
					intruder.text(Intruder.opening());
				}
			}
			Awaitility.await()
				.atMost(LIMIT)
				.untilAsserted(() -> assertThat(refusals("SLOW_HANDSHAKE") - slow + refusals("TOO_MANY") - tooMany)
					.isEqualTo(CROWD));
			assertThat(refusals("SLOW_HANDSHAKE")).isGreaterThan(slow);
		}
		finally {
			for (Intruder intruder : intruders) {
				intruder.close();
			}
		}
	}

	@Test
	void peerThatNoLongerReads() {
		NodeProcess follower = this.cluster.othersThan(this.leader.node()).get(0);
		follower.pause();
		long paused = System.nanoTime();
		long threeLeases = this.cluster.lease().multipliedBy(3).toNanos();
		Awaitility.await().atMost(LIMIT).until(() -> System.nanoTime() - paused > threeLeases);
		assertThat(this.cluster.awaitLeader()).isEqualTo(this.leader);
		follower.resume();
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
		List<NodeProcess> nodes = this.cluster.nodes();
		byte[] garbage = new byte[4096];
		chance.nextBytes(garbage);
		List<Deed> deeds = List.of((it) -> it.text("{"), (it) -> it.text(new String(garbage, ISO_8859_1)),
				(it) -> it.binary(garbage), (it) -> it.text("x".repeat(64 * 1024)),
				(it) -> it.greet("another secret", peer, nodes), (it) -> it.greet(SECRET, "stranger", nodes),
				(it) -> it.greet(SECRET, own, nodes), (it) -> it.text(Intruder.opening()), (it) -> it.halfFrame(100),
				(it) -> it.send(garbage), (it) -> {
				});
		long begun = System.nanoTime();
		long count = 0;
		for (; count < deeds.size() || System.nanoTime() - begun < nanos; count++) {
			Deed deed = deeds.get((int) (count < deeds.size() ? count : chance.nextInt(deeds.size())));
			try (Intruder intruder = Intruder.upgrade(this.leader.node())) {
				intruder.readHead();
				deed.accept(intruder);
				intruder.awaitEnd();
			}
			catch (IOException ex) {
				// It was thrown out, in the midst of it or before it began.
				assertThat(this.leader.node().isAlive()).isTrue();
			}
		}
		return count;
	}

	/** Does something as a would-be peer, and waits to be thrown out. */
	private void refused(Deed deed) throws IOException {
		try (Intruder intruder = Intruder.upgrade(this.leader.node())) {
			assertThat(intruder.readHead()).startsWith("HTTP/1.1 101 ");
			deed.accept(intruder);
			intruder.awaitEnd();
		}
		catch (SocketException ex) {
			// It was thrown out before it had said everything.
		}
	}

	private String answer(String request) throws IOException {
		try (Intruder intruder = Intruder.connect(this.leader.node())) {
			intruder.send(request);
			return intruder.readHead().lines().findFirst().orElse("");
		}
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

		void accept(Intruder intruder) throws IOException;

	}

}
