package io.github.leaderelection.internal.transport.peer;

import java.util.concurrent.atomic.LongAdder;

/**
 * Counts messages, writes and bytes to other members. Safe for use from any thread.
 */
public final class SentCounts {

	private final LongAdder messages = new LongAdder();

	private final LongAdder writes = new LongAdder();

	private final LongAdder bytes = new LongAdder();

	/** Counts messages of one write. */
	void add(int count, long length) {
		this.messages.add(count);
		this.writes.increment();
		this.bytes.add(length);
	}

	public Sent sent() {
		return new Sent(this.messages.sum(), this.writes.sum(), this.bytes.sum());
	}

}
