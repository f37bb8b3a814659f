package io.github.leaderelection.internal.forward;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A leader that answers every request with the same bytes and closes the connection, at
 * once or when the test ends.
 */
final class RawLeader implements AutoCloseable {

	private final ServerSocket server = new ServerSocket(0);

	private final AtomicInteger connections = new AtomicInteger();

	private final Queue<String> heads = new ConcurrentLinkedQueue<>();

	private final CountDownLatch end = new CountDownLatch(1);

	private final String answer;

	private final boolean closing;

	RawLeader(String answer, boolean closing) throws IOException {
		this.answer = answer;
		this.closing = closing;
		Thread thread = new Thread(this::serve, "raw-leader");
		thread.setDaemon(true);
		thread.start();
	}

	private void serve() {
		while (!this.server.isClosed()) {
			try {
				Socket socket = this.server.accept();
				Thread thread = new Thread(() -> answer(socket), "raw-leader-connection");
				thread.setDaemon(true);
				thread.start();
			}
			catch (IOException ex) {
				if (!this.server.isClosed()) {
					throw new UncheckedIOException(ex);
				}
			}
		}
	}

	private void answer(Socket socket) {
		this.connections.incrementAndGet();
		try (socket) {
			InputStream in = socket.getInputStream();
			StringBuilder head = new StringBuilder();
			while (head.indexOf("\r\n\r\n") < 0) {
				int next = in.read();
				if (next < 0) {
					return;
				}
				head.append((char) next);
			}
			this.heads.add(head.toString());
			socket.getOutputStream().write(this.answer.getBytes(StandardCharsets.ISO_8859_1));
			socket.getOutputStream().flush();
			if (!this.closing) {
				this.end.await(30, TimeUnit.SECONDS);
			}
		}
		catch (IOException ex) {
			this.heads.add("failed: " + ex);
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
	}

	String url() {
		return "http://localhost:" + this.server.getLocalPort();
	}

	int connections() {
		return this.connections.get();
	}

	Queue<String> heads() {
		return this.heads;
	}

	@Override
	public void close() throws IOException {
		this.end.countDown();
		this.server.close();
	}

}
