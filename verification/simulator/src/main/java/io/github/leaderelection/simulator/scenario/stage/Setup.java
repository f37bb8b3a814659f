package io.github.leaderelection.simulator.scenario.stage;

import java.util.Arrays;
import java.util.function.Consumer;

/**
 * The cluster of a scenario: perfect clocks, a network and disks without faults. Times
 * are in milliseconds.
 *
 * @param members how many members there are at first
 * @param durable whether they keep their state on disk
 * @param latency of every message, in microseconds
 * @param save how long a save takes, in microseconds
 * @param silence after which a silent link is closed, 0 for never
 * @param preempt whether leaders hand over to members of higher priority that return
 */
@SuppressWarnings("ArrayRecordComponent")
public record Setup(int members, int machines, boolean durable, long lease, long heartbeat, double drift, long latency,
		long save, long silence, int[] priorities, boolean preempt) {

	private static final int MACHINES = 10;

	/** A cluster with the default settings, in which the first machine stands first. */
	public static Setup of(int members) {
		int[] priorities = new int[MACHINES];
		Arrays.fill(priorities, 1);
		priorities[0] = 2;
		return new Setup(members, members, true, 1000, 100, 0.05, 500, 1000, 0, priorities, false);
	}

	/** The same with another priority of one machine. */
	public Setup withPriority(int machine, int priority) {
		int[] changed = this.priorities.clone();
		changed[machine] = priority;
		return new Setup(this.members, this.machines, this.durable, this.lease, this.heartbeat, this.drift,
				this.latency, this.save, this.silence, changed, this.preempt);
	}

	/** A scenario for this cluster. */
	public NamedScenario named(String name, Consumer<ScenarioCluster> script) {
		return new NamedScenario(name, this, script);
	}

	public Setup withMachines(int count) {
		return new Setup(this.members, count, this.durable, this.lease, this.heartbeat, this.drift, this.latency,
				this.save, this.silence, this.priorities, this.preempt);
	}

	public Setup withDrift(double bound) {
		return new Setup(this.members, this.machines, this.durable, this.lease, this.heartbeat, bound, this.latency,
				this.save, this.silence, this.priorities, this.preempt);
	}

	public Setup withLatency(long micros) {
		return new Setup(this.members, this.machines, this.durable, this.lease, this.heartbeat, this.drift, micros,
				this.save, this.silence, this.priorities, this.preempt);
	}

	public Setup withSave(long micros) {
		return new Setup(this.members, this.machines, this.durable, this.lease, this.heartbeat, this.drift,
				this.latency, micros, this.silence, this.priorities, this.preempt);
	}

	public Setup withLease(long millis, long beat) {
		return new Setup(this.members, this.machines, this.durable, millis, beat, this.drift, this.latency, this.save,
				this.silence, this.priorities, this.preempt);
	}

	public Setup withSilence(long millis) {
		return new Setup(this.members, this.machines, this.durable, this.lease, this.heartbeat, this.drift,
				this.latency, this.save, millis, this.priorities, this.preempt);
	}

	/** The same without state directories. */
	public Setup withoutState() {
		return new Setup(this.members, this.machines, false, this.lease, this.heartbeat, this.drift, this.latency,
				this.save, this.silence, this.priorities, this.preempt);
	}

	/** The same where leaders hand over to members of higher priority that return. */
	public Setup preempting() {
		return new Setup(this.members, this.machines, this.durable, this.lease, this.heartbeat, this.drift,
				this.latency, this.save, this.silence, this.priorities, true);
	}

}
