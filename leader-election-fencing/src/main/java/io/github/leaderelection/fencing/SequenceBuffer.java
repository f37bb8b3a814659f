package io.github.leaderelection.fencing;

import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;

import io.github.leaderelection.LeaderSequenceNumber;

/**
 * Puts the messages of leaders in order where none may be missed. It holds early messages
 * until the preceding ones arrive. It delivers the messages of each leadership without
 * gaps from {@code (token, 1)} on. After the first message of a newer leadership it
 * delivers none of an older one. It drops those it holds, because their predecessors may
 * never arrive.
 * <p>
 * Use it for streams to which the leader sends every number it draws. Safe for use from
 * any thread; messages are delivered one at a time.
 *
 * @param <M> the messages
 */
public final class SequenceBuffer<M> {

	private final ReentrantLock turn = new ReentrantLock();

	private final NavigableMap<LeaderSequenceNumber, M> early = new TreeMap<>();

	private final int capacity;

	private final Consumer<? super M> receiver;

	/** The token of the delivered leadership, 0 before the first. */
	private long token;

	/** The number of its delivered messages. */
	private long delivered;

	/**
	 * Creates a buffer.
	 * @param capacity the largest number of held messages, at least 1
	 * @param receiver receives the messages one at a time, on the offering thread. A
	 * message counts as delivered even if the receiver throws
	 * @throws IllegalArgumentException if the capacity is below 1
	 */
	public SequenceBuffer(int capacity, Consumer<? super M> receiver) {
		if (capacity < 1) {
			throw new IllegalArgumentException("The capacity is " + capacity
					+ ", but a buffer needs room for at least 1 message: allow for as many as may overtake one another");
		}
		this.capacity = capacity;
		this.receiver = receiver;
	}

	/**
	 * Takes a message. If none is missing before it, delivers it and the held messages
	 * after it.
	 * @param number the message's number
	 * @param message the message
	 * @return the outcome
	 * @throws IllegalStateException if the message is early and the buffer is full; the
	 * message is not held. Either a message was lost, or the buffer is too small
	 * @throws RuntimeException if the receiver fails; the next offer delivers the
	 * messages held after that one, even if it is a repetition itself
	 */
	public Arrival offer(LeaderSequenceNumber number, M message) {
		this.turn.lock();
		try {
			if (isBehind(number) || this.early.containsKey(number)) {
				deliver();
				return Arrival.STALE;
			}
			if (number.fencingToken() > this.token && number.counter() == 1) {
				beginLeadership(number);
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

	private void beginLeadership(LeaderSequenceNumber first) {
		this.token = first.fencingToken();
		this.delivered = 0;
		this.early.headMap(first).clear();
	}

	private void hold(LeaderSequenceNumber number, M message) {
		if (this.early.size() >= this.capacity && !isNext(number)) {
			throw new IllegalStateException("No room for message " + number + ": " + this.capacity
					+ " messages wait for one that is missing before " + this.early.firstKey()
					+ ". Have it sent again, or enlarge the buffer");
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
	 * The number of held messages.
	 * @return at most the capacity
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
	 * The outcome of an offer.
	 */
	public enum Arrival {

		/** The message was delivered, with those held after it. */
		DELIVERED,

		/** The message waits for preceding ones. */
		HELD,

		/**
		 * The message was dropped: it is a repetition, or belongs to an older leadership.
		 */
		STALE

	}

}
