package io.github.leaderelection.internal.transport.listener;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.Stream;

import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLSocket;

import io.github.leaderelection.internal.transport.server.Reply;
import io.github.leaderelection.internal.transport.servlet.ServletPeers;
import io.github.leaderelection.internal.transport.tls.PeerTls;
import io.github.leaderelection.internal.transport.tls.TestCertificates;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link BoundedEndpoint}: connections that make no request, with TLS and
 * without.
 */
class BoundedEndpointTests {

	private static final SSLContext LOCALHOST = TestCertificates.LOCALHOST.context();

	private static final Own PLAIN = new Own(null);

	private static final Own SECURE = new Own(new PeerTls(() -> LOCALHOST, true));

	private static final byte[] NOTHING = {};

	private static final byte[] HALF_A_REQUEST = "GET /peers HTTP/1.1\r\nHost: loc".getBytes(StandardCharsets.US_ASCII);

	private static final byte[] HALF_A_HELLO = { 0x16, 3, 1, 2, 0, 1 };

	private static final int SURPLUS = 60;

	/** Before their own time is over. */
	private static final int SOON_MILLIS = 3500;

	private final List<Socket> opened = new ArrayList<>();

	static Stream<Named<Own>> ports() {
		return Stream.of(Named.of("in the clear", PLAIN), Named.of("by TLS", SECURE));
	}

	@BeforeAll
	static void start() throws IOException {
		PLAIN.start();
		SECURE.start();
	}

	@AfterAll
	static void stop() {
		PLAIN.listener.stop();
		SECURE.listener.stop();
	}

	@AfterEach
	void close() throws IOException {
		for (Socket socket : this.opened) {
			socket.close();
		}
	}

	private Socket stranger(Own port, byte[] words) throws IOException {
		Socket socket = port.connect();
		this.opened.add(socket);
		socket.getOutputStream().write(words);
		return socket;
	}

	private List<Socket> strangers(Own port, int count, byte[]... words) throws IOException {
		List<Socket> strangers = new ArrayList<>();
		for (int i = 0; i < count; i++) {
			strangers.add(stranger(port, words[i % words.length]));
		}
		return strangers;
	}

	private Socket member(Own port) throws IOException {
		Socket member = port.secured(port.connect());
		this.opened.add(member);
		return member;
	}

	private static boolean hasEnded(Socket socket, int millis) throws IOException {
		socket.setSoTimeout(millis);
		try {
			while (socket.getInputStream().read() >= 0) {
				continue;
			}
			return true;
		}
		catch (SocketTimeoutException ex) {
			return false;
		}
		catch (SocketException | SSLException ex) {
			return true;
		}
	}

	/** The status; the connection stays open. */
	private static String ask(Socket socket) throws IOException {
		socket.getOutputStream()
			.write("GET /peers HTTP/1.1\r\nHost: localhost\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
		return status(socket);
	}

	private static String status(Socket socket) throws IOException {
		BufferedReader reader = new BufferedReader(
				new InputStreamReader(socket.getInputStream(), StandardCharsets.US_ASCII));
		String status = reader.readLine();
		while (!reader.readLine().isEmpty()) {
			continue;
		}
		return status.split(" ")[1];
	}

	@ParameterizedTest
	@MethodSource("ports")
	void connectionsThatMakeNoRequestAreBounded(Own port) throws IOException {
		long begun = System.nanoTime();
		List<Socket> strangers = strangers(port, BoundedEndpoint.PLACES + SURPLUS, NOTHING);
		for (Socket stranger : strangers.subList(0, SURPLUS)) {
			assertThat(hasEnded(stranger, SOON_MILLIS)).isTrue();
		}
		boolean moreEnded = hasEnded(strangers.get(SURPLUS), 1);
		// Unless its own time is already over, for the machine stood still.
		if (System.nanoTime() - begun < SOON_MILLIS * 1_000_000L) {
			assertThat(moreEnded).isFalse();
		}
	}

	@ParameterizedTest
	@MethodSource("ports")
	void connectionsThatWereAnsweredAreBoundedToo(Own port) throws IOException {
		int before = port.crowdedOut.size();
		List<Socket> strangers = new ArrayList<>();
		for (int i = 0; i < BoundedEndpoint.PLACES + SURPLUS; i++) {
			Socket stranger = member(port);
			assertThat(ask(stranger)).isEqualTo("202");
			strangers.add(stranger);
		}
		for (Socket stranger : strangers.subList(0, SURPLUS)) {
			assertThat(hasEnded(stranger, SOON_MILLIS)).isTrue();
		}
		assertThat(port.crowdedOut).hasSizeGreaterThanOrEqualTo(before + SURPLUS);
		assertThat(ask(member(port))).isEqualTo("202");
	}

	@Test
	void bodiesThatComeByteByByteHoldNoThread() throws IOException {
		byte[] head = "POST /elsewhere HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100000\r\n\r\nx"
			.getBytes(StandardCharsets.US_ASCII);
		List<Socket> strangers = strangers(PLAIN, 2 * PLAIN.threads(), head);
		for (Socket stranger : strangers) {
			assertThat(status(stranger)).isEqualTo("404");
			assertThat(hasEnded(stranger, SOON_MILLIS)).isTrue();
		}
		assertThat(ask(member(PLAIN))).isEqualTo("202");
	}

	@ParameterizedTest
	@MethodSource("ports")
	void whoHasMadeARequestStaysThoughManyMakeNone(Own port) throws IOException {
		Socket member = member(port);
		assertThat(ask(member)).isEqualTo("202");
		strangers(port, BoundedEndpoint.PLACES + SURPLUS, half(port));
		assertThat(ask(member)).isEqualTo("202");
		assertThat(ask(member(port))).isEqualTo("202");
	}

	@ParameterizedTest
	@MethodSource("ports")
	void silentOnesGiveWayFirst(Own port) throws IOException {
		List<Socket> talkative = strangers(port, 1, half(port));
		// Whoever is answered spoke after it.
		assertThat(ask(member(port))).isEqualTo("202");
		List<Socket> silent = strangers(port, BoundedEndpoint.PLACES, NOTHING);
		assertThat(hasEnded(silent.get(0), SOON_MILLIS)).isTrue();
		assertThat(hasEnded(talkative.get(0), 1)).isFalse();
	}

	/** Of what comes before the first answer. */
	private static byte[] half(Own port) throws SSLException {
		return (port == SECURE) ? hello() : HALF_A_REQUEST;
	}

	/** All that the dialling side says before it is answered. */
	private static byte[] hello() throws SSLException {
		SSLEngine engine = LOCALHOST.createSSLEngine();
		engine.setUseClientMode(true);
		ByteBuffer hello = ByteBuffer.allocate(engine.getSession().getPacketBufferSize());
		engine.wrap(ByteBuffer.allocate(0), hello);
		return Arrays.copyOf(hello.array(), hello.position());
	}

	@Test
	void whoseFirstRequestDoesNotEndIsGivenUpThoughItsBytesCome() throws Exception {
		List<Socket> silent = List.of(stranger(PLAIN, NOTHING), stranger(SECURE, NOTHING), stranger(SECURE, hello()),
				member(SECURE));
		Set<Socket> dripping = new HashSet<>(List.of(stranger(PLAIN, HALF_A_REQUEST), stranger(SECURE, HALF_A_HELLO)));
		for (int drips = 0; !dripping.isEmpty(); drips++) {
			assertThat(drips).isLessThan(100);
			drip(dripping);
		}
		for (Socket each : silent) {
			assertThat(hasEnded(each, SOON_MILLIS)).isTrue();
		}
	}

	private static void drip(Set<Socket> sockets) throws IOException {
		for (Socket each : List.copyOf(sockets)) {
			if (hasEnded(each, 100)) {
				sockets.remove(each);
				continue;
			}
			try {
				each.getOutputStream().write('x');
			}
			catch (SocketException ex) {
				// Its end is still to be read.
			}
		}
	}

	/**
	 * A port of its own.
	 */
	private static final class Own {

		private final Queue<String> crowdedOut = new ConcurrentLinkedQueue<>();

		private final ListenerSettings settings;

		private final TomcatListener listener;

		private final boolean secure;

		private int port;

		private Own(@Nullable PeerTls tls) {
			this.settings = new ListenerSettings(InetAddress.getLoopbackAddress(), 0, 3, tls);
			this.listener = new TomcatListener(this.settings, Map.of("/peers", new Answering(), "/", new Unserved()),
					this.crowdedOut::add);
			this.secure = tls != null;
		}

		private int threads() {
			return this.settings.maxThreads();
		}

		private void start() throws IOException {
			this.port = this.listener.start();
		}

		private Socket connect() throws IOException {
			Socket socket = new Socket(InetAddress.getLoopbackAddress(), this.port);
			socket.setSoTimeout(20_000);
			return socket;
		}

		private Socket secured(Socket connected) throws IOException {
			if (!this.secure) {
				return connected;
			}
			SSLSocket socket = (SSLSocket) LOCALHOST.getSocketFactory()
				.createSocket(connected, "localhost", this.port, true);
			socket.startHandshake();
			return socket;
		}

	}

	/**
	 * Accepts each request.
	 */
	private static final class Answering extends HttpServlet {

		private static final long serialVersionUID = 1L;

		@Override
		protected void service(HttpServletRequest request, HttpServletResponse response) {
			response.setStatus(HttpServletResponse.SC_ACCEPTED);
		}

	}

	/**
	 * Answers at once, whatever body comes.
	 */
	private static final class Unserved extends HttpServlet {

		private static final long serialVersionUID = 1L;

		@Override
		protected void service(HttpServletRequest request, HttpServletResponse response) throws IOException {
			new ServletPeers((exchange) -> exchange.replyUnread(Reply.notFound())).handleRequest(request, response);
		}

	}

}
