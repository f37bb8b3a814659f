package io.github.leaderelection.internal.crashdetection;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

import io.github.leaderelection.internal.transport.seal.SharedSecret;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

/**
 * The listener of a process, asked by whomever.
 */
class ProcessListenerTests {

	private static final SharedSecret SECRET = new SharedSecret("a secret of some length");

	private final List<String> lost = new CopyOnWriteArrayList<>();

	private static Socket dial(ProcessListener listener) throws IOException {
		return new Socket(InetAddress.getLoopbackAddress(), listener.port());
	}

	private static Sight ask(ProcessListener listener, SharedSecret secret, long process) throws IOException {
		try (Socket socket = dial(listener)) {
			Sight own = Sight.of(socket, listener.where());
			Sight theirs = LifeProof.ask(new Lines(socket, 5000), secret, process, own);
			assertThat(own.difference(theirs)).isNull();
			return theirs;
		}
	}

	@Test
	void provesEachProcessThatIsClaimed() throws IOException {
		ProcessListener listener = new ProcessListener(InetAddress.getLoopbackAddress());
		listener.claim(7, SECRET, this.lost::add);
		listener.claim(-8, new SharedSecret("another secret"), this.lost::add);
		assertThat(ask(listener, SECRET, 7).where()).isEqualTo(Surroundings.read());
		assertThat(ask(listener, new SharedSecret("another secret"), -8)).isNotNull();
	}

	@Test
	void answersNobodyWithoutTheSecretOrForAnotherProcess() throws IOException {
		ProcessListener listener = new ProcessListener(InetAddress.getLoopbackAddress());
		listener.claim(7, SECRET, this.lost::add);
		assertThatExceptionOfType(IOException.class).isThrownBy(() -> ask(listener, new SharedSecret("wrong"), 7));
		assertThatExceptionOfType(IOException.class).isThrownBy(() -> ask(listener, SECRET, 9));
		listener.release(7);
		assertThatExceptionOfType(IOException.class).isThrownBy(() -> ask(listener, SECRET, 7));
	}

	@Test
	void answersWhoHasTheSecretBefore() throws IOException {
		ProcessListener listener = new ProcessListener(InetAddress.getLoopbackAddress());
		listener.claim(7, new SharedSecret("next secret", "a secret of some length"), this.lost::add);
		assertThat(ask(listener, SECRET, 7)).isNotNull();
	}

	@Test
	void isTheSameForTheWholeProcess() throws IOException {
		assertThat(ProcessListener.ofThisProcess(InetAddress.getLoopbackAddress()))
			.isSameAs(ProcessListener.ofThisProcess(InetAddress.getLoopbackAddress()));
	}

	@Test
	void isOneForEachAddress() throws IOException {
		ProcessListener everywhere = ProcessListener.ofThisProcess(null);
		assertThat(everywhere.socket().getInetAddress().isAnyLocalAddress()).isTrue();
		assertThat(ProcessListener.ofThisProcess(null)).isSameAs(everywhere);
		assertThat(ProcessListener.ofThisProcess(InetAddress.getLoopbackAddress())).isNotSameAs(everywhere);
	}

	@Test
	@EnabledOnOs(OS.LINUX)
	void looksForItselfAtTheOneAddressWhereItListens() throws IOException {
		InetAddress second = InetAddress.getByName("127.0.0.2");
		ProcessListener listener = new ProcessListener(second);
		assertThat(listener.socket().getInetAddress()).isEqualTo(second);
		assertThat(listener.isGone()).isFalse();
	}

	@Test
	void strangersThatSayNothingDoNotMakeItRefuse() throws IOException {
		ProcessListener listener = new ProcessListener(InetAddress.getLoopbackAddress());
		listener.claim(7, SECRET, this.lost::add);
		InetSocketAddress address = new InetSocketAddress(InetAddress.getLoopbackAddress(), listener.port());
		List<Socket> strangers = new ArrayList<>();
		for (int i = 0; i < 60; i++) {
			strangers.add(dial(listener));
			assertThat(listener.refused().by(address)).isFalse();
		}
		for (Socket stranger : strangers) {
			stranger.close();
		}
		Awaitility.await()
			.atMost(Duration.ofSeconds(30))
			.ignoreExceptions()
			.until(() -> ask(listener, SECRET, 7) != null);
		assertThat(this.lost).isEmpty();
	}

	@Test
	void nonsenseIsTurnedAway() throws IOException {
		ProcessListener listener = new ProcessListener(InetAddress.getLoopbackAddress());
		listener.claim(7, SECRET, this.lost::add);
		for (String nonsense : List.of("\n", "GET / HTTP/1.1\r\n", "x".repeat(5000) + "\n", "a b c d e f g\n",
				"7 \u0001 b c d e f\n")) {
			try (Socket socket = dial(listener)) {
				socket.setSoTimeout(10_000);
				socket.getOutputStream().write(nonsense.getBytes(java.nio.charset.StandardCharsets.ISO_8859_1));
				assertThat(readToEnd(socket)).startsWith("leader-election-alive-1 ").doesNotContain("7 ");
			}
		}
		assertThat(ask(listener, SECRET, 7)).isNotNull();
	}

	private static String readToEnd(Socket socket) {
		StringBuilder said = new StringBuilder();
		try {
			for (int next = socket.getInputStream().read(); next >= 0; next = socket.getInputStream().read()) {
				said.append((char) next);
			}
		}
		catch (IOException ex) {
			// reset, for not all was read
		}
		return said.toString();
	}

	@Test
	void listenerThatSomebodyClosedIsNoticedAtOnceAndForGood() throws IOException {
		ProcessListener listener = new ProcessListener(InetAddress.getLoopbackAddress());
		listener.claim(7, SECRET, this.lost::add);
		listener.socket().close();
		Awaitility.await().atMost(Duration.ofSeconds(30)).until(() -> !this.lost.isEmpty());
		assertThat(this.lost).singleElement().asString().contains("Restart it", "leader-election.crash-detection");
		assertThatIllegalStateException().isThrownBy(() -> listener.claim(8, SECRET, this.lost::add))
			.withMessageContaining("Restart it");
	}

}
