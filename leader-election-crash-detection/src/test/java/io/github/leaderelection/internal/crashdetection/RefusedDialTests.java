package io.github.leaderelection.internal.crashdetection;

import java.io.IOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.NoRouteToHostException;
import java.net.ServerSocket;
import java.net.SocketException;
import java.net.SocketTimeoutException;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Which failures of a dial are a refusal.
 */
class RefusedDialTests {

	private final RefusedDial refused = new RefusedDial("Connection refused");

	@Test
	void onlyARefusalIs() {
		assertThat(this.refused.isRefusal(new ConnectException("Connection refused"))).isTrue();
		assertThat(this.refused.isRefusal(new ConnectException("Connection refused: /127.0.0.1:80"))).isTrue();
	}

	@Test
	void noOtherFailureIs() {
		assertThat(this.refused.isRefusal(new ConnectException("Connection timed out"))).isFalse();
		assertThat(this.refused.isRefusal(new ConnectException())).isFalse();
		assertThat(this.refused.isRefusal(new SocketTimeoutException("Connect timed out"))).isFalse();
		assertThat(this.refused.isRefusal(new SocketException("Connection reset"))).isFalse();
		assertThat(this.refused.isRefusal(new SocketException("Connection refused"))).isFalse();
		assertThat(this.refused.isRefusal(new NoRouteToHostException("No route to host"))).isFalse();
		assertThat(this.refused.isRefusal(new IOException("Connection refused"))).isFalse();
	}

	@Test
	void closedPortRefusesAndAnOpenOneDoesNot() throws IOException {
		RefusedDial learned = RefusedDial.learn();
		InetSocketAddress address;
		try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
			address = (InetSocketAddress) server.getLocalSocketAddress();
			assertThat(learned.by(address)).isFalse();
		}
		assertThat(learned.by(address)).isTrue();
	}

	@Test
	void fullBacklogIsNoRefusal() throws IOException {
		RefusedDial learned = RefusedDial.learn();
		try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
			InetSocketAddress address = (InetSocketAddress) server.getLocalSocketAddress();
			for (int i = 0; i < 6; i++) {
				assertThat(learned.by(address)).as("dial " + i).isFalse();
			}
		}
	}

}
