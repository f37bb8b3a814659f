package io.github.leaderelection.internal.transport.link;

import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;

import io.github.leaderelection.NodeId;
import io.github.leaderelection.internal.transport.seal.FrameOpener;
import io.github.leaderelection.internal.transport.seal.FrameSealer;
import io.github.leaderelection.internal.transport.seal.Nonces;
import io.github.leaderelection.internal.transport.seal.SessionKeys;
import io.github.leaderelection.internal.transport.seal.SharedSecret;
import io.github.leaderelection.internal.transport.seal.Side;
import io.github.leaderelection.internal.transport.wire.HandshakeCodec;
import io.github.leaderelection.internal.transport.wire.HandshakeFrame;
import io.github.leaderelection.internal.transport.wire.HandshakeFrame.Challenge;
import io.github.leaderelection.internal.transport.wire.HandshakeFrame.Hello;
import io.github.leaderelection.internal.transport.wire.HandshakeFrame.Opening;
import io.github.leaderelection.internal.transport.wire.LinkCodec;
import io.github.leaderelection.internal.transport.wire.LinkFrame.Speaking;
import io.github.leaderelection.internal.transport.wire.WireException;

/**
 * A peer that does on purpose what no peer should do. Blocking; a read gives up after a
 * while.
 */
public abstract class RawPeer implements AutoCloseable {

	/** The URL that it tells of its application, on the host of its certificate. */
	public static final String APPLICATION = "http://localhost:80";

	protected static final int TIMEOUT_MILLIS = 20_000;

	private static final AtomicLong TURNS = new AtomicLong();

	protected final Socket socket;

	protected final DataInputStream in;

	protected volatile SessionKeys keys;

	protected volatile FrameOpener opener;

	protected FrameSealer sealer;

	private final OutputStream out;

	private final HandshakeCodec codec = new HandshakeCodec();

	private final LinkCodec linkCodec = new LinkCodec();

	/** Is connected, and has shaken hands where that is by TLS. */
	protected RawPeer(Socket connected) throws IOException {
		this.socket = connected;
		this.in = new DataInputStream(connected.getInputStream());
		this.out = connected.getOutputStream();
	}

	/** Not yet by TLS. */
	public static Socket connected(InetAddress host, int port) throws IOException {
		Socket socket = new Socket();
		socket.setReceiveBufferSize(4096);
		socket.setSoTimeout(TIMEOUT_MILLIS);
		socket.connect(new InetSocketAddress(host, port));
		return socket;
	}

	/**
	 * Asks to open a connection as a peer does.
	 * @return the HTTP status
	 */
	public abstract int knock(String... headers) throws IOException;

	/** Says a text as a member says it: sealed once there are keys. */
	public final void text(String text) throws IOException {
		plain((this.sealer != null) ? this.sealer.seal(text) : text);
	}

	/** Says a text as it is, whatever stands there. */
	public abstract void plain(String text) throws IOException;

	/** The text as it would be sealed next, with the number it would have and another. */
	public final String sealed(String text, int further) {
		return sealed(Side.DIALLER, text, this.sealer.number() + further);
	}

	/** The text as this side seals it with this number. */
	public final String sealed(Side by, String text, long number) {
		FrameSealer other = this.keys.sealer(by);
		for (long before = 1; before < number; before++) {
			other.seal("");
		}
		return other.seal(text);
	}

	/** Part of a text that never ends; from now on nothing is read. */
	public abstract void half(String text) throws IOException;

	/** A text in parts, each short, that is too long altogether. */
	public abstract void manyParts() throws IOException;

	/** From now on nothing is read or answered. */
	public abstract void stopReading();

	/** The next text; the connection must not end before. */
	public abstract String readText() throws IOException;

	/**
	 * The code with which the other side closes, or -1 if it just ends the connection.
	 */
	public abstract int readClose() throws IOException;

	/** Whether the other side has ended the connection; waits for it. */
	public abstract boolean readEnd() throws IOException;

	@Override
	public void close() throws IOException {
		this.socket.close();
	}

	/** Says a request without its body. */
	protected final void request(String line, String... headers) throws IOException {
		write((line + " HTTP/1.1\r\nHost: localhost\r\n" + String.join("\r\n", headers) + "\r\n\r\n")
			.getBytes(StandardCharsets.US_ASCII));
	}

	public final void write(byte[] bytes) throws IOException {
		this.out.write(bytes);
		this.out.flush();
	}

	/** Reads the status of an answer and, into the map, its headers. */
	protected final int status(Map<String, String> headers) throws IOException {
		int status = Integer.parseInt(line().split(" ")[1]);
		for (String line = line(); !line.isEmpty(); line = line()) {
			String[] parts = line.split(": ", 2);
			headers.put(parts[0].toLowerCase(Locale.ROOT), parts[1]);
		}
		return status;
	}

	private String line() throws IOException {
		ByteArrayOutputStream line = new ByteArrayOutputStream();
		for (int b = this.in.readUnsignedByte(); b != '\n'; b = this.in.readUnsignedByte()) {
			line.write(b);
		}
		return line.toString(StandardCharsets.US_ASCII).stripTrailing();
	}

	public final void say(HandshakeFrame frame) throws IOException {
		text(this.codec.encode(frame));
	}

	public final HandshakeFrame hear() throws IOException {
		try {
			// What is said behind it may be in the same message.
			return this.codec.decode(readText().split("\n")[0]);
		}
		catch (WireException ex) {
			throw new IOException(ex);
		}
	}

	/** Opens as a member does, and is challenged; believes it without a look. */
	public final Challenge open(String secret) throws IOException {
		SharedSecret shared = new SharedSecret(secret);
		Opening opening = new Opening(shared.freshNonce());
		say(opening);
		Challenge challenge = (Challenge) hear();
		this.keys = shared.session(new Nonces(opening.nonce(), challenge.nonce()));
		this.sealer = this.keys.sealer(Side.DIALLER);
		this.opener = this.keys.opener(Side.ACCEPTOR);
		return challenge;
	}

	/** Does as a member does, until it has said who it is. */
	public final void authenticate(String secret, String id, long incarnation, NodeId... members) throws IOException {
		open(secret);
		say(hello(id, incarnation, members));
	}

	/** As a member does, until it is linked. */
	public final void link(String secret, String id, long incarnation, NodeId... members) throws IOException {
		authenticate(secret, id, incarnation, members);
		hear();
		speak();
	}

	/** Says that it speaks on this connection, though another one dialled it. */
	public final void speak() throws IOException {
		text(this.linkCodec.encode(new Speaking(TURNS.incrementAndGet())));
	}

	public static Hello hello(String id, long incarnation, NodeId... members) {
		return new Hello("test", NodeId.of(id), incarnation, List.of(members), null, List.of(), APPLICATION);
	}

	public static Opening opening() {
		return new Opening(new SharedSecret(null).freshNonce());
	}

	/** A frame as it is written. */
	public final String written(HandshakeFrame frame) {
		return this.codec.encode(frame);
	}

}
