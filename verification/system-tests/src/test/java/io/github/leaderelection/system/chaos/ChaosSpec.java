package io.github.leaderelection.system.chaos;

import java.time.Duration;
import java.util.List;

import io.github.leaderelection.system.cluster.Patch;

/**
 * A run to be made.
 *
 * @param name the name of its directory
 * @param seed from which the faults are drawn
 * @param rounds how many rounds there are; after each all is healed and the leader killed
 * @param round how long the faults of one round go on
 * @param spacing how many leases lie between two faults, on average
 * @param lease the lease of the nodes
 * @param size how many nodes
 * @param namespaces whether the nodes are in network namespaces, which must have been
 * made by {@code verification/benchmarks/chaos}
 * @param transport how the nodes talk: {@code websocket} or {@code http}
 * @param algorithm which election; one that can do without a majority is told to do with
 * one, so that it makes the promises that are judged
 * @param mutants changes that break the core, to see that they are found out
 */
public record ChaosSpec(String name, long seed, int rounds, Duration round, double spacing, Duration lease, int size,
		boolean namespaces, String transport, String algorithm, List<Patch> mutants) {

	/** Lets the disk be as slow as the probe is told; changes nothing else. */
	static final Patch DISK_BRAKE = new Patch("store/DiskStateFile.java", "this.file.getFD().sync();",
			"io.github.leaderelection.probe.DiskBrake.pass();\n\t\tthis.file.getFD().sync();");

	/**
	 * The core counts on what it was promised far longer than it was: after a partition
	 * two nodes lead at once.
	 * @return the changed run
	 */
	public ChaosSpec withLeaseCountedTooLong() {
		Patch tooLong = new Patch("protocol/Lease.java",
				"(long) (spanNanos * (1 - drift) / (1 + drift)) - LEAST_SPARE;", "100 * spanNanos;");
		return new ChaosSpec(this.name, this.seed, this.rounds, this.round, this.spacing, this.lease, this.size,
				this.namespaces, this.transport, this.algorithm, List.of(tooLong));
	}

}
