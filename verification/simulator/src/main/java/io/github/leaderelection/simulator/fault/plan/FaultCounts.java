package io.github.leaderelection.simulator.fault.plan;

/**
 * How often each kind of fault occurred.
 */
public final class FaultCounts {

	private final long[] counts = new long[FaultKind.count()];

	public void count(FaultKind kind) {
		this.counts[kind.ordinal()]++;
	}

	/** How often a kind occurred. */
	public long of(FaultKind kind) {
		return this.counts[kind.ordinal()];
	}

	/** Adds those of another run. */
	public void add(FaultCounts other) {
		for (int i = 0; i < this.counts.length; i++) {
			this.counts[i] += other.counts[i];
		}
	}

}
