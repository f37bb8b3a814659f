package io.github.leaderelection.system.assignments;

import java.time.Duration;

/**
 * Processes to strike. Immutable.
 *
 * @param name the name of their directory
 * @param store by which they lead, as {@code StoreServers} knows it; empty for peers
 * @param lease the lease of the leader
 * @param ownershipLease the lease of owners
 * @param partitions into how many they divide
 * @param busyThreads how many threads of each process only keep processors busy
 */
public record TrialSpec(String name, String store, Duration lease, Duration ownershipLease, int partitions,
		int busyThreads) {

	String heartbeat() {
		return this.lease.dividedBy(5).toMillis() + "ms";
	}

}
