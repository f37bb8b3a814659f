package io.github.leaderelection.internal.store.etcd;

import java.nio.charset.StandardCharsets;

import io.etcd.jetcd.ByteSequence;
import io.etcd.jetcd.KeyValue;
import io.github.leaderelection.internal.store.lease.LeaseText;
import io.github.leaderelection.spi.LeaseRecord;

/**
 * A record as it stands in etcd.
 *
 * @param value its text
 * @param version of the key
 * @param record what the text says
 */
record StoredLease(ByteSequence value, EtcdVersion version, LeaseRecord record) {

	/**
	 * Reads a key.
	 * @throws IllegalArgumentException if its value is no record
	 */
	static StoredLease of(KeyValue found) {
		try {
			LeaseText text = LeaseText.parse(found.getValue().toString(StandardCharsets.UTF_8));
			EtcdVersion version = new EtcdVersion(found.getCreateRevision(), found.getModRevision(), text.stamp());
			return new StoredLease(found.getValue(), version, text.record(version.toString()));
		}
		catch (IllegalArgumentException ex) {
			throw new IllegalArgumentException(
					"The value of key '" + found.getKey().toString(StandardCharsets.UTF_8) + "' is no lease: "
							+ ex.getMessage() + ". Delete the key, or set another " + "leader-election.etcd.key-prefix",
					ex);
		}
	}

	boolean has(String other) {
		return this.record.version().equals(other);
	}

}
