package io.github.leaderelection.internal.transport.websocket;

import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;

import javax.net.ssl.SSLException;

import io.github.leaderelection.internal.transport.link.RawPeer;
import io.github.leaderelection.internal.transport.link.TestNode;
import io.github.leaderelection.internal.transport.link.TestServer;
import io.github.leaderelection.internal.transport.seal.SealException;

/**
 * A WebSocket client that does on purpose what no client should do. Blocking; a read
 * gives up after a while.
 */
public final class WebSocketRawPeer extends RawPeer {

	static final int TEXT = 1;

	static final int BINARY = 2;

	static final int CLOSE = 8;

	public static final String VERSION = "Sec-WebSocket-Protocol: leader-election.v2";

	private static final int FIN = 0x80;

	/** Only connects. */
	WebSocketRawPeer(TestNode node) throws IOException {
		this(node, InetAddress.getLoopbackAddress());
	}

	WebSocketRawPeer(TestNode node, InetAddress host) throws IOException {
		this(node.server.secured(connected(host, node.server.port())));
	}

	/** Is connected, and has shaken hands where that is by TLS. */
	public WebSocketRawPeer(Socket connected) throws IOException {
		super(connected);
	}

	/** Connects and becomes a WebSocket. */
	static WebSocketRawPeer open(TestNode node) throws IOException {
		return new WebSocketRawPeer(node).upgraded();
	}

	/** Becomes a WebSocket. */
	public WebSocketRawPeer upgraded() throws IOException {
		int status = upgrade(VERSION);
		if (status != 101) {
			throw new IOException("HTTP status " + status);
		}
		return this;
	}

	/** Asks something with these headers. */
	public int ask(String method, String... headers) throws IOException {
		request(method + " " + TestServer.PATH, headers);
		return status(new HashMap<>());
	}

	/** Asks to become a WebSocket. */
	public int upgrade(String... headers) throws IOException {
		List<String> all = new ArrayList<>(List.of("Upgrade: websocket", "Connection: Upgrade",
				"Sec-WebSocket-Version: 13", "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA=="));
		all.addAll(List.of(headers));
		return ask("GET", all.toArray(String[]::new));
	}

	@Override
	public void plain(String text) throws IOException {
		frame(FIN | TEXT, text.getBytes(StandardCharsets.UTF_8));
	}

	@Override
	public int knock(String... headers) throws IOException {
		List<String> all = new ArrayList<>(List.of(headers));
		all.add(VERSION);
		return upgrade(all.toArray(String[]::new));
	}

	@Override
	public void manyParts() throws IOException {
		half("x".repeat(10_000));
		for (int i = 0; i < 10; i++) {
			// A continuation that is not the last.
			bytes(0x00, FIN | 126, 10_000 >> 8, 10_000 & 0xff, 0, 0, 0, 0);
			bytes(new int[10_000]);
		}
	}

	/** Nothing is read but by a call. */
	@Override
	public void stopReading() {
	}

	public void binary(byte[] data) throws IOException {
		frame(FIN | BINARY, data);
	}

	@Override
	public void half(String text) throws IOException {
		frame(TEXT, text.getBytes(StandardCharsets.UTF_8));
	}

	public void bytes(int... bytes) throws IOException {
		ByteArrayOutputStream all = new ByteArrayOutputStream();
		for (int b : bytes) {
			all.write(b);
		}
		write(all.toByteArray());
	}

	private void frame(int first, byte[] data) throws IOException {
		ByteArrayOutputStream frame = new ByteArrayOutputStream();
		frame.write(first);
		if (data.length < 126) {
			frame.write(FIN | data.length);
		}
		else if (data.length < 65536) {
			frame.write(FIN | 126);
			frame.write(data.length >> 8);
			frame.write(data.length);
		}
		else {
			frame.write(FIN | 127);
			for (int shift = 56; shift >= 0; shift -= 8) {
				frame.write((int) ((long) data.length >> shift));
			}
		}
		// A mask of zeros leaves the data as it is.
		frame.writeBytes(new byte[4]);
		frame.writeBytes(data);
		write(frame.toByteArray());
	}

	@Override
	public String readText() throws IOException {
		int opcode = this.in.readUnsignedByte() & 0x0f;
		byte[] data = payload();
		return (opcode == TEXT) ? opened(new String(data, StandardCharsets.UTF_8)) : readText();
	}

	private String opened(String text) throws IOException {
		try {
			return (this.opener != null) ? this.opener.open(text) : text;
		}
		catch (SealException ex) {
			throw new IOException(ex);
		}
	}

	@Override
	public int readClose() throws IOException {
		try {
			while (true) {
				int opcode = this.in.readUnsignedByte() & 0x0f;
				byte[] data = payload();
				if (opcode == CLOSE) {
					return (data.length < 2) ? 0 : (data[0] & 0xff) << 8 | data[1] & 0xff;
				}
			}
		}
		catch (EOFException | SocketException | SSLException ex) {
			return -1;
		}
	}

	@Override
	public boolean readEnd() throws IOException {
		try {
			while (this.in.read() >= 0) {
				continue;
			}
			return true;
		}
		catch (SocketException | SSLException ex) {
			return true;
		}
	}

	private byte[] payload() throws IOException {
		int length = this.in.readUnsignedByte() & 0x7f;
		if (length == 126) {
			length = this.in.readUnsignedShort();
		}
		return this.in.readNBytes(length);
	}

}
