package io.github.leaderelection.system.benchmark;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

/**
 * Strangers that come to each of some ports without end, become WebSockets as a peer does
 * and say nothing; the oldest of a crowd leaves where a new one comes.
 */
final class SilentCrowd implements AutoCloseable {

	private static final byte[] UPGRADE = ("GET /leader-election HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\n"
			+ "Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n"
			+ "Sec-WebSocket-Protocol: leader-election.v2\r\n\r\n")
		.getBytes(StandardCharsets.US_ASCII);

	private final AtomicLong came = new AtomicLong();

	private final List<Thread> threads = new ArrayList<>();

	private final CountDownLatch whole;

	private final long pauseNanos;

	private volatile boolean over;

	/**
	 * Comes.
	 * @param ports to each of them
	 * @param size of each crowd
	 * @param rate how many come to each port in a second
	 */
	SilentCrowd(List<Integer> ports, int size, int rate) {
		this.whole = new CountDownLatch(ports.size());
		this.pauseNanos = TimeUnit.SECONDS.toNanos(1) / rate;
		for (int port : ports) {
			Thread thread = new Thread(() -> come(port, size), "crowd-" + port);
			thread.setDaemon(true);
			this.threads.add(thread);
			thread.start();
		}
	}

	private void come(int port, int size) {
		Deque<Socket> crowd = new ArrayDeque<>();
		boolean complete = false;
		while (!this.over) {
			try {
				Socket socket = new Socket(InetAddress.getLoopbackAddress(), port);
				crowd.add(socket);
				socket.getOutputStream().write(UPGRADE);
				this.came.incrementAndGet();
			}
			catch (IOException ex) {
				// The node is being restarted; the next try is soon.
			}
			if (crowd.size() > size) {
				close(crowd.remove());
				if (!complete) {
					complete = true;
					this.whole.countDown();
				}
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
	void awaitWhole() {
		try {
			this.whole.await();
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			throw new IllegalStateException("Interrupted while strangers came", ex);
		}
	}

	/** How many came, to all. */
	long came() {
		return this.came.get();
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
