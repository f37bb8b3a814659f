package io.github.leaderelection.internal.transport.websocket;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.util.List;

import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLSocket;

import io.github.leaderelection.internal.transport.link.RawPeer;
import io.github.leaderelection.internal.transport.link.CertifiedNodes;
import io.github.leaderelection.internal.transport.link.TestNode.TransportType;
import io.github.leaderelection.internal.transport.link.TestServer;
import io.github.leaderelection.internal.transport.spi.RefusalReason;
import io.github.leaderelection.internal.transport.tls.TestCertificates;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Disabled;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * On a port of its own by TLS, where whoever means ill has the certificate of a member.
 */
@Tag("thorough")
class OwnPortTlsHostilePeersTests extends WebSocketHostilePeersTests {

	private static final TransportType TYPE = new CertifiedNodes(WebSocketPeerTransport::new);

	private static final SSLContext LOCALHOST = TestCertificates.LOCALHOST.context();

	/**
	 * Takes no link, and refuses no connection either: that would be a sign of an end.
	 */
	private static TestServer attackers;

	OwnPortTlsHostilePeersTests() {
		super(TYPE);
	}

	@BeforeAll
	static void startAttackers() {
		attackers = TYPE.server(0, "");
	}

	@AfterAll
	static void stopAttackers() {
		attackers.stop();
	}

	/** A certificate proves nothing without the URL of the member. */
	@Override
	protected URI urlOfRawPeers() {
		return URI.create(attackers.scheme() + "://localhost:" + attackers.port());
	}

	/** Shakes hands with a, or fails to. */
	private SSLSocket handshaken(SSLContext context, Socket connected, String protocol) throws IOException {
		SSLSocket socket = (SSLSocket) context.getSocketFactory().createSocket(connected, "localhost", 0, true);
		socket.setEnabledProtocols(new String[] { protocol });
		socket.startHandshake();
		return socket;
	}

	private Socket toA() throws IOException {
		return keep(RawPeer.connected(InetAddress.getLoopbackAddress(), this.a.server.port()));
	}

	/** Linked as c. */
	private WebSocketRawPeer linked(Socket socket) throws IOException {
		WebSocketRawPeer peer = new WebSocketRawPeer(socket).upgraded();
		peer.link(SECRET, "c", 7, A, B, C);
		await().until(() -> this.a.peer("c").connected());
		return peer;
	}

	private void assertNoOneWasHeard() {
		assertThat(this.a.refusedInTime()).isEmpty();
		assertThat(this.a.status().unauthenticated()).isZero();
	}

	@ParameterizedTest
	@ValueSource(strings = { "TLSv1.2", "TLSv1.3" })
	void whoPresentsNoCertificateOrOneOfAForeignAuthorityIsNotHeard(String protocol) throws Exception {
		for (SSLContext context : List.of(TestCertificates.trustOnly(), TestCertificates.STRANGER.context(),
				TestCertificates.STRANGER.insistentContext())) {
			// The server may close while this side still writes, which then reads no
			// alert.
			await().untilAsserted(() -> assertThatExceptionOfType(SSLException.class)
				.isThrownBy(() -> handshaken(context, toA(), protocol).getInputStream().read())
				.withMessageContaining("certificate"));
		}
		assertNoOneWasHeard();
	}

	@ParameterizedTest
	@ValueSource(strings = { "TLSv1.2", "TLSv1.3" })
	void whoHasTheSecretAndTheCertificateOfAnotherHostIsToldNothing(String protocol) throws IOException {
		for (String id : List.of("b", "c")) {
			WebSocketRawPeer thief = new WebSocketRawPeer(
					handshaken(TestCertificates.ELSEWHERE.context(), toA(), protocol))
				.upgraded();
			thief.authenticate(SECRET, id, 7, A, B, C);
			assertThat(thief.readClose()).isEqualTo(RefusalReason.CERTIFICATE.closeCode());
		}
		awaitRefused(RefusalReason.CERTIFICATE, 2);
		assertThat(this.a.receiver.of("c").stream().filter("+c"::equals)).isEmpty();
	}

	@Test
	void whoSpeaksNoTlsIsNotHeard() throws IOException {
		WebSocketRawPeer plain = keep(new WebSocketRawPeer(toA()));
		assertThat(plain.knock()).isEqualTo(400);
		assertThat(plain.readEnd()).isTrue();
		Socket garbage = toA();
		garbage.getOutputStream().write(new byte[] { 0x16, 3, 3, 0, 4, 9, 9, 9, 9 });
		assertThat(new WebSocketRawPeer(garbage).readEnd()).isTrue();
		assertNoOneWasHeard();
	}

	@ParameterizedTest
	@ValueSource(strings = { "TLSv1.2", "TLSv1.3" })
	void aNewHandshakeOnALinkKeepsItWhole(String protocol) throws IOException {
		SSLSocket socket = handshaken(LOCALHOST, toA(), protocol);
		WebSocketRawPeer peer = linked(socket);
		for (long term = 50; term < 60; term++) {
			// By TLS 1.3 it brings new keys alone.
			socket.startHandshake();
			peer.text(message(term));
		}
		await().until(() -> this.a.receiver.messages.stream().anyMatch((envelope) -> envelope.body().term() == 59));
		assertThat(this.a.peer("c").connected()).isTrue();
	}

	/** Looks like one with data. */
	private static byte[] forgedRecord() {
		byte[] forged = new byte[5 + 64];
		System.arraycopy(new byte[] { 0x17, 3, 3, 0, 64 }, 0, forged, 0, 5);
		return forged;
	}

	@ParameterizedTest
	@ValueSource(strings = { "TLSv1.2", "TLSv1.3" })
	void aLinkWhoseOtherSideHasSaidItsLastEnds(String protocol) throws IOException {
		SSLSocket graceful = handshaken(LOCALHOST, toA(), protocol);
		WebSocketRawPeer peer = linked(graceful);
		graceful.shutdownOutput();
		assertThat(peer.readEnd()).isTrue();
		awaitHeardOfC("+c", "-c CLOSED");
		Socket cutOff = toA();
		WebSocketRawPeer again = linked(handshaken(LOCALHOST, cutOff, protocol));
		cutOff.shutdownOutput();
		assertThat(again.readEnd()).isTrue();
		awaitHeardOfC("+c", "-c CLOSED");
	}

	@Test
	void whatTheKeysOfTlsDoNotOpenEndsTheLink() throws IOException {
		Socket below = toA();
		WebSocketRawPeer peer = linked(handshaken(LOCALHOST, below, "TLSv1.3"));
		below.getOutputStream().write(forgedRecord());
		assertThat(peer.readEnd()).isTrue();
		awaitHeardOfC("+c", "-c CLOSED");
	}

	@Test
	@Disabled("Only the server of an application tells what it keeps; both upgrade by the same code")
	@Override
	void serverKeepsNothingOfWhoWasRefused() {
	}

}
