package io.github.leaderelection.internal.crashdetection;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.lang.ref.WeakReference;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;

import io.github.leaderelection.NodeId;
import io.github.leaderelection.internal.transport.seal.SharedSecret;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * When the process of a member counts as ended, and when not.
 */
class MemberWatchTests {

	private static final NodeId A = NodeId.of("a");

	private static final NodeId B = NodeId.of("b");

	private static final SharedSecret SECRET = new SharedSecret("a secret of some length");

	private static final String IN_USE = "in use";

	private final List<Long> ended = new CopyOnWriteArrayList<>();

	private final PlayedProcess process = new PlayedProcess(SECRET);

	private MemberWatch watch;

	@BeforeEach
	void begin() throws IOException {
		this.watch = new MemberWatch(A, B, SECRET, ProcessListener.ofThisProcess(InetAddress.getLoopbackAddress()),
				() -> InetAddress.getLoopbackAddress().getHostAddress(), this.ended::add);
	}

	@AfterEach
	void end() {
		this.watch.close();
		this.process.close();
	}

	private void watched(int port) {
		this.watch.watch(7, port);
		awaitState(IN_USE);
	}

	/** The process counts a visitor a moment after that one has its answer. */
	private void endConnections() {
		Awaitility.await().atMost(Duration.ofSeconds(30)).until(() -> this.process.visitors() > 0);
		this.process.endConnections();
	}

	private void awaitState(String beginning) {
		Awaitility.await()
			.atMost(Duration.ofSeconds(30))
			.pollInterval(Duration.ofMillis(5))
			.until(this.watch::state, (state) -> state.startsWith(beginning));
	}

	/** A second process ends after the first would have been told of. */
	private void nothingWasToldBefore() {
		try (PlayedProcess other = new PlayedProcess(SECRET)) {
			this.watch.watch(8, other.port());
			awaitState(IN_USE);
		}
		Awaitility.await().atMost(Duration.ofSeconds(30)).until(() -> this.ended.contains(8L));
		assertThat(this.ended).containsExactly(8L);
	}

	@Test
	void endedConnectionAndRefusedDialAreTheEnd() {
		watched(this.process.port());
		this.process.close();
		Awaitility.await().atMost(Duration.ofSeconds(30)).until(() -> !this.ended.isEmpty());
		assertThat(this.ended).containsExactly(7L);
		assertThat(this.watch.state()).isEqualTo("its process has ended");
	}

	@Test
	void connectionThatEndsFirstIsTheEndOnceTheListenerEnds() {
		watched(this.process.port());
		endConnections();
		this.process.endListener();
		Awaitility.await().atMost(Duration.ofSeconds(30)).until(() -> !this.ended.isEmpty());
		assertThat(this.ended).containsExactly(7L);
	}

	@Test
	void endedConnectionAloneIsNot() {
		watched(this.process.port());
		endConnections();
		Awaitility.await().atMost(Duration.ofSeconds(30)).until(() -> this.process.visitors() > 0);
		awaitState(IN_USE);
		nothingWasToldBefore();
	}

	@Test
	void endedListenerAloneIsNot() {
		watched(this.process.port());
		this.process.endListener();
		assertThat(this.watch.state()).isEqualTo(IN_USE);
		nothingWasToldBefore();
	}

	@Test
	void refusalBeforeTheProcessWasProvenIsNot() {
		int port = this.process.port();
		this.process.close();
		this.watch.watch(7, port);
		awaitState("not connected");
		nothingWasToldBefore();
	}

	@Test
	void processThatProvesNothingIsNotWatched() {
		try (PlayedProcess stranger = new PlayedProcess(new SharedSecret("another secret"))) {
			this.watch.watch(7, stranger.port());
			awaitState("not connected");
		}
		nothingWasToldBefore();
	}

	@Test
	void connectionThatThisSideClosesIsNot() {
		watched(this.process.port());
		this.watch.watch(7, null);
		this.process.close();
		nothingWasToldBefore();
	}

	@Test
	void connectionThatThisSideReplacesIsNot() {
		watched(this.process.port());
		this.process.endListener();
		int port = this.process.port();
		this.watch.watch(7, null);
		this.watch.watch(7, port);
		awaitState("not connected");
		this.process.close();
		nothingWasToldBefore();
	}

	@Test
	void processThatIsNamedWhileTheHostIsLookedUpIsWatched() throws IOException {
		try (PlayedProcess other = new PlayedProcess(SECRET)) {
			lookingUp((one) -> one.watch(8, other.port()));
			Awaitility.await().atMost(Duration.ofSeconds(30)).until(() -> other.visitors() > 0);
		}
		Awaitility.await().atMost(Duration.ofSeconds(30)).until(() -> !this.ended.isEmpty());
		assertThat(this.ended).containsExactly(8L);
	}

	@Test
	void processThatIsNamedWhileTheEndOfAnotherIsToldIsWatched() throws IOException {
		PlayedProcess other = new PlayedProcess(SECRET);
		this.watch.close();
		this.watch = new MemberWatch(A, B, SECRET, ProcessListener.ofThisProcess(InetAddress.getLoopbackAddress()),
				() -> InetAddress.getLoopbackAddress().getHostAddress(), (process) -> {
					this.ended.add(process);
					if (process == 7) {
						this.watch.watch(8, other.port());
					}
				});
		watched(this.process.port());
		this.process.close();
		Awaitility.await().atMost(Duration.ofSeconds(30)).until(() -> other.visitors() > 0);
		other.close();
		Awaitility.await().atMost(Duration.ofSeconds(30)).until(() -> this.ended.size() == 2);
		assertThat(this.ended).containsExactly(7L, 8L);
	}

	@Test
	void watchThatIsClosedWhileTheHostIsLookedUpEnds() throws IOException {
		Thread watching = lookingUp(MemberWatch::close);
		Awaitility.await().atMost(Duration.ofSeconds(30)).until(() -> !watching.isAlive());
		assertThat(this.process.visitors()).isZero();
		assertThat(this.ended).isEmpty();
	}

	/**
	 * Does something while the host is looked up for the first time.
	 * @return the thread of the watch
	 */
	private Thread lookingUp(Consumer<MemberWatch> meanwhile) throws IOException {
		CompletableFuture<MemberWatch> made = new CompletableFuture<>();
		CompletableFuture<Thread> thread = new CompletableFuture<>();
		this.watch.close();
		this.watch = new MemberWatch(A, B, SECRET, ProcessListener.ofThisProcess(InetAddress.getLoopbackAddress()),
				() -> {
					if (thread.complete(Thread.currentThread())) {
						meanwhile.accept(made.join());
					}
					return InetAddress.getLoopbackAddress().getHostAddress();
				}, this.ended::add);
		made.complete(this.watch);
		this.watch.watch(7, this.process.port());
		return thread.join();
	}

	@Test
	void proxyInBetweenIsNotUsed() throws IOException {
		try (Proxy proxy = new Proxy(this.process.port())) {
			this.watch.watch(7, proxy.port());
			awaitState("not in use: addresses are translated on the way");
		}
		this.process.close();
		nothingWasToldBefore();
	}

	@Test
	void listenerThatNobodyHoldsIsNotCollected() throws IOException {
		int port = unreferencedListener();
		watched(port);
		WeakReference<Object> garbage = new WeakReference<>(new Object());
		Awaitility.await().until(() -> {
			System.gc();
			return garbage.get() == null;
		});
		assertThat(RefusedDial.learn().by(new InetSocketAddress(InetAddress.getLoopbackAddress(), port))).isFalse();
		assertThat(this.watch.state()).isEqualTo(IN_USE);
		nothingWasToldBefore();
	}

	private static int unreferencedListener() throws IOException {
		ProcessListener listener = new ProcessListener(InetAddress.getLoopbackAddress());
		listener.claim(7, SECRET, (reason) -> {
		});
		return listener.port();
	}

	/**
	 * Passes bytes on, and refuses for the process behind it once it is closed.
	 */
	private static final class Proxy implements AutoCloseable {

		private final ServerSocket server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());

		private final List<Socket> sockets = new CopyOnWriteArrayList<>();

		private final int to;

		Proxy(int to) throws IOException {
			this.to = to;
			start(this::acceptAll);
		}

		int port() {
			return this.server.getLocalPort();
		}

		private void acceptAll() throws IOException {
			while (true) {
				Socket in = this.server.accept();
				Socket out = new Socket(InetAddress.getLoopbackAddress(), this.to);
				this.sockets.addAll(List.of(in, out));
				start(() -> pass(in, out));
				start(() -> pass(out, in));
			}
		}

		private static void pass(Socket from, Socket to) throws IOException {
			InputStream in = from.getInputStream();
			OutputStream out = to.getOutputStream();
			in.transferTo(out);
		}

		private static void start(Passing task) {
			Thread thread = new Thread(() -> {
				try {
					task.run();
				}
				catch (IOException ex) {
					// it was closed
				}
			}, "proxy");
			thread.setDaemon(true);
			thread.start();
		}

		@Override
		public void close() throws IOException {
			this.server.close();
			for (Socket socket : this.sockets) {
				socket.close();
			}
		}

	}

	/**
	 * Something that fails once the proxy is closed.
	 */
	@FunctionalInterface
	private interface Passing {

		void run() throws IOException;

	}

}
