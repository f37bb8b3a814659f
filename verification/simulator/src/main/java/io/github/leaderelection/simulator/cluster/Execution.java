package io.github.leaderelection.simulator.cluster;

import java.util.List;
import java.util.function.BooleanSupplier;

import io.github.leaderelection.internal.runtime.GroupElector;

/**
 * Does things on a machine and lets the loop handle what comes of them: now, when the
 * machine goes on if it stands still, or never if what they were meant for is gone.
 */
final class Execution {

	private final SimulatedNode node;

	Execution(SimulatedNode node) {
		this.node = node;
	}

	/**
	 * Does something in a process.
	 */
	void in(SimulatedProcess where, Runnable task) {
		whileThereIs(() -> where == this.node.process(), task);
	}

	/**
	 * Lets the loop go on if it can.
	 */
	void go() {
		SimulatedProcess running = this.node.process();
		if (running != null) {
			in(running, () -> {
			});
		}
	}

	/**
	 * Does something in an application, whether or not its elections have been stopped.
	 */
	void inJvm(List<GroupElector> jvm, Runnable task) {
		whileThereIs(() -> this.node.application().runsWith(jvm), task);
	}

	private void whileThereIs(BooleanSupplier there, Runnable task) {
		if (!there.getAsBoolean()) {
			return;
		}
		if (this.node.pauses().isPaused()) {
			this.node.pauses().defer(() -> {
				if (there.getAsBoolean()) {
					task.run();
				}
			});
			return;
		}
		task.run();
		runLoop();
		this.node.settled();
	}

	/**
	 * Lets the loop run unless it hangs.
	 */
	void runLoop() {
		SimulatedProcess running = this.node.process();
		if (running == null || this.node.pauses().isHung()) {
			return;
		}
		running.run();
		long ahead = this.node.moment().endRun();
		if (ahead > 0) {
			this.node.pauses().pause(ahead);
		}
		if (running.isStopped()) {
			this.node.stopped();
			running.close();
			this.node.ended(true);
		}
	}

}
