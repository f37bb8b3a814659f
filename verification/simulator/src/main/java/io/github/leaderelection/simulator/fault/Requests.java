package io.github.leaderelection.simulator.fault;

import java.util.IdentityHashMap;
import java.util.Map;
import java.util.concurrent.CompletionStage;

import io.github.leaderelection.LeaderElector;
import io.github.leaderelection.simulator.cluster.SimulatedNode;
import io.github.leaderelection.simulator.fault.plan.FaultKind;
import io.github.leaderelection.simulator.network.Machines;

/**
 * What the application asks for.
 */
final class Requests {

	private static final long MILLI = 1_000_000;

	private static final long LONGEST_WORK = 3_000 * MILLI;

	private static final long SHORTEST_PAUSE = 50 * MILLI;

	private static final long LONGEST_PAUSE = 5_000 * MILLI;

	private static final int RESUMED_PER_MILLE = 850;

	private final Run run;

	private final Map<LeaderElector, CompletionStage<Void>> pauses = new IdentityHashMap<>();

	private long lastAsked = Long.MIN_VALUE / 2;

	Requests(Run run) {
		this.run = run;
	}

	void plan(Run.Schedule schedule) {
		schedule.add(FaultKind.RESIGN, this::resign);
		schedule.add(FaultKind.TRANSFER, this::transfer);
		schedule.add(FaultKind.WORK, this::work);
		schedule.add(FaultKind.BROADCAST, this::broadcast);
		schedule.add(FaultKind.CANDIDACY_PAUSE, this::pause);
	}

	/**
	 * When a leader was last asked to give up.
	 */
	long lastAsked() {
		return this.lastAsked;
	}

	private void resign() {
		SimulatedNode node = this.run.strike(FaultKind.RESIGN);
		this.lastAsked = this.run.now();
		node.application().call(group(), (elector) -> elector.resign().exceptionally((refusal) -> null));
	}

	private void transfer() {
		SimulatedNode node = this.run.target();
		int to = this.run.dice.pick(this.run.members());
		this.run.count(FaultKind.TRANSFER, node.index(), to);
		this.lastAsked = this.run.now();
		node.application()
			.call(group(), (elector) -> elector.transferTo(Machines.id(to)).exceptionally((refusal) -> null));
	}

	private void work() {
		SimulatedNode node = this.run.strike(FaultKind.WORK);
		node.application().work(group(), this.run.dice.magnitude(MILLI, LONGEST_WORK));
	}

	private void broadcast() {
		SimulatedNode node = this.run.strike(FaultKind.BROADCAST);
		String text = Long.toString(this.run.now());
		node.application().call(group(), (elector) -> elector.broadcasts().send(text).exceptionally((refusal) -> null));
	}

	/**
	 * Who is paused is resumed, so that not all are before long. One that is not resumed
	 * stays paused as long as its application lives.
	 */
	private void pause() {
		SimulatedNode node = this.run.target();
		int group = group();
		this.lastAsked = this.run.now();
		boolean resumed = this.run.dice.chance(RESUMED_PER_MILLE);
		long after = this.run.dice.magnitude(SHORTEST_PAUSE, LONGEST_PAUSE);
		if (node.canAnswer() && node.application().elector(group).eligibility().isPaused()) {
			resume(node, group);
			return;
		}
		this.run.count(FaultKind.CANDIDACY_PAUSE, node.index(), resumed ? after : "");
		node.application().call(group, (elector) -> pause(node, elector));
		if (resumed) {
			this.run.after(after, () -> resume(node, group));
		}
	}

	/**
	 * The answer may come so late that the node was resumed, leads, and is to be paused
	 * again: then it says nothing of now.
	 */
	private void pause(SimulatedNode node, LeaderElector elector) {
		CompletionStage<Void> answer = elector.eligibility().pause();
		this.pauses.put(elector, answer);
		answer.thenRun(() -> {
			if (this.pauses.get(elector) == answer) {
				this.run.invariants.paused(node.index(), elector);
			}
		});
	}

	private void resume(SimulatedNode node, int group) {
		if (!this.run.isHealed()) {
			this.lastAsked = this.run.now();
			node.application().call(group, (elector) -> {
				this.pauses.remove(elector);
				elector.eligibility().resume();
			});
		}
	}

	private int group() {
		return this.run.dice.index(this.run.cluster.groups().size());
	}

}
