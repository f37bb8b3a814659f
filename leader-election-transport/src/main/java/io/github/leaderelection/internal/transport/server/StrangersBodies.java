package io.github.leaderelection.internal.transport.server;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.IntPredicate;
import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;

/**
 * The POSTs of strangers whose bodies are being read. Without room for another one, the
 * oldest gives way at once. A member's body arrives together with its POST, so silent
 * strangers cannot keep members out. Safe for use from any thread.
 */
public final class StrangersBodies {

	private final ReentrantLock lock = new ReentrantLock();

	private final Deque<PeerExchange> reading = new ArrayDeque<>();

	/**
	 * Counts a POST until it is answered.
	 * @param room whether there is room besides the given number of other POSTs
	 * @param refusing the answer to the POST that has to give way
	 * @return whether the body may be read; false if no other POST could give way
	 */
	public boolean admit(PeerExchange newcomer, IntPredicate room, Supplier<Reply> refusing) {
		PeerExchange leaving = null;
		this.lock.lock();
		try {
			boolean full = !room.test(this.reading.size());
			if (full) {
				leaving = oldest();
			}
			if (full && leaving == null && !this.reading.isEmpty()) {
				return false;
			}
			this.reading.add(newcomer);
		}
		finally {
			this.lock.unlock();
		}
		newcomer.onEnd(() -> leave(newcomer));
		if (leaving != null) {
			leaving.reply(refusing);
		}
		return true;
	}

	/**
	 * Removes and returns the oldest POST that can give way. A synchronous request
	 * cannot, as its own thread waits for its body and answers.
	 */
	private @Nullable PeerExchange oldest() {
		Iterator<PeerExchange> all = this.reading.iterator();
		while (all.hasNext()) {
			PeerExchange each = all.next();
			if (each.canGiveWay()) {
				all.remove();
				return each;
			}
		}
		return null;
	}

	private void leave(PeerExchange exchange) {
		this.lock.lock();
		try {
			this.reading.remove(exchange);
		}
		finally {
			this.lock.unlock();
		}
	}

}
