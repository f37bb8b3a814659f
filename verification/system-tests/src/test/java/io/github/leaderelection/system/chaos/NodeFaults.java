package io.github.leaderelection.system.chaos;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;

import io.github.leaderelection.probe.DiskBrake;
import io.github.leaderelection.probe.EventFile.Happening;
import io.github.leaderelection.probe.EventFile.Kind;
import io.github.leaderelection.system.cluster.NodeProcess;

/**
 * Does to nodes what faults ask for: one fault to a node at a time, which lasts until the
 * node takes part again. Used by one thread.
 */
final class NodeFaults {

	/** For promises that a node may have given before it was started. */
	private static final double START_WAIT = 1.5;

	private final List<NodeProcess> nodes;

	private final Links links;

	private final long startWaitNanos;

	private final DisturbanceLog log;

	private final Map<Integer, Ailment> ailing = new HashMap<>();

	private final List<String> deaths = new ArrayList<>();

	NodeFaults(List<NodeProcess> nodes, Links links, Duration lease, DisturbanceLog log) {
		this.nodes = nodes;
		this.links = links;
		this.startWaitNanos = (long) (START_WAIT * lease.toNanos());
		this.log = log;
	}

	/**
	 * Begins a fault.
	 * @return how many nodes it befalls: those that suffer from another are spared
	 */
	int begin(Fault fault) {
		List<Integer> struck = fault.one().stream().filter((node) -> !this.ailing.containsKey(node)).toList();
		for (int node : struck) {
			String what = fault.kind() + " n" + (node + 1) + ((fault.strength() > 0) ? " by " + fault.strength() : "");
			this.ailing.put(node, new Ailment(fault, this.log.begin(what, Set.of(node), Set.of())));
			strike(fault, node);
		}
		return struck.size();
	}

	private void strike(Fault fault, int node) {
		NodeProcess process = this.nodes.get(node);
		switch (fault.kind()) {
			case KILL -> process.kill();
			case TERMINATE -> process.requestTermination();
			case PAUSE -> process.pause();
			case SLOW_DISK -> DiskBrake.set(process.brake(), fault.strength());
			case FULL_DISK -> fullDisk(node, true);
			default -> throw new IllegalArgumentException("No fault of a node: " + fault);
		}
	}

	/** Ends a fault. A process that is gone is started again as soon as it is. */
	void end(Fault fault) {
		for (Map.Entry<Integer, Ailment> each : List.copyOf(this.ailing.entrySet())) {
			if (each.getValue().fault == fault) {
				heal(each.getKey(), each.getValue());
			}
		}
	}

	private void heal(int node, Ailment ailment) {
		NodeProcess process = this.nodes.get(node);
		switch (ailment.fault.kind()) {
			case KILL, TERMINATE -> ailment.healing = true;
			case PAUSE -> {
				process.resume();
				over(node, ailment, System.nanoTime());
			}
			case SLOW_DISK -> {
				DiskBrake.set(process.brake(), 0);
				over(node, ailment, System.nanoTime());
			}
			case FULL_DISK -> {
				fullDisk(node, false);
				over(node, ailment, System.nanoTime());
			}
			default -> throw new IllegalArgumentException("No fault of a node: " + ailment.fault);
		}
	}

	private void over(int node, Ailment ailment, long stamp) {
		ailment.open.end(stamp);
		this.ailing.remove(node);
	}

	/** The system refuses each write to a file, as it would on a full disk. */
	private void fullDisk(int node, boolean full) {
		this.links.fillDisk(node, full);
		NodeProcess process = this.nodes.get(node);
		if (process.isAlive()) {
			Command.run(List.of("prlimit", "--pid", Long.toString(process.pid()),
					"--fsize=" + (full ? "0" : "unlimited") + ":"));
		}
	}

	/** Looks after processes that end or start. */
	void look() {
		for (int node = 0; node < this.nodes.size(); node++) {
			Ailment ailment = this.ailing.get(node);
			NodeProcess process = this.nodes.get(node);
			if (ailment != null && ailment.isGone()) {
				lookAfter(node, ailment, process);
			}
			else if (!process.isAlive()) {
				diedByItself(node, process);
			}
		}
	}

	private void lookAfter(int node, Ailment ailment, NodeProcess process) {
		if (ailment.starting) {
			OptionalLong started = startedAt(process);
			if (started.isPresent()) {
				over(node, ailment, started.getAsLong() + this.startWaitNanos);
			}
			else if (!process.isAlive()) {
				diedByItself(node, process);
			}
		}
		else if (ailment.healing && !process.isAlive()) {
			process.start();
			ailment.starting = true;
		}
	}

	private void diedByItself(int node, NodeProcess process) {
		this.deaths.add(process + " ended by itself:\n" + process.output());
		Fault fault = new Fault(FaultKind.KILL, 0, 0, 0, List.of(node), List.of(), false);
		Ailment ailment = new Ailment(fault,
				this.log.begin("n" + (node + 1) + " DIED BY ITSELF", Set.of(node), Set.of()));
		ailment.healing = true;
		Ailment before = this.ailing.put(node, ailment);
		if (before != null) {
			before.open.end(System.nanoTime());
		}
	}

	private static OptionalLong startedAt(NodeProcess process) {
		return process.happenings()
			.stream()
			.filter((happening) -> happening.kind() == Kind.STARTED)
			.mapToLong(Happening::at)
			.findFirst();
	}

	/** Whether a node suffers, or has not come back yet. */
	boolean isAnyAiling() {
		return !this.ailing.isEmpty();
	}

	/** Nodes that ended though nobody made them. */
	List<String> deaths() {
		return this.deaths;
	}

	/**
	 * What a node suffers from.
	 */
	private static final class Ailment {

		private final Fault fault;

		private final DisturbanceLog.Open open;

		private boolean healing;

		private boolean starting;

		private Ailment(Fault fault, DisturbanceLog.Open open) {
			this.fault = fault;
			this.open = open;
		}

		private boolean isGone() {
			return this.fault.kind() == FaultKind.KILL || this.fault.kind() == FaultKind.TERMINATE;
		}

	}

}
