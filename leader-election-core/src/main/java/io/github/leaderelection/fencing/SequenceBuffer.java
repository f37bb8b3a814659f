package io.github.leaderelection.fencing;

import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;

import io.github.leaderelection.LeaderSequenceNumber;

/**
 * Puts the messages of leaders in order where every one must be seen: it holds those that
 * came too early until those before them have come. It delivers, of each leadership, a
 * sequence without gaps from {@code (token, 1)} on, and nothing of an older leadership
 * once it has delivered the first of a newer one. What is held of a leadership when a
 * newer one begins is dropped: what is missing before it may never come.
 * <p>
 * It is for streams to which the leader sends every number it draws. Safe for use from
 * any thread; messages are delivered one at a time.
 *
 * @param <M> the messages
 */
public final class SequenceBuffer<M> {

	private final ReentrantLock turn = new ReentrantLock();

	private final NavigableMap<LeaderSequenceNumber, M> early = new TreeMap<>();

	private final int capacity;

	private final Consumer<? super M> receiver;

	/** The leadership that is delivered, 0 before the first. */
	private long token;

	/** How many of it were delivered. */
	private long delivered;

	/**
	 * A buffer.
	 * @param capacity how many messages it holds at most, at least 1
	 * @param receiver what they are delivered to, on the thread that offers; while it
	 * runs no other message is delivered. A message counts as delivered whatever it
	 * throws
	 * @throws IllegalArgumentException if the capacity is below 1
	 */
	public SequenceBuffer(int capacity, Consumer<? super M> receiver) {
		if (capacity < 1) {
			throw new IllegalArgumentException("A buffer holds at least 1 message, but its capacity is " + capacity
					+ ": give it room for as many as may overtake one another");
		}
		this.capacity = capacity;
		this.receiver = receiver;
	}

	/**
	 * Takes a message, and delivers it and what waited for it if nothing is missing
	 * before it.
	 * @param number the message's number
	 * @param message the message
	 * @return what became of it
	 * @throws IllegalStateException if it came too early and there is no more room; it is
	 * not held. Either what is missing was lost, or the buffer is too small
	 * @throws RuntimeException what the receiver throws; what waited behind that message
	 * is delivered at the next offer
	 */
	public Arrival offer(LeaderSequenceNumber number, M message) {
		this.turn.lock();
		try {
			if (isBehind(number) || this.early.containsKey(number)) {
				return Arrival.STALE;
			}
			if (number.fencingToken() > this.token && number.counter() == 1) {
				beginReign(number);
			}
			hold(number, message);
			deliver();
			return this.early.containsKey(number) ? Arrival.HELD : Arrival.DELIVERED;
		}
		finally {
			this.turn.unlock();
		}
	}

	private boolean isBehind(LeaderSequenceNumber number) {
		return number.fencingToken() < this.token
				|| (number.fencingToken() == this.token && number.counter() <= this.delivered);
	}

	private boolean isNext(LeaderSequenceNumber number) {
		return number.fencingToken() == this.token && number.counter() == this.delivered + 1;
	}

	private void beginReign(LeaderSequenceNumber first) {
		this.token = first.fencingToken();
		this.delivered = 0;
		this.early.headMap(first).clear();
	}

	private void hold(LeaderSequenceNumber number, M message) {
		if (this.early.size() >= this.capacity && !isNext(number)) {
			throw new IllegalStateException(
					"No room for message " + number + ": " + this.capacity + " wait for what is missing before "
							+ this.early.firstKey() + ". Have it sent again, or enlarge the buffer");
		}
		this.early.put(number, message);
	}

	private void deliver() {
		while (!this.early.isEmpty() && isNext(this.early.firstKey())) {
			M message = this.early.pollFirstEntry().getValue();
			this.delivered++;
			this.receiver.accept(message);
		}
	}

	/**
	 * How many messages wait for others.
	 * @return how many, never more than the capacity
	 */
	public int held() {
		this.turn.lock();
		try {
			return this.early.size();
		}
		finally {
			this.turn.unlock();
		}
	}

	/**
	 * What became of a message.
	 */
	public enum Arrival {

		/** It was delivered, and what had waited for it. */
		DELIVERED,

		/** It waits for those before it. */
		HELD,

		/** It was dropped: it came before, or is of an older leadership. */
		STALE

	}

}
