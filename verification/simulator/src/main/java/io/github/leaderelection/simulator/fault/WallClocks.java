package io.github.leaderelection.simulator.fault;

import java.util.Arrays;
import java.util.List;

import io.github.leaderelection.internal.quorum.QuorumState;
import io.github.leaderelection.simulator.cluster.MachineSpec;
import io.github.leaderelection.simulator.cluster.SimulatedNode;
import io.github.leaderelection.simulator.fault.plan.FaultKind;

/**
 * Clocks that change their rate, and wall clocks that jump, one alone or all together.
 * <p>
 * Two things are left out, for the promises say that they are. A clock that was set back
 * hides that its machine was suspended. And without state directories a process that
 * starts may go by its wall clock: none starts while the wall clocks are behind what they
 * have shown, and no two of them differ by more than the shortest start wait.
 */
final class WallClocks {

	private static final long MILLI = 1_000_000;

	private static final long SECOND = 1_000 * MILLI;

	private static final long DAY = 86_400 * SECOND;

	private static final long CHECK = 100 * MILLI;

	private static final int LEASES_APART = 3;

	private static final int COME_BACK_PER_MILLE = 800;

	private final Run run;

	private final long[] offsets;

	private final long[] setBackAt;

	private final long[] suspendedUntil;

	private long common;

	private long highest;

	private long highestShown;

	WallClocks(Run run, List<MachineSpec> machines) {
		this.run = run;
		this.offsets = machines.stream().mapToLong(MachineSpec::wallOffset).toArray();
		this.highestShown = Arrays.stream(this.offsets).max().orElse(0);
		this.setBackAt = new long[this.offsets.length];
		this.suspendedUntil = new long[this.offsets.length];
		Arrays.fill(this.setBackAt, Long.MIN_VALUE / 2);
		Arrays.fill(this.suspendedUntil, Long.MIN_VALUE / 2);
	}

	void plan(Run.Schedule schedule) {
		schedule.add(FaultKind.CLOCK_RATE, this::changeRate);
		schedule.add(FaultKind.WALL_JUMP, this::jump);
		schedule.add(FaultKind.WALL_STEP, this::step);
	}

	/**
	 * Whether the wall clocks are behind what they have shown: then nobody may start that
	 * goes by them. The only member waits for nothing at its start, so its clock does not
	 * catch up meanwhile.
	 */
	boolean areBehind() {
		List<Integer> members = this.run.members();
		return this.common < this.highest || (members.size() == 1 && !settled(members.get(0)));
	}

	private boolean settled(int machine) {
		return this.run.now() - this.setBackAt[machine] > apart();
	}

	/**
	 * Whether a machine may be suspended: not soon after its wall clock was set back.
	 */
	boolean maySuspend(int machine) {
		return settled(machine);
	}

	void suspends(int machine, long nanos) {
		this.suspendedUntil[machine] = this.run.now() + nanos;
	}

	/**
	 * Sets wall clocks that are far behind what was ever shown to that, before those that
	 * are down are started. Terms begin at a wall clock, and a member that knows of none
	 * believes one far above its own clock only after some twenty leases.
	 */
	void heal() {
		if (!this.run.plan.durable()) {
			move(Math.max(0, this.highest - this.common));
			return;
		}
		for (int machine = 0; machine < this.offsets.length; machine++) {
			long behind = this.highestShown - this.common - this.offsets[machine];
			if (behind > DAY / 2) {
				set(machine, behind);
			}
		}
	}

	private long apart() {
		return LEASES_APART * this.run.largestLease();
	}

	private boolean maySetBack(int machine) {
		return this.run.now() - this.suspendedUntil[machine] > apart();
	}

	private void changeRate() {
		SimulatedNode node = this.run.target();
		if (!node.pauses().isPaused()) {
			this.run.count(FaultKind.CLOCK_RATE, node.index(), "");
			node.clock().changeRate(this.run.plan.drawRate(this.run.dice));
		}
	}

	private void jump() {
		SimulatedNode node = this.run.target();
		long distance = this.run.plan.durable() ? anyDistance()
				: this.run.plan.drawWallOffset(this.run.dice) - this.offsets[node.index()];
		if (!node.pauses().isPaused() && (distance > 0 || maySetBack(node.index()))) {
			this.run.count(FaultKind.WALL_JUMP, node.index(), distance);
			this.offsets[node.index()] += distance;
			set(node.index(), distance);
		}
	}

	private long anyDistance() {
		long distance = this.run.dice.magnitude(MILLI, 100_000 * SECOND);
		return this.run.dice.chance(500) ? distance : -distance;
	}

	/**
	 * Where processes go by the wall clock, all that run must have done so before they
	 * are set back; and what they have shown must come again before others do.
	 */
	private void step() {
		long distance = this.run.dice.magnitude(SECOND, 40 * DAY);
		boolean back = this.run.dice.chance(500);
		boolean comesBack = this.run.dice.chance(COME_BACK_PER_MILLE);
		if (!this.run.plan.durable()) {
			back = back && !areBehind() && nobodyStarts();
			comesBack = back;
		}
		if (!maySetAllBack()) {
			return;
		}
		this.run.count(FaultKind.WALL_STEP, -1, back ? -distance : distance);
		long moved = back ? -distance : distance;
		move(moved);
		if (comesBack) {
			this.run.after(this.run.dice.magnitude(10 * MILLI, 20 * SECOND), () -> comeBack(moved));
		}
	}

	private void comeBack(long moved) {
		if (this.run.isHealed()) {
			return;
		}
		if (moved < 0 || maySetAllBack()) {
			move(-moved);
		}
		else {
			this.run.after(CHECK, () -> comeBack(moved));
		}
	}

	private boolean maySetAllBack() {
		return this.run.members()
			.stream()
			.allMatch((machine) -> maySetBack(machine) && !this.run.node(machine).pauses().isPaused());
	}

	private boolean nobodyStarts() {
		for (int machine : this.run.members()) {
			for (int group = 0; group < this.run.cluster.groups().size(); group++) {
				QuorumState state = this.run.node(machine).state(group);
				if (state != null && !state.isPastStart()) {
					return false;
				}
			}
		}
		return true;
	}

	private void move(long distance) {
		this.common += distance;
		this.highest = Math.max(this.highest, this.common);
		for (int machine = 0; machine < this.offsets.length; machine++) {
			set(machine, distance);
		}
	}

	private void set(int machine, long distance) {
		if (distance < 0) {
			this.setBackAt[machine] = this.run.now();
		}
		this.highestShown = Math.max(this.highestShown, this.common + this.offsets[machine]);
		this.run.node(machine).clock().jumpWall(distance);
	}

}
