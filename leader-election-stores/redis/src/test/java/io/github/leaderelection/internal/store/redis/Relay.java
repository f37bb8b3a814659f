package io.github.leaderelection.internal.store.redis;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A network between a client and a Redis server, which may treat requests of a store
 * badly. What a connection begins with comes through.
 */
final class Relay implements AutoCloseable {

	private static final String REQUEST = "EVAL";

	private final Set<Socket> sockets = ConcurrentHashMap.newKeySet();

	private final ExecutorService threads = Executors.newCachedThreadPool();

	private final AtomicInteger requests = new AtomicInteger();

	private final ServerSocket door;

	private final int target;

	private volatile Fault fault = Fault.NONE;

	Relay(int target) throws IOException {
		this.target = target;
		this.door = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
		this.threads.execute(this::accept);
	}

	int port() {
		return this.door.getLocalPort();
	}

	void set(Fault next) {
		this.fault = next;
	}

	/** How many writes of a client had a request in them. */
	int requests() {
		return this.requests.get();
	}

	private void accept() {
		while (!this.door.isClosed()) {
			try {
				Socket client = this.door.accept();
				this.sockets.add(client);
				connect(client);
			}
			catch (IOException ex) {
				// closed
			}
		}
	}

	private void connect(Socket client) throws IOException {
		try {
			Socket server = new Socket(InetAddress.getLoopbackAddress(), this.target);
			this.sockets.add(server);
			Passage passage = new Passage(client, server);
			this.threads.execute(passage::ask);
			this.threads.execute(passage::answer);
		}
		catch (IOException ex) {
			// the server is away
			client.close();
		}
	}

	@Override
	public void close() throws IOException {
		set(Fault.NONE);
		this.door.close();
		for (Socket socket : this.sockets) {
			socket.close();
		}
		this.threads.shutdown();
	}

	/**
	 * What happens to requests.
	 */
	enum Fault {

		NONE,

		/** They are done, and no answer comes back. */
		ANSWER_LOST,

		/** They are done, and the connection breaks before the answer. */
		ANSWER_CUT,

		/** One is done, and the connection breaks before its answer. */
		ONE_ANSWER_CUT,

		/** They come late: as soon as this has changed, even if nobody waits any more. */
		REQUEST_HELD,

		/** Nothing comes through in either direction, and connections stay. */
		SILENCE

	}

	/**
	 * One connection.
	 */
	private final class Passage {

		private final Socket client;

		private final Socket server;

		private volatile boolean isAsked;

		Passage(Socket client, Socket server) {
			this.client = client;
			this.server = server;
		}

		void ask() {
			byte[] buffer = new byte[65536];
			try {
				InputStream in = this.client.getInputStream();
				OutputStream out = this.server.getOutputStream();
				int read = in.read(buffer);
				while (read >= 0) {
					if (new String(buffer, 0, read, StandardCharsets.ISO_8859_1).contains(REQUEST)) {
						Relay.this.requests.incrementAndGet();
						this.isAsked = true;
						awaitWhileHeld();
					}
					if (Relay.this.fault != Fault.SILENCE) {
						out.write(buffer, 0, read);
					}
					read = in.read(buffer);
				}
				// What was sent before is still done.
				this.server.shutdownOutput();
			}
			catch (IOException ex) {
				close();
			}
		}

		private void awaitWhileHeld() {
			while (Relay.this.fault == Fault.REQUEST_HELD && !Relay.this.door.isClosed()) {
				Thread.onSpinWait();
				Thread.yield();
			}
		}

		void answer() {
			byte[] buffer = new byte[65536];
			try {
				InputStream in = this.server.getInputStream();
				OutputStream out = this.client.getOutputStream();
				int read = in.read(buffer);
				while (read >= 0) {
					Fault present = Relay.this.fault;
					if (this.isAsked && present == Fault.ONE_ANSWER_CUT) {
						set(Fault.NONE);
						break;
					}
					if (this.isAsked && present == Fault.ANSWER_CUT) {
						break;
					}
					boolean isLost = present == Fault.SILENCE || this.isAsked && present == Fault.ANSWER_LOST;
					if (!isLost && !this.client.isClosed()) {
						write(out, buffer, read);
					}
					read = in.read(buffer);
				}
			}
			catch (IOException ex) {
				// the server has closed
			}
			close();
		}

		private static void write(OutputStream out, byte[] buffer, int count) {
			try {
				out.write(buffer, 0, count);
			}
			catch (IOException ex) {
				// nobody waits for it any more
			}
		}

		private void close() {
			try (Socket one = this.client; Socket other = this.server) {
				Relay.this.sockets.remove(one);
				Relay.this.sockets.remove(other);
			}
			catch (IOException ex) {
				// closed already
			}
		}

	}

}
