package io.github.leaderelection.internal.transport.websocket;

import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;

import io.github.leaderelection.internal.transport.link.TestServer;
import org.jspecify.annotations.Nullable;

/**
 * Stands between a node and those who dial it. Passes everything on, keeps what the
 * diallers said, and says in their name what it likes, or something else than the node
 * said. Knows no secret.
 */
final class Relay implements AutoCloseable {

	/** A whole text in one frame. */
	private static final int TEXT = 0x81;

	private final List<Socket> sockets = new CopyOnWriteArrayList<>();

	private final ServerSocket server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());

	private final TestServer node;

	private final AtomicReference<@Nullable Tampering> tampering = new AtomicReference<>();

	private final AtomicInteger carried = new AtomicInteger();

	private volatile OutputStream toNode;

	private volatile ByteArrayOutputStream heard = new ByteArrayOutputStream();

	/**
	 * Stands before a node.
	 * @param node its server, whose certificate it has stolen where that speaks TLS
	 */
	Relay(TestServer node) throws IOException {
		this.node = node;
		run(() -> {
			while (true) {
				Socket accepted = keep(this.server.accept());
				run(() -> accept(keep(node.impersonated(accepted))));
			}
		});
	}

	URI url() {
		return URI.create(this.node.scheme() + "://localhost:" + this.server.getLocalPort());
	}

	private Socket keep(Socket socket) {
		this.sockets.add(socket);
		return socket;
	}

	private void accept(Socket from) throws IOException {
		Socket to = keep(this.node.secured(new Socket(InetAddress.getLoopbackAddress(), this.node.port())));
		ByteArrayOutputStream said = new ByteArrayOutputStream();
		this.heard = said;
		this.toNode = to.getOutputStream();
		run(() -> pass(from, to, said));
		this.carried.incrementAndGet();
		run(() -> {
			try {
				passFrames(to, from);
			}
			finally {
				this.carried.decrementAndGet();
			}
		});
	}

	private static void pass(Socket from, Socket to, ByteArrayOutputStream copy) throws IOException {
		try (from; to) {
			InputStream in = from.getInputStream();
			byte[] buffer = new byte[4096];
			for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
				copy.write(buffer, 0, read);
				to.getOutputStream().write(buffer, 0, read);
			}
		}
	}

	/** What the node says: a head, and from then on frames. */
	private void passFrames(Socket from, Socket to) throws IOException {
		try (from; to) {
			DataInputStream in = new DataInputStream(from.getInputStream());
			OutputStream out = to.getOutputStream();
			passHead(in, out);
			Object link = new Object();
			while (true) {
				int first = in.readUnsignedByte();
				int length = in.readUnsignedByte();
				byte[] frame = in.readNBytes((length == 126) ? in.readUnsignedShort() : length);
				Tampering present = this.tampering.get();
				boolean text = first == TEXT && present != null;
				for (byte[] each : text ? present.instead(link, frame) : List.of(frame)) {
					out.write(framed(first, each));
				}
			}
		}
	}

	private static void passHead(DataInputStream in, OutputStream out) throws IOException {
		StringBuilder head = new StringBuilder();
		while (head.indexOf("\r\n\r\n") < 0) {
			int next = in.readUnsignedByte();
			head.append((char) next);
			out.write(next);
		}
	}

	/** Without a mask, as servers write. */
	private static byte[] framed(int first, byte[] payload) {
		ByteArrayOutputStream frame = new ByteArrayOutputStream();
		frame.write(first);
		if (payload.length < 126) {
			frame.write(payload.length);
		}
		else {
			frame.write(126);
			frame.write(payload.length >> 8);
			frame.write(payload.length);
		}
		frame.writeBytes(payload);
		return frame.toByteArray();
	}

	/** From now on this is done to what the node says. */
	void tamper(Tampering with) {
		this.tampering.set(with);
	}

	/** How many connections may still bring a text of the node. */
	int carried() {
		return this.carried.get();
	}

	/** How many bytes the last dialler has said. */
	int heard() {
		return this.heard.size();
	}

	/** What the last dialler said from there on, once more. */
	void repeatFrom(int at) throws IOException {
		byte[] all = this.heard.toByteArray();
		this.toNode.write(all, at, all.length - at);
	}

	/** Says a text in the name of the last dialler. */
	void inject(String text) throws IOException {
		byte[] data = text.getBytes(StandardCharsets.US_ASCII);
		ByteArrayOutputStream frame = new ByteArrayOutputStream();
		frame.write(0x81);
		frame.write(0xfe);
		frame.write(data.length >> 8);
		frame.write(data.length);
		frame.writeBytes(new byte[4]);
		frame.writeBytes(data);
		this.toNode.write(frame.toByteArray());
	}

	private static void run(Task task) {
		Thread thread = new Thread(() -> {
			try {
				task.run();
			}
			catch (IOException ex) {
				// One of both ends has ended, and so does the way between.
			}
		}, "relay");
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

	/**
	 * What is done to the texts that the node says. Called by several threads at once.
	 */
	interface Tampering {

		/**
		 * A text is on its way.
		 * @param link of which connection it is
		 * @param text what the node said
		 * @return what is passed on in its place
		 */
		List<byte[]> instead(Object link, byte[] text);

	}

	/**
	 * Something to do until an end fails.
	 */
	private interface Task {

		void run() throws IOException;

	}

}
