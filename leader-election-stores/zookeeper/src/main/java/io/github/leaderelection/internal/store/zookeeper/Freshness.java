package io.github.leaderelection.internal.store.zookeeper;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Tracks which records must be read from the leader of the ensemble, not from the
 * server's own copy. Those are the records that the present client has not read from the
 * leader yet, and those with an unconfirmed write. Safe for use from any thread.
 */
final class Freshness {

	/** The client that read each record last from the leader of the ensemble. */
	private final Map<String, Long> readBy = new ConcurrentHashMap<>();

	/** The newest write to each record, unless it was answered as done. */
	private final Map<String, Long> open = new ConcurrentHashMap<>();

	private final AtomicLong writes = new AtomicLong();

	/**
	 * Notes that a read is about to be sent.
	 * @param client the client that sends the read
	 */
	Reading begin(String record, long client) {
		Long known = this.readBy.get(record);
		Long write = this.open.get(record);
		return new Reading(record, client, (write != null) ? write : 0,
				write != null || known == null || known != client);
	}

	/** Notes an answered read that asked the leader of the ensemble. */
	void isFresh(Reading reading) {
		this.open.remove(reading.record(), reading.write());
		this.readBy.put(reading.record(), reading.client());
	}

	/**
	 * Notes that a write is about to be sent.
	 */
	long write(String record) {
		long write = this.writes.incrementAndGet();
		this.open.put(record, write);
		return write;
	}

	/** Notes a confirmed write. Earlier ones need a version that is gone. */
	void isDone(String record, long write) {
		this.open.remove(record, write);
	}

	/**
	 * A read of a record.
	 *
	 * @param client the client that sends it
	 * @param write the write whose outcome it may show, 0 for none
	 * @param asksLeader whether the leader of the ensemble has to be asked
	 */
	record Reading(String record, long client, long write, boolean asksLeader) {
	}

}
