package io.github.leaderelection.system;

import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;

import io.github.leaderelection.NodeId;
import io.github.leaderelection.internal.transport.seal.Nonces;
import io.github.leaderelection.internal.transport.seal.SharedSecret;
import io.github.leaderelection.internal.transport.seal.Side;
import io.github.leaderelection.internal.transport.wire.HandshakeCodec;
import io.github.leaderelection.internal.transport.wire.HandshakeFrame;
import io.github.leaderelection.internal.transport.wire.HandshakeFrame.Challenge;
import io.github.leaderelection.internal.transport.wire.HandshakeFrame.Hello;
import io.github.leaderelection.internal.transport.wire.HandshakeFrame.Opening;
import io.github.leaderelection.internal.transport.wire.WireException;
import io.github.leaderelection.system.cluster.NodeProcess;

/**
 * Comes to a node's port over plain TCP, and keeps to as much of the rules as the test
 * likes.
 */
final class Intruder implements AutoCloseable {

	private static final int TIMEOUT_MILLIS = 10_000;

	private static final int TEXT = 1;

	private static final int BINARY = 2;

	private static final HandshakeCodec CODEC = new HandshakeCodec();

	private final Socket socket;

	private Intruder(Socket socket) {
		this.socket = socket;
	}

	static Intruder connect(NodeProcess node) throws IOException {
		Socket socket = new Socket(InetAddress.getLoopbackAddress(), node.port());
		socket.setSoTimeout(TIMEOUT_MILLIS);
		return new Intruder(socket);
	}

	/** Connects and asks for a WebSocket as a peer does. */
	static Intruder upgrade(NodeProcess node) throws IOException {
		Intruder intruder = connect(node);
		intruder.send(request("Sec-WebSocket-Protocol: leader-election.v2\r\n"));
		return intruder;
	}

	/** A request for a WebSocket on the peers' path. */
	static String request(String headers) {
		return "GET /leader-election HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
				+ "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n" + headers + "\r\n";
	}

	/** What whoever dials says first. */
	static String opening() {
		return CODEC.encode(new Opening("00".repeat(HandshakeFrame.BYTES)));
	}

	/** Does as a peer does, until it has said who it is. */
	void greet(String secret, String from, List<NodeProcess> members) throws IOException {
		text(opening());
		try {
			Challenge challenge = (Challenge) CODEC.decode(readText());
			List<NodeId> ids = members.stream().map((node) -> NodeId.of(node.name())).toList();
			text(new SharedSecret(secret).session(new Nonces("00".repeat(HandshakeFrame.BYTES), challenge.nonce()))
				.sealer(Side.DIALLER)
				.seal(CODEC.encode(new Hello("default", NodeId.of(from), 1, ids, null, List.of()))));
		}
		catch (WireException ex) {
			throw new IOException(ex);
		}
	}

	/** The next frame, which is short. */
	private String readText() throws IOException {
		DataInputStream in = new DataInputStream(this.socket.getInputStream());
		in.readUnsignedByte();
		int length = in.readUnsignedByte();
		return new String(in.readNBytes((length == 126) ? in.readUnsignedShort() : length), StandardCharsets.US_ASCII);
	}

	void send(String text) throws IOException {
		send(text.getBytes(StandardCharsets.UTF_8));
	}

	void send(byte[] bytes) throws IOException {
		this.socket.getOutputStream().write(bytes);
		this.socket.getOutputStream().flush();
	}

	void text(String payload) throws IOException {
		frame(TEXT, payload.getBytes(StandardCharsets.UTF_8));
	}

	void binary(byte[] payload) throws IOException {
		frame(BINARY, payload);
	}

	/** Begins a text frame and never ends it. */
	void halfFrame(int announced) throws IOException {
		send(header(TEXT, announced));
	}

	private void frame(int opcode, byte[] payload) throws IOException {
		ByteArrayOutputStream bytes = new ByteArrayOutputStream();
		bytes.writeBytes(header(opcode, payload.length));
		// The mask is zero and so changes nothing.
		bytes.writeBytes(payload);
		send(bytes.toByteArray());
	}

	private static byte[] header(int opcode, int length) {
		ByteArrayOutputStream bytes = new ByteArrayOutputStream();
		bytes.write(0x80 | opcode);
		if (length < 126) {
			bytes.write(0x80 | length);
		}
		else {
			bytes.write(0x80 | 127);
			for (int shift = 56; shift >= 0; shift -= 8) {
				bytes.write((int) ((long) length >>> shift));
			}
		}
		bytes.writeBytes(new byte[4]);
		return bytes.toByteArray();
	}

	/** Reads the head of the answer, the status line first. */
	String readHead() throws IOException {
		StringBuilder head = new StringBuilder();
		InputStream in = this.socket.getInputStream();
		while (head.indexOf("\r\n\r\n") < 0) {
			int next = in.read();
			if (next < 0) {
				break;
			}
			head.append((char) next);
		}
		return head.toString();
	}

	/** Reads until the node closes the connection. */
	void awaitEnd() throws IOException {
		InputStream in = this.socket.getInputStream();
		byte[] buffer = new byte[1024];
		int read = 0;
		while (read >= 0) {
			read = in.read(buffer);
		}
	}

	@Override
	public void close() throws IOException {
		this.socket.close();
	}

}
