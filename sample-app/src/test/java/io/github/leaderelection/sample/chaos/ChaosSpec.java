package io.github.leaderelection.sample.chaos;

import java.time.Duration;
import java.util.List;

import io.github.leaderelection.sample.cluster.Patch;

/**
 * A run to be made.
 *
 * @param name the name of its directory
 * @param seed from which the faults are drawn
 * @param duration how long faults go on
 * @param lease the lease of the nodes
 * @param size how many nodes
 * @param namespaces whether the nodes are in network namespaces, which must have been
 * made by {@code benchmarks/chaos}
 * @param mutants changes that break the core, to see that they are found out
 */
public record ChaosSpec(String name, long seed, Duration duration, Duration lease, int size, boolean namespaces,
		List<Patch> mutants) {

	/** Counts what is promised far too long: two nodes lead at once after a partition. */
	public static final Patch LONG_LEASE = new Patch("quorum/Timing.java",
			"(long) (lease * (1 - drift) / (1 + drift)) - LEAST_SPARE;", "4 * lease;");

	/** Lets the disk be as slow as the probe is told; changes nothing else. */
	static final Patch DISK_BRAKE = new Patch("store/DiskStateFile.java", "this.file.getFD().sync();",
			"io.github.leaderelection.probe.DiskBrake.pass();\n\t\tthis.file.getFD().sync();");

	/**
	 * Five nodes that are whole, with proxies between them.
	 * @param name the name of the run's directory
	 * @param seed from which the faults are drawn
	 * @param duration how long faults go on
	 * @return the run
	 */
	public static ChaosSpec ofFive(String name, long seed, Duration duration) {
		return new ChaosSpec(name, seed, duration, Duration.ofSeconds(1), 5, false, List.of());
	}

	/**
	 * Breaks the core.
	 * @param patches how
	 * @return the changed run
	 */
	public ChaosSpec withMutants(List<Patch> patches) {
		return new ChaosSpec(this.name, this.seed, this.duration, this.lease, this.size, this.namespaces,
				List.copyOf(patches));
	}

}
