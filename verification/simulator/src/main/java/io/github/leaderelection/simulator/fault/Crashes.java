package io.github.leaderelection.simulator.fault;

import io.github.leaderelection.simulator.cluster.Crash;
import io.github.leaderelection.simulator.cluster.SimulatedNode;
import io.github.leaderelection.simulator.fault.plan.FaultKind;

/**
 * Processes that end and come back.
 */
final class Crashes {

	private static final long MILLI = 1_000_000;

	private static final long LONGEST = 10_000 * MILLI;

	private static final long CLEAN_STOP_CHECK = 20 * MILLI;

	private final Run run;

	Crashes(Run run) {
		this.run = run;
	}

	void plan(Run.Schedule schedule) {
		schedule.add(FaultKind.CRASH, () -> crash(FaultKind.CRASH, Crash.KILLED));
		schedule.add(FaultKind.VANISH, () -> crash(FaultKind.VANISH, Crash.VANISHED));
		schedule.add(FaultKind.POWER_LOSS, () -> crash(FaultKind.POWER_LOSS, Crash.POWER_LOST));
		schedule.add(FaultKind.EMPTY_DISK, this::loseDisk);
		schedule.add(FaultKind.BIT_ROT, this::rot);
		schedule.add(FaultKind.CRASH_OF_ALL, this::crashAll);
		schedule.add(FaultKind.CLEAN_RESTART, this::restart);
	}

	private void crash(FaultKind kind, Crash crash) {
		SimulatedNode node = this.run.target();
		if (node.isRunning()) {
			this.run.count(kind, node.index(), "");
			end(node, crash, downTime());
		}
	}

	/**
	 * Ends a process, if one runs, and starts another after a while.
	 */
	void end(SimulatedNode node, Crash crash, long downTime) {
		if (node.isRunning()) {
			node.crash(crash);
			this.run.restartLater(node, downTime);
		}
	}

	/**
	 * Ends a process that comes back without its state, or with it where that must not be
	 * lost now.
	 */
	void loseState(SimulatedNode node, long downTime) {
		boolean lost = this.run.plan.durable() && mayLoseDisk(node);
		end(node, lost ? Crash.DISK_LOST : Crash.KILLED, downTime);
	}

	/**
	 * Lets a process stop gracefully, if one runs, and starts another after a while.
	 */
	void stop(SimulatedNode node, long downTime) {
		if (node.isRunning()) {
			node.stop();
			startWhenStopped(node, downTime);
		}
	}

	private void loseDisk() {
		SimulatedNode node = this.run.target();
		if (node.isRunning() && mayLoseDisk(node)) {
			this.run.count(FaultKind.EMPTY_DISK, node.index(), "");
			end(node, Crash.DISK_LOST, downTime());
		}
	}

	/**
	 * A node that lost its disk must be able to ask a quorum of others that have theirs,
	 * and no list may be changing meanwhile.
	 */
	boolean mayLoseDisk(SimulatedNode node) {
		int votersLeft = this.run.voters() - (this.run.isVoter(node.index()) ? 1 : 0);
		int needed = Math.min(this.run.quorum(), this.run.size() - 1);
		return needed > 0 && votersLeft >= needed && !this.run.isChangingMembers();
	}

	private void rot() {
		SimulatedNode node = this.run.target();
		if (node.isRunning()) {
			node.crash(this.run.dice.chance(500) ? Crash.POWER_LOST : Crash.KILLED);
			this.run.restartLater(node, downTime());
			if (node.disk().rot() > 0) {
				this.run.count(FaultKind.BIT_ROT, node.index(), "");
			}
		}
	}

	private void crashAll() {
		this.run.count(FaultKind.CRASH_OF_ALL, -1, "");
		boolean power = this.run.dice.chance(500);
		for (int machine : this.run.members()) {
			SimulatedNode node = this.run.node(machine);
			if (node.isRunning()) {
				node.crash(power ? Crash.POWER_LOST : Crash.KILLED);
				this.run.restartLater(node, downTime());
			}
		}
	}

	private void restart() {
		SimulatedNode node = this.run.target();
		if (node.isRunning()) {
			this.run.count(FaultKind.CLEAN_RESTART, node.index(), "");
			stop(node, downTime());
		}
	}

	private void startWhenStopped(SimulatedNode node, long downTime) {
		this.run.after(CLEAN_STOP_CHECK, () -> {
			if (node.isRunning()) {
				startWhenStopped(node, downTime);
			}
			else {
				this.run.restartLater(node, downTime);
			}
		});
	}

	private long downTime() {
		return this.run.dice.magnitude(MILLI, LONGEST);
	}

}
