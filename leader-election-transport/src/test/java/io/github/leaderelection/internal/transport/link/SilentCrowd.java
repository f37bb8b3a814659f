package io.github.leaderelection.internal.transport.link;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

/**
 * Strangers that come to each of some ports without end, become WebSockets as a peer does
 * and say nothing; the oldest of a crowd leaves where a new one comes.
 */
public final class SilentCrowd implements AutoCloseable {

	private static final byte[] UPGRADE = ("GET /leader-election HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\n"
			+ "Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n"
			+ "Sec-WebSocket-Protocol: leader-election.v2\r\n\r\n")
		.getBytes(StandardCharsets.US_ASCII);

	private final Map<Integer, AtomicInteger> came = new LinkedHashMap<>();

	private final List<Thread> threads = new ArrayList<>();

	private final int size;

	private final long pauseNanos;

	private volatile boolean over;

	/**
	 * Comes.
	 * @param ports to each of them
	 * @param size of each crowd
	 * @param rate how many come to each port in a second
	 */
	public SilentCrowd(List<Integer> ports, int size, int rate) {
		this.size = size;
		this.pauseNanos = TimeUnit.SECONDS.toNanos(1) / rate;
		for (int port : ports) {
			AtomicInteger count = new AtomicInteger();
			this.came.put(port, count);
			Thread thread = new Thread(() -> come(port, count), "crowd-" + port);
			thread.setDaemon(true);
			this.threads.add(thread);
			thread.start();
		}
	}

	private void come(int port, AtomicInteger count) {
		Deque<Socket> crowd = new ArrayDeque<>();
		while (!this.over) {
			try {
				Socket socket = new Socket(InetAddress.getLoopbackAddress(), port);
				crowd.add(socket);
				socket.getOutputStream().write(UPGRADE);
				count.incrementAndGet();
			}
			catch (IOException ex) {
				// The node is being restarted; the next try is soon.
			}
			if (crowd.size() > this.size) {
				close(crowd.remove());
			}
			LockSupport.parkNanos(this.pauseNanos);
		}
		crowd.forEach(SilentCrowd::close);
	}

	private static void close(Socket socket) {
		try {
			socket.close();
		}
		catch (IOException ex) {
			throw new IllegalStateException(ex);
		}
	}

	/** Waits until the crowd at each port is whole. */
	public void awaitWhole() {
		for (AtomicInteger count : this.came.values()) {
			while (count.get() <= this.size) {
				LockSupport.parkNanos(this.pauseNanos);
			}
		}
	}

	/** How many came, to all. */
	public int came() {
		return this.came.values().stream().mapToInt(AtomicInteger::get).sum();
	}

	/** How many came to one port. */
	public int cameTo(int port) {
		return this.came.get(port).get();
	}

	/** Waits until all have left. */
	@Override
	public void close() {
		this.over = true;
		try {
			for (Thread thread : this.threads) {
				thread.join();
			}
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			throw new IllegalStateException("Interrupted while strangers left", ex);
		}
	}

}
