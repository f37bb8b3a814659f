package io.github.leaderelection.internal.store.real;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A network between a client and a server, which may lose what goes either way while
 * connections stay, or cut them.
 */
public final class Relay implements AutoCloseable {

	private final Set<Socket> sockets = ConcurrentHashMap.newKeySet();

	private final ExecutorService threads = Executors.newCachedThreadPool();

	private final ServerSocket door;

	private final int target;

	private final AtomicInteger connections = new AtomicInteger();

	private final AtomicInteger answersLost = new AtomicInteger();

	private final AtomicInteger requestsHeld = new AtomicInteger();

	private volatile CountDownLatch passable = new CountDownLatch(0);

	private volatile boolean losesRequests;

	private volatile boolean losesAnswers;

	public Relay(int target) throws IOException {
		this.target = target;
		this.door = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
		this.threads.execute(this::accept);
	}

	public int port() {
		return this.door.getLocalPort();
	}

	/** What gets lost from now on, while connections stay. */
	public void lose(boolean requests, boolean answers) {
		this.losesRequests = requests;
		this.losesAnswers = answers;
	}

	/** Requests come late from now on: as soon as they are let go. */
	void hold() {
		this.passable = new CountDownLatch(1);
	}

	void letGo() {
		this.passable.countDown();
	}

	/** How many writes of clients were held. */
	int requestsHeld() {
		return this.requestsHeld.get();
	}

	boolean losesAnswers() {
		return this.losesAnswers;
	}

	/** How many writes of the server were lost. */
	int answersLost() {
		return this.answersLost.get();
	}

	/** How many were made. */
	public int connections() {
		return this.connections.get();
	}

	/** Ends all connections. New ones may be made. */
	public void cut() throws IOException {
		for (Socket socket : this.sockets) {
			socket.close();
		}
		this.sockets.clear();
	}

	private void accept() {
		while (!this.door.isClosed()) {
			try {
				Socket client = this.door.accept();
				Socket server = new Socket(InetAddress.getLoopbackAddress(), this.target);
				this.connections.incrementAndGet();
				this.sockets.add(client);
				this.sockets.add(server);
				this.threads.execute(() -> pass(client, server, true));
				this.threads.execute(() -> pass(server, client, false));
			}
			catch (IOException ex) {
				// closed, or the server is away
			}
		}
	}

	private void pass(Socket from, Socket to, boolean areRequests) {
		byte[] buffer = new byte[8192];
		try (from; to) {
			InputStream in = from.getInputStream();
			OutputStream out = to.getOutputStream();
			int read = in.read(buffer);
			while (read >= 0) {
				if (areRequests) {
					awaitPassable();
				}
				if (!(areRequests ? this.losesRequests : this.losesAnswers)) {
					out.write(buffer, 0, read);
				}
				else if (!areRequests) {
					this.answersLost.incrementAndGet();
				}
				read = in.read(buffer);
			}
		}
		catch (IOException ex) {
			// the other side has closed
		}
	}

	private void awaitPassable() {
		CountDownLatch present = this.passable;
		if (present.getCount() > 0) {
			this.requestsHeld.incrementAndGet();
		}
		try {
			present.await();
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
	}

	@Override
	public void close() throws IOException {
		letGo();
		this.door.close();
		cut();
		this.threads.shutdown();
	}

}
