package io.github.leaderelection.websocket;

import java.io.ByteArrayOutputStream;
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

import io.github.leaderelection.link.TestNode;

/**
 * Stands between a node and those who dial it. Passes everything on, keeps what the
 * diallers said, and says in their name what it likes. Knows no secret.
 */
final class Relay implements AutoCloseable {

	private final List<Socket> sockets = new CopyOnWriteArrayList<>();

	private final ServerSocket server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());

	private final TestNode node;

	private volatile OutputStream toNode;

	private volatile ByteArrayOutputStream heard = new ByteArrayOutputStream();

	Relay(TestNode node) throws IOException {
		this.node = node;
		run(() -> {
			while (true) {
				accept(keep(this.server.accept()));
			}
		});
	}

	URI url() {
		return URI.create("http://localhost:" + this.server.getLocalPort());
	}

	private Socket keep(Socket socket) {
		this.sockets.add(socket);
		return socket;
	}

	private void accept(Socket from) throws IOException {
		Socket to = keep(new Socket(InetAddress.getLoopbackAddress(), this.node.server.port()));
		ByteArrayOutputStream said = new ByteArrayOutputStream();
		this.heard = said;
		this.toNode = to.getOutputStream();
		run(() -> pass(from, to, said));
		run(() -> pass(to, from, new ByteArrayOutputStream()));
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
	 * Something to do until an end fails.
	 */
	private interface Task {

		void run() throws IOException;

	}

}
