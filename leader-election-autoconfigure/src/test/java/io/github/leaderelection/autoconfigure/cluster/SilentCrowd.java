package io.github.leaderelection.autoconfigure.cluster;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

/**
 * Strangers that come to each of some ports without end, become WebSockets as a peer does
 * and say nothing; the oldest of a crowd leaves where a new one comes.
 */
final class SilentCrowd implements AutoCloseable {

	private static final long PAUSE_NANOS = 20_000_000;

	private static final byte[] UPGRADE = ("GET /leader-election HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\n"
			+ "Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n"
			+ "Sec-WebSocket-Protocol: leader-election.v2\r\n\r\n")
		.getBytes(StandardCharsets.US_ASCII);

	private final Map<Integer, AtomicInteger> opened = new TreeMap<>();

	private volatile boolean over;

	/**
	 * Comes.
	 * @param ports to each of them
	 * @param size of each crowd
	 */
	SilentCrowd(List<Integer> ports, int size) {
		for (int port : ports) {
			AtomicInteger count = new AtomicInteger();
			this.opened.put(port, count);
			Thread thread = new Thread(() -> come(port, size, count), "crowd-" + port);
			thread.setDaemon(true);
			thread.start();
		}
	}

	private void come(int port, int size, AtomicInteger count) {
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
			if (crowd.size() > size) {
				close(crowd.remove());
			}
			LockSupport.parkNanos(PAUSE_NANOS);
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

	/** How many came, to all. */
	int opened() {
		return this.opened.values().stream().mapToInt(AtomicInteger::get).sum();
	}

	int openedAt(int port) {
		return this.opened.get(port).get();
	}

	@Override
	public void close() {
		this.over = true;
	}

}
