package io.github.leaderelection.simulator;

import java.util.ArrayList;
import java.util.List;

import io.github.leaderelection.simulator.fault.plan.FaultCounts;
import io.github.leaderelection.simulator.fault.plan.FaultKind;

/**
 * What came of many seeds. Safe for use from any thread.
 */
final class Summary {

	private final FaultCounts faults = new FaultCounts();

	private final List<Violation> violations = new ArrayList<>();

	private long seeds;

	private long nanos;

	private long events;

	private long ledNanos;

	private long grants;

	synchronized void add(Result result) {
		this.seeds++;
		this.nanos += result.nanos();
		this.events += result.events();
		this.ledNanos += result.ledNanos();
		this.grants += result.grants();
		this.faults.add(result.faults());
		if (result.violation() != null) {
			this.violations.add(result.violation());
		}
	}

	synchronized long seeds() {
		return this.seeds;
	}

	synchronized long nanos() {
		return this.nanos;
	}

	synchronized long events() {
		return this.events;
	}

	synchronized long ledNanos() {
		return this.ledNanos;
	}

	synchronized long grants() {
		return this.grants;
	}

	synchronized long faults(FaultKind kind) {
		return this.faults.of(kind);
	}

	synchronized List<Violation> violations() {
		return List.copyOf(this.violations);
	}

}
