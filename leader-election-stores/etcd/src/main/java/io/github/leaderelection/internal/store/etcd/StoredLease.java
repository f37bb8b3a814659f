package io.github.leaderelection.internal.store.etcd;

import java.nio.charset.StandardCharsets;
import java.util.Objects;

import io.etcd.jetcd.ByteSequence;
import io.etcd.jetcd.KeyValue;
import io.github.leaderelection.internal.store.lease.FoundLease;
import io.github.leaderelection.internal.store.lease.LeaseText;
import io.github.leaderelection.internal.text.Printable;
import io.github.leaderelection.spi.LeaseRecord;

/**
 * A record as etcd keeps it.
 */
record StoredLease(ByteSequence value, EtcdVersion version, FoundLease found) {

	/**
	 * Reads a key.
	 * @throws IllegalArgumentException if the value is no lease
	 */
	static StoredLease of(KeyValue found) {
		String value = found.getValue().toString(StandardCharsets.UTF_8);
		try {
			LeaseText text = LeaseText.parse(value, "Delete the key, or set another leader-election.etcd.key-prefix");
			// a restored snapshot repeats revisions: the hash tells values apart
			String stamp = Objects.requireNonNullElse(text.stamp(), EtcdVersion.stamp(value.hashCode()));
			EtcdVersion version = new EtcdVersion(found.getCreateRevision(), found.getModRevision(), stamp);
			return new StoredLease(found.getValue(), version, text.found(version.toString()));
		}
		catch (IllegalArgumentException ex) {
			throw new IllegalArgumentException(
					"The value of key '" + Printable.of(found.getKey().toString(StandardCharsets.UTF_8))
							+ "' is no lease: " + ex.getMessage(),
					ex);
		}
	}

	LeaseRecord record() {
		return this.found.record();
	}

	boolean has(String other) {
		return record().version().equals(other);
	}

}
