package io.github.leaderelection.simulator.fault;

import java.util.HashMap;
import java.util.Map;

import io.github.leaderelection.internal.protocol.Now;
import io.github.leaderelection.internal.protocol.Input;
import io.github.leaderelection.internal.protocol.Step;
import io.github.leaderelection.internal.quorum.QuorumMessage;
import io.github.leaderelection.internal.quorum.QuorumState;
import io.github.leaderelection.simulator.cluster.ClusterObserver;
import io.github.leaderelection.simulator.fault.plan.FaultKind;
import org.jspecify.annotations.Nullable;

/**
 * Members that detect crashes: each learns soon, late or never that a process of another
 * has ended. None is ever told of a process that runs or stands still.
 */
final class EndedProcesses implements ClusterObserver {

	private static final long MICRO = 1_000;

	private static final int NEVER_PER_MILLE = 250;

	private final Run run;

	/** Per machine the starts of its elections in its newest process, by group. */
	private final Map<Integer, Map<String, Long>> incarnations = new HashMap<>();

	EndedProcesses(Run run) {
		this.run = run;
	}

	void plan() {
		if (this.run.plan.mixture().has(FaultKind.END_LEARNED)) {
			this.run.cluster.observe(this);
		}
	}

	@Override
	public void started(int machine) {
		this.incarnations.put(machine, new HashMap<>());
	}

	@Override
	public void stepped(int machine, int group, @Nullable Input<QuorumMessage> input, Now now,
			Step<QuorumState, QuorumMessage> step) {
		if (input == null) {
			this.incarnations.computeIfAbsent(machine, (first) -> new HashMap<>())
				.put(this.run.cluster.groups().get(group), step.state().incarnation());
		}
	}

	@Override
	public void ended(int machine, boolean clean) {
		Map<String, Long> ended = Map.copyOf(this.incarnations.getOrDefault(machine, Map.of()));
		for (int other = 0; other < this.run.cluster.size(); other++) {
			if (other != machine && !this.run.dice.chance(NEVER_PER_MILLE)) {
				long after = this.run.dice.magnitude(MICRO, this.run.largestLease());
				int told = other;
				this.run.after(after, () -> learn(told, machine, ended));
			}
		}
	}

	private void learn(int told, int machine, Map<String, Long> ended) {
		this.run.count(FaultKind.END_LEARNED, told, "of n" + machine);
		this.run.cluster.tellOfEnd(told, machine, ended);
	}

}
