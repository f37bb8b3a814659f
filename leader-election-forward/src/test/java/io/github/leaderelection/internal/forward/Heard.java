package io.github.leaderelection.internal.forward;

import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicLong;

/**
 * What handlers were asked, and what they wait for.
 */
class Heard {

	static final int MEGABYTE = 1024 * 1024;

	final Queue<Seen> seen = new ConcurrentLinkedQueue<>();

	final AtomicLong received = new AtomicLong();

	final Semaphore mayRead = new Semaphore(0);

	final Semaphore maySend = new Semaphore(0);

	volatile CountDownLatch entered = new CountDownLatch(1);

	volatile CountDownLatch released = new CountDownLatch(1);

	final Queue<Exception> failures = new ConcurrentLinkedQueue<>();

	void forget() {
		this.seen.clear();
		this.failures.clear();
		this.received.set(0);
		this.mayRead.drainPermits();
		this.maySend.drainPermits();
		this.entered = new CountDownLatch(1);
		this.released = new CountDownLatch(1);
	}

	/**
	 * A request as a handler saw it.
	 */
	record Seen(String method, String uri, String query, Map<String, List<String>> headers, String body) {

		String header(String name) {
			List<String> values = this.headers.get(name);
			return (values != null) ? String.join("|", values) : "none";
		}

	}

}
