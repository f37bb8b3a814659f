package io.github.leaderelection.system.assignments;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;

import io.github.leaderelection.probe.ProbeNames;
import io.github.leaderelection.probe.RunFile.Run;
import io.github.leaderelection.system.cluster.NodeProcess;

/**
 * Faults on processes that share partitions, one after the other, and what came of it.
 */
public final class AssignmentTrial implements AutoCloseable {

	private final PartitionedCluster processes;

	private final RandomGenerator random;

	private final Map<AssignmentFault, Integer> done = new EnumMap<>(AssignmentFault.class);

	private final List<Pause> pauses = new ArrayList<>();

	private AssignmentTrial(PartitionedCluster processes, RandomGenerator random) {
		this.processes = processes;
		this.random = random;
	}

	/**
	 * Starts processes.
	 * @param spec what to start
	 * @param random draws the process that a fault strikes
	 * @return the trial
	 */
	public static AssignmentTrial start(TrialSpec spec, RandomGenerator random) {
		PartitionedCluster processes = PartitionedCluster.start(spec);
		return new AssignmentTrial(processes, random);
	}

	/**
	 * Lets a fault strike once each partition has one owner, and waits until others own
	 * all of them.
	 * @param fault the fault
	 */
	public void inflict(AssignmentFault fault) {
		this.processes.awaitSettled();
		NodeProcess leader = this.processes.cluster().awaitLeader().node();
		switch (fault) {
			case WORKER_PAUSED -> pause(drawn(this.processes.cluster().othersThan(leader)));
			case LEADER_PAUSED -> pause(leader);
			case KILLED -> restart(drawn(this.processes.cluster().nodes()), NodeProcess::kill);
			case TERMINATED -> restart(drawn(this.processes.cluster().nodes()), NodeProcess::terminate);
		}
		this.done.merge(fault, 1, Integer::sum);
	}

	private NodeProcess drawn(List<NodeProcess> nodes) {
		return nodes.get(this.random.nextInt(nodes.size()));
	}

	private void pause(NodeProcess node) {
		long paused = System.nanoTime();
		node.pause();
		this.processes.awaitOwnedWithout(node);
		this.pauses.add(new Pause(node.probe(), paused, node.resume()));
	}

	private void restart(NodeProcess node, Consumer<NodeProcess> end) {
		end.accept(node);
		this.processes.awaitOwnedWithout(node);
		this.processes.cluster().start(List.of(node));
	}

	/**
	 * Restarts one process after the other with another number of partitions, by SIGTERM.
	 * @param partitions the number
	 */
	public void redivide(int partitions) {
		this.processes.awaitSettled();
		int restarted = this.processes.redivide(partitions);
		this.done.merge(AssignmentFault.TERMINATED, restarted, Integer::sum);
	}

	/**
	 * What happened so far.
	 * @return all of it
	 */
	public TrialResult result() {
		Ownerships ownerships = this.processes.ownerships();
		PartitionRows rows = this.processes.rows();
		return new TrialResult(Map.copyOf(this.done), ownerships.answers(), ownerships.count(), ownerships.overlaps(),
				ownerships.tokensOutOfOrder(), this.pauses.stream().flatMap(Pause::ownedOn).toList(), rows.count(),
				rows.refused(), rows.doubled(), rows.outOfOrder());
	}

	@Override
	public void close() {
		this.processes.close();
	}

	/**
	 * A time in which a process stood still, and all that it owned went to others.
	 *
	 * @param probe where its probe writes
	 * @param from the stamp before it was stopped
	 * @param until the stamp before it went on
	 */
	private record Pause(Path probe, long from, long until) {

		/** What it had owned before, and took itself for the owner of after it woke. */
		Stream<String> ownedOn() {
			return Stream.of(ProbeNames.OWNED_PARTITIONS, ProbeNames.OWNED_KEYS)
				.flatMap((kind) -> Ownerships.files(this.probe.resolve(kind)).stream())
				.flatMap((file) -> Ownerships.runs(file)
					.stream()
					.filter(this::spans)
					.map((run) -> file + " awake at " + this.until + ": " + run));
		}

		private boolean spans(Run run) {
			return run.answer() > 0 && run.firstBefore() < this.from && run.lastBefore() >= this.until;
		}

	}

}
