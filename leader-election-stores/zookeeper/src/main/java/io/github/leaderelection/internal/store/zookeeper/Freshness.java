package io.github.leaderelection.internal.store.zookeeper;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Which records are to be read from the leader of the ensemble, and not from whatever the
 * server of this client has. Those are the records that this client has not read since it
 * began anew with ZooKeeper, and those with a write whose outcome a read has to show.
 * Safe for use from any thread.
 */
final class Freshness {

	/** The client that read each record last from the leader of the ensemble. */
	private final Map<String, Long> readBy = new ConcurrentHashMap<>();

	/** The newest write to each record, unless it was answered as done. */
	private final Map<String, Long> open = new ConcurrentHashMap<>();

	private final AtomicLong writes = new AtomicLong();

	/**
	 * A read is sent.
	 * @param client whose reads never go back
	 */
	Reading begin(String record, long client) {
		Long known = this.readBy.get(record);
		Long write = this.open.get(record);
		return new Reading(record, client, (write != null) ? write : 0,
				write != null || known == null || known != client);
	}

	/** The leader of the ensemble was asked, and the server knows as much since. */
	void isFresh(Reading reading) {
		this.open.remove(reading.record(), reading.write());
		this.readBy.put(reading.record(), reading.client());
	}

	/**
	 * A write is sent.
	 */
	long write(String record) {
		long write = this.writes.incrementAndGet();
		this.open.put(record, write);
		return write;
	}

	/** What was written before it needs no version that is there still. */
	void isDone(String record, long write) {
		this.open.remove(record, write);
	}

	/**
	 * A read of a record.
	 *
	 * @param client the client that it is sent by
	 * @param write the write whose outcome it may show, 0 for none
	 * @param asksLeader whether the leader of the ensemble has to be asked
	 */
	record Reading(String record, long client, long write, boolean asksLeader) {
	}

}
