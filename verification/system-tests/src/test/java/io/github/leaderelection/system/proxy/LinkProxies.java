package io.github.leaderelection.system.proxy;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

import org.jspecify.annotations.Nullable;

/**
 * The links between the nodes of a cluster: a proxy on this machine for each node that
 * dials and each that it dials. One thread serves them all. A condition concerns a
 * direction between two nodes, on connections that either of them dialled.
 * <p>
 * Unlike a network, a proxy accepts a connection before it knows whether the node behind
 * it does: where the process is dead a dial is reset, not refused, and where the link is
 * cut it is silent. Bytes that a cut swallowed are missing for good, so the connection is
 * reset when the cut ends.
 */
public final class LinkProxies implements AutoCloseable {

	private final Selector selector;

	private final Thread thread;

	private final Queue<Runnable> tasks = new ConcurrentLinkedQueue<>();

	private final Map<Direction, LinkCondition> conditions = new ConcurrentHashMap<>();

	private final List<Tunnel> tunnels = new ArrayList<>();

	private final ByteBuffer scratch = ByteBuffer.allocateDirect(1 << 16);

	private final AtomicLong resets = new AtomicLong();

	private volatile @Nullable Throwable failure;

	private volatile boolean ended;

	/**
	 * Begins without any proxy.
	 */
	public LinkProxies() {
		try {
			this.selector = Selector.open();
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
		this.thread = new Thread(this::serve, "link-proxies");
		this.thread.setDaemon(true);
		this.thread.start();
	}

	/**
	 * Adds a proxy.
	 * @param from the node that dials it
	 * @param to the node that is meant
	 * @param target where that node listens
	 * @return the port of the proxy on the loopback interface
	 */
	public int listen(int from, int to, InetSocketAddress target) {
		try {
			ServerSocketChannel server = ServerSocketChannel.open();
			server.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
			server.configureBlocking(false);
			later(() -> register(server, new Door(from, to, target)));
			return ((InetSocketAddress) server.getLocalAddress()).getPort();
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	/**
	 * Sets what befalls the bytes from one node to another, from now on.
	 * @param from the sender
	 * @param to the receiver
	 * @param condition the condition
	 */
	public void set(int from, int to, LinkCondition condition) {
		later(() -> this.conditions.put(new Direction(from, to), condition));
	}

	/** Waits until what was set is in force. */
	void settle() {
		CountDownLatch inForce = new CountDownLatch(1);
		later(inForce::countDown);
		try {
			inForce.await();
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			throw new IllegalStateException("Interrupted while waiting for the proxies", ex);
		}
	}

	/**
	 * Resets all connections between two nodes.
	 * @param one one of them
	 * @param other the other
	 */
	public void reset(int one, int other) {
		later(() -> this.tunnels.stream().filter((tunnel) -> tunnel.joins(one, other)).forEach(this::reset));
	}

	/**
	 * How many connections were reset on purpose or because a cut had spoilt them.
	 * @return the number
	 */
	public long resets() {
		return this.resets.get();
	}

	@Override
	public void close() {
		this.ended = true;
		this.selector.wakeup();
		try {
			this.thread.join();
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
	}

	private void later(Runnable task) {
		Throwable failed = this.failure;
		if (failed != null) {
			throw new IllegalStateException("The proxies have failed", failed);
		}
		this.tasks.add(task);
		this.selector.wakeup();
	}

	private void register(ServerSocketChannel server, Door door) {
		try {
			server.register(this.selector, SelectionKey.OP_ACCEPT, door);
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	private LinkCondition condition(int from, int to) {
		return this.conditions.getOrDefault(new Direction(from, to), LinkCondition.CLEAR);
	}

	private void serve() {
		try {
			while (!this.ended) {
				turn();
			}
			for (SelectionKey key : this.selector.keys()) {
				key.channel().close();
			}
			this.selector.close();
		}
		catch (IOException | RuntimeException ex) {
			this.failure = ex;
		}
	}

	private void turn() throws IOException {
		await();
		for (Runnable task = this.tasks.poll(); task != null; task = this.tasks.poll()) {
			task.run();
		}
		for (SelectionKey key : this.selector.selectedKeys()) {
			if (!key.isValid()) {
				continue;
			}
			if (key.attachment() instanceof Door door) {
				accept((ServerSocketChannel) key.channel(), door);
			}
			else {
				((Tunnel) key.attachment()).ready(key, this.scratch);
			}
		}
		this.selector.selectedKeys().clear();
		long now = System.nanoTime();
		this.tunnels.stream().filter(Tunnel::isSpoilt).forEach(this::reset);
		this.tunnels.forEach((tunnel) -> tunnel.pump(now));
		this.tunnels.removeIf(Tunnel::isClosed);
	}

	private void await() throws IOException {
		long due = this.tunnels.stream().mapToLong(Tunnel::dueNanos).min().orElse(Long.MAX_VALUE);
		if (due == Long.MAX_VALUE) {
			this.selector.select();
			return;
		}
		long millis = TimeUnit.NANOSECONDS.toMillis(due - System.nanoTime());
		this.selector.select(Math.max(1, millis + 1));
	}

	private void accept(ServerSocketChannel server, Door door) throws IOException {
		SocketChannel near = server.accept();
		if (near == null) {
			return;
		}
		Tunnel tunnel = new Tunnel(door.from(), door.to(), near, this.selector, this::condition);
		this.tunnels.add(tunnel);
		try {
			tunnel.open(this.selector, door.target());
		}
		catch (IOException ex) {
			// As the node itself would refuse or reset.
			tunnel.reset();
		}
	}

	private void reset(Tunnel tunnel) {
		if (!tunnel.isClosed()) {
			this.resets.incrementAndGet();
			tunnel.reset();
		}
	}

	private record Direction(int from, int to) {
	}

	/** Where a node dials another. */
	private record Door(int from, int to, InetSocketAddress target) {
	}

}
