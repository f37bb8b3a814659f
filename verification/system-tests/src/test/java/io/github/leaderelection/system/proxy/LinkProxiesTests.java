package io.github.leaderelection.system.proxy;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Tests for {@link LinkProxies}.
 */
@Timeout(60)
class LinkProxiesTests {

	private static final int BRIEFLY = 100;

	private final LinkProxies proxies = new LinkProxies();

	private ServerSocket server;

	private int port;

	@BeforeEach
	void listen() throws IOException {
		this.server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
		this.port = this.proxies.listen(0, 1,
				new InetSocketAddress(InetAddress.getLoopbackAddress(), this.server.getLocalPort()));
	}

	@AfterEach
	void close() throws IOException {
		this.proxies.close();
		this.server.close();
	}

	private Socket dial() throws IOException {
		return new Socket(InetAddress.getLoopbackAddress(), this.port);
	}

	private static void assertPasses(Socket from, Socket to, int value) throws IOException {
		from.getOutputStream().write(value);
		assertThat(to.getInputStream().read()).isEqualTo(value);
	}

	/** The condition is in force for what is sent from now on. */
	private void set(int from, int to, LinkCondition condition) {
		this.proxies.set(from, to, condition);
		this.proxies.settle();
	}

	private static void assertNothingComes(Socket socket) throws IOException {
		socket.setSoTimeout(BRIEFLY);
		assertThatExceptionOfType(SocketTimeoutException.class).isThrownBy(() -> socket.getInputStream().read());
		socket.setSoTimeout(0);
	}

	@Test
	void bytesAndTheirEndPassBothWays() throws IOException {
		try (Socket near = dial(); Socket far = this.server.accept()) {
			assertPasses(near, far, 1);
			assertPasses(far, near, 2);
			byte[] much = new byte[3_000_000];
			much[much.length - 1] = 9;
			Thread sender = new Thread(() -> write(near, much));
			sender.start();
			assertThat(far.getInputStream().readNBytes(much.length)).isEqualTo(much);
			near.shutdownOutput();
			assertThat(far.getInputStream().read()).isEqualTo(-1);
			assertPasses(far, near, 3);
		}
	}

	private static void write(Socket socket, byte[] bytes) {
		try {
			socket.getOutputStream().write(bytes);
		}
		catch (IOException ex) {
			throw new IllegalStateException(ex);
		}
	}

	@Test
	void cutSwallowsOneDirectionAndItsEndResetsTheConnection() throws IOException {
		try (Socket near = dial(); Socket far = this.server.accept()) {
			assertPasses(near, far, 1);
			set(0, 1, LinkCondition.CUT);
			near.getOutputStream().write(2);
			assertNothingComes(far);
			assertPasses(far, near, 3);
			set(0, 1, LinkCondition.CLEAR);
			assertThatExceptionOfType(SocketException.class).isThrownBy(() -> near.getInputStream().read());
			assertThatExceptionOfType(SocketException.class).isThrownBy(() -> far.getInputStream().read());
			assertThat(this.proxies.resets()).isEqualTo(1);
		}
	}

	@Test
	void cutThatSwallowedNothingLeavesTheConnection() throws IOException {
		try (Socket near = dial(); Socket far = this.server.accept()) {
			set(1, 0, LinkCondition.CUT);
			assertPasses(near, far, 1);
			set(1, 0, LinkCondition.CLEAR);
			assertPasses(far, near, 2);
		}
	}

	@Test
	void dialUnderACutIsSilentUntilItsEnd() throws IOException {
		set(1, 0, LinkCondition.CUT);
		try (Socket near = dial()) {
			near.getOutputStream().write(1);
			assertNothingComes(near);
			set(1, 0, LinkCondition.CLEAR);
			assertThatExceptionOfType(SocketException.class).isThrownBy(() -> near.getInputStream().read());
		}
	}

	@Test
	void stallHoldsBackAndLosesNothing() throws IOException {
		try (Socket near = dial(); Socket far = this.server.accept()) {
			set(0, 1, LinkCondition.STALLED);
			near.getOutputStream().write(1);
			assertNothingComes(far);
			set(0, 1, LinkCondition.CLEAR);
			assertThat(far.getInputStream().read()).isEqualTo(1);
		}
	}

	@Test
	void delayedBytesComeLaterAndInOrder() throws IOException {
		try (Socket near = dial(); Socket far = this.server.accept()) {
			set(0, 1, new LinkCondition(false, false, 200));
			long sent = System.nanoTime();
			near.getOutputStream().write(1);
			assertThat(far.getInputStream().read()).isEqualTo(1);
			assertThat(System.nanoTime() - sent).isGreaterThanOrEqualTo(200_000_000L);
			near.getOutputStream().write(2);
			set(0, 1, LinkCondition.CLEAR);
			near.getOutputStream().write(3);
			assertThat(far.getInputStream().readNBytes(2)).containsExactly(2, 3);
		}
	}

	@Test
	void resetReachesBothSides() throws IOException {
		try (Socket near = dial(); Socket far = this.server.accept()) {
			assertPasses(near, far, 1);
			this.proxies.reset(1, 0);
			assertThatExceptionOfType(SocketException.class).isThrownBy(() -> near.getInputStream().read());
			assertThatExceptionOfType(SocketException.class).isThrownBy(() -> far.getInputStream().read());
		}
	}

	@Test
	void dialOfADeadNodeIsReset() throws IOException {
		this.server.close();
		try (Socket near = dial()) {
			assertThatExceptionOfType(SocketException.class).isThrownBy(() -> near.getInputStream().read());
		}
	}

}
