package io.github.leaderelection.internal.store.jdbc;

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
 * A network between a client and a server, which may fall silent: connections stay, and
 * nothing comes through.
 */
final class Relay implements AutoCloseable {

	private final Set<Socket> sockets = ConcurrentHashMap.newKeySet();

	private final ExecutorService threads = Executors.newCachedThreadPool();

	private final ServerSocket door;

	private final int target;

	private volatile boolean isSilent;

	Relay(int target) throws IOException {
		this.target = target;
		this.door = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
		this.threads.execute(this::accept);
	}

	int port() {
		return this.door.getLocalPort();
	}

	void fallSilent(boolean silent) {
		this.isSilent = silent;
	}

	private void accept() {
		while (!this.door.isClosed()) {
			try {
				Socket client = this.door.accept();
				Socket server = new Socket(InetAddress.getLoopbackAddress(), this.target);
				this.sockets.add(client);
				this.sockets.add(server);
				this.threads.execute(() -> pass(client, server));
				this.threads.execute(() -> pass(server, client));
			}
			catch (IOException ex) {
				// closed, or the server is away
			}
		}
	}

	private void pass(Socket from, Socket to) {
		byte[] buffer = new byte[8192];
		try (from; to) {
			InputStream in = from.getInputStream();
			OutputStream out = to.getOutputStream();
			int read = in.read(buffer);
			while (read >= 0) {
				if (!this.isSilent) {
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
		for (Socket socket : this.sockets) {
			socket.close();
		}
		this.threads.shutdown();
	}

}
