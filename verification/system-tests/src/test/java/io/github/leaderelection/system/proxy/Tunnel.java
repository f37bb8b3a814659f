package io.github.leaderelection.system.proxy;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.SocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.util.function.BiFunction;

import org.jspecify.annotations.Nullable;

/**
 * One connection that a node dialled, and the one behind it to the node that it meant.
 * Used by the selector's thread alone.
 */
final class Tunnel {

	private final int from;

	private final int to;

	private final BiFunction<Integer, Integer, LinkCondition> conditions;

	private final SocketChannel near;

	private final SelectionKey nearKey;

	/** From the node that dialled to the other. */
	private final Flow there = new Flow();

	private final Flow back = new Flow();

	private @Nullable SocketChannel far;

	private @Nullable SelectionKey farKey;

	private long pumpedNanos = System.nanoTime();

	private boolean closed;

	Tunnel(int from, int to, SocketChannel near, Selector selector,
			BiFunction<Integer, Integer, LinkCondition> conditions) throws IOException {
		this.from = from;
		this.to = to;
		this.near = near;
		this.conditions = conditions;
		near.configureBlocking(false);
		near.setOption(StandardSocketOptions.TCP_NODELAY, true);
		this.nearKey = near.register(selector, SelectionKey.OP_READ, this);
	}

	/**
	 * Dials on, unless the link is cut: then the dial gets lost, as the first packet of a
	 * connection would.
	 */
	void open(Selector selector, SocketAddress target) throws IOException {
		if (condition(true).cut() || condition(false).cut()) {
			this.there.lose();
			return;
		}
		SocketChannel channel = SocketChannel.open();
		this.far = channel;
		channel.configureBlocking(false);
		channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
		this.farKey = channel.register(selector, SelectionKey.OP_CONNECT, this);
		if (channel.connect(target)) {
			this.farKey.interestOps(SelectionKey.OP_READ);
		}
	}

	private LinkCondition condition(boolean outwards) {
		return outwards ? this.conditions.apply(this.from, this.to) : this.conditions.apply(this.to, this.from);
	}

	boolean joins(int one, int other) {
		return (this.from == one && this.to == other) || (this.from == other && this.to == one);
	}

	boolean isClosed() {
		return this.closed;
	}

	/** Whether bytes got lost and the link is whole again: TCP knows no such gap. */
	boolean isSpoilt() {
		return (this.there.isLossy() || this.back.isLossy()) && !condition(true).cut() && !condition(false).cut();
	}

	void ready(SelectionKey key, ByteBuffer scratch) {
		SocketChannel behind = this.far;
		try {
			if (key.isConnectable() && behind != null) {
				behind.finishConnect();
			}
		}
		catch (IOException ex) {
			// As the node itself would refuse or reset.
			reset();
			return;
		}
		if (key.isReadable()) {
			boolean outwards = key == this.nearKey;
			Flow flow = outwards ? this.there : this.back;
			try {
				flow.read((SocketChannel) key.channel(), condition(outwards), scratch);
			}
			catch (IOException ex) {
				sourceReset(flow, key, outwards);
			}
		}
	}

	/** A reset travels as the bytes do: where they get lost, so does it. */
	private void sourceReset(Flow flow, SelectionKey key, boolean outwards) {
		if (!condition(outwards).cut()) {
			reset();
			return;
		}
		flow.lose();
		key.cancel();
	}

	/** Hands on what is due and sets what to wait for. */
	void pump(long now) {
		if (this.closed) {
			return;
		}
		this.pumpedNanos = now;
		SocketChannel behind = this.far;
		try {
			if (behind != null && behind.isConnected()) {
				this.there.write(behind, condition(true), now);
				this.back.write(this.near, condition(false), now);
			}
		}
		catch (IOException ex) {
			reset();
			return;
		}
		if (this.there.isOver() && this.back.isOver()) {
			close();
			return;
		}
		setInterest(now, behind != null && behind.isConnected());
	}

	private void setInterest(long now, boolean connected) {
		SelectionKey behindKey = this.farKey;
		interest(this.nearKey, this.there.reads(condition(true)) && (connected || this.there.isLossy()),
				this.back.hasDue(now) && condition(false).passes());
		if (behindKey != null && connected) {
			interest(behindKey, this.back.reads(condition(false)), this.there.hasDue(now) && condition(true).passes());
		}
	}

	private static void interest(SelectionKey key, boolean reading, boolean writing) {
		if (key.isValid()) {
			key.interestOps((reading ? SelectionKey.OP_READ : 0) | (writing ? SelectionKey.OP_WRITE : 0));
		}
	}

	/** When there is next something to hand on, though nothing arrives. */
	long dueNanos() {
		return Math.min(dueNanos(this.there, condition(true)), dueNanos(this.back, condition(false)));
	}

	/** What was due already waits for room in the socket. */
	private long dueNanos(Flow flow, LinkCondition condition) {
		return (condition.passes() && !flow.hasDue(this.pumpedNanos)) ? flow.dueNanos() : Long.MAX_VALUE;
	}

	/** Ends both connections with a reset. */
	void reset() {
		try {
			for (SocketChannel channel : new @Nullable SocketChannel[] { this.near, this.far }) {
				if (channel != null && channel.isOpen()) {
					channel.setOption(StandardSocketOptions.SO_LINGER, 0);
				}
			}
		}
		catch (IOException ex) {
			throw new UncheckedIOException("Cannot set SO_LINGER on a connection of " + this.from + " to " + this.to,
					ex);
		}
		finally {
			close();
		}
	}

	private void close() {
		this.closed = true;
		try {
			this.near.close();
			SocketChannel behind = this.far;
			if (behind != null) {
				behind.close();
			}
		}
		catch (IOException ex) {
			throw new UncheckedIOException("Cannot close a connection of " + this.from + " to " + this.to, ex);
		}
	}

}
