package io.github.leaderelection.internal.store.zookeeper;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * A network between a client and a server, in which answers may be lost and connections
 * cut.
 */
final class Relay implements AutoCloseable {

	private final Set<Socket> sockets = ConcurrentHashMap.newKeySet();

	private final ExecutorService threads = Executors.newCachedThreadPool();

	private final ServerSocket door;

	private final int target;

	private volatile boolean losesAnswers;

	Relay(int target) throws IOException {
		this.target = target;
		this.door = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
		this.threads.execute(this::accept);
	}

	int port() {
		return this.door.getLocalPort();
	}

	/** What the server says from now on does not arrive. */
	void loseAnswers(boolean lost) {
		this.losesAnswers = lost;
	}

	boolean losesAnswers() {
		return this.losesAnswers;
	}

	void cut() {
		this.sockets.forEach(Relay::close);
		this.sockets.clear();
	}

	private static void close(Socket socket) {
		try {
			socket.close();
		}
		catch (IOException ex) {
			throw new IllegalStateException(ex);
		}
	}

	private void accept() {
		while (!this.door.isClosed()) {
			try {
				Socket client = this.door.accept();
				Socket server = new Socket(InetAddress.getLoopbackAddress(), this.target);
				this.sockets.add(client);
				this.sockets.add(server);
				this.threads.execute(() -> pass(client, server, false));
				this.threads.execute(() -> pass(server, client, true));
			}
			catch (IOException ex) {
				// closed, or the server is away
			}
		}
	}

	private void pass(Socket from, Socket to, boolean answers) {
		byte[] buffer = new byte[8192];
		try (from; to) {
			InputStream in = from.getInputStream();
			OutputStream out = to.getOutputStream();
			int read = in.read(buffer);
			while (read >= 0) {
				if (!answers || !this.losesAnswers) {
					out.write(buffer, 0, read);
				}
				read = in.read(buffer);
			}
		}
		catch (IOException ex) {
			// the other side has closed
		}
	}

	@Override
	public void close() throws IOException {
		this.door.close();
		cut();
		this.threads.shutdown();
	}

}
