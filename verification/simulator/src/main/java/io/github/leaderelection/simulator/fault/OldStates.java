package io.github.leaderelection.simulator.fault;

import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import io.github.leaderelection.simulator.cluster.ClusterObserver;
import io.github.leaderelection.simulator.cluster.Crash;
import io.github.leaderelection.simulator.cluster.SimulatedNode;
import io.github.leaderelection.simulator.fault.plan.FaultKind;
import io.github.leaderelection.simulator.network.Transit;
import io.github.leaderelection.spi.StateAge;
import org.jspecify.annotations.Nullable;

/**
 * State directories that are restored from an older copy, and deleted a while later. The
 * promises hold as long as a member that remembers more tells the node before it votes,
 * so this is played only while each other member runs and remembers more, nobody starts
 * that would not, no message from before can arrive any more, and what the node promised
 * is over.
 */
final class OldStates implements ClusterObserver {

	private static final int MOST = 3;

	/** A start may save a few times before it is told. */
	private static final long SAVES_OF_A_START = 8;

	private static final int TAKE_AGAIN_PER_MILLE = 300;

	private final Map<Integer, Copy> copies = new HashMap<>();

	/** By the group, who heard, and of whom: how often that one's state was saved. */
	private final Map<String, long[]> heard = new HashMap<>();

	private final Run run;

	private @Nullable SimulatedNode restored;

	private int played;

	OldStates(Run run) {
		this.run = run;
	}

	void plan(Run.Schedule schedule, Crashes crashes) {
		if (this.run.plan.mixture().has(FaultKind.OLD_STATE)) {
			schedule.add(FaultKind.OLD_STATE, () -> play(crashes));
			this.run.cluster.observe(this);
		}
	}

	@Override
	public void started(int machine) {
		this.heard.forEach((who, counts) -> {
			if (who.endsWith(" " + machine)) {
				Arrays.fill(counts, 0);
			}
		});
	}

	@Override
	public void stateLost(int machine) {
		this.copies.remove(machine);
		this.heard.values().forEach((counts) -> counts[machine] = 0);
	}

	@Override
	public void arriving(Transit transit) {
		StateAge age = transit.envelope().age();
		if (age != null) {
			long[] counts = counts(transit.envelope().group(), transit.to());
			counts[transit.from()] = Math.max(counts[transit.from()], age.saves());
		}
	}

	/**
	 * Deletes what is left of an old state.
	 */
	void finish() {
		delete();
	}

	private long[] counts(String group, int machine) {
		return this.heard.computeIfAbsent(group + " " + machine, (unheard) -> new long[this.run.cluster.size()]);
	}

	/**
	 * Restores a copy where that may be done, and takes copies else.
	 */
	private void play(Crashes crashes) {
		if (this.restored != null || this.played == MOST) {
			return;
		}
		for (int machine : this.run.members()) {
			Copy copy = this.copies.get(machine);
			if (copy != null && mayBeRestored(crashes, machine, copy)) {
				restore(this.run.node(machine), copy);
				return;
			}
		}
		for (int machine : this.run.members()) {
			SimulatedNode node = this.run.node(machine);
			boolean wanted = !this.copies.containsKey(machine) || this.run.dice.chance(TAKE_AGAIN_PER_MILLE);
			if (node.isRunning() && wanted) {
				this.copies.put(machine, new Copy(node.disk().copy(), saves(node)));
			}
		}
	}

	private long[] saves(SimulatedNode node) {
		long[] saves = new long[this.run.cluster.groups().size()];
		Arrays.setAll(saves, node::saves);
		return saves;
	}

	private boolean mayBeRestored(Crashes crashes, int machine, Copy copy) {
		if (!this.run.cluster.network().conditions().strict() || !crashes.mayLoseDisk(this.run.node(machine))) {
			return false;
		}
		for (int other : this.run.members()) {
			boolean there = this.run.node(other).isRunning() && !this.run.node(other).isStopping()
					&& this.run.isVoter(other);
			if (!there || (other != machine && !remembers(other, machine, copy))) {
				return false;
			}
		}
		return true;
	}

	private boolean remembers(int machine, int other, Copy copy) {
		for (int group = 0; group < copy.saves.length; group++) {
			long[] counts = counts(this.run.cluster.groups().get(group), machine);
			if (counts[other] <= copy.saves[group] + SAVES_OF_A_START) {
				return false;
			}
		}
		return true;
	}

	private void restore(SimulatedNode node, Copy copy) {
		this.played++;
		this.run.count(FaultKind.OLD_STATE, node.index(), Arrays.toString(copy.saves));
		this.restored = node;
		this.run.withOldState(node.index());
		node.crash(Crash.KILLED);
		node.disk().restore(copy.files);
		node.losesState();
		long lease = this.run.largestLease();
		long down = this.run.dice.between(3 * lease, 4 * lease);
		this.run.after(down, () -> {
			if (this.restored == node) {
				node.start(false);
			}
		});
		this.run.after(down + this.run.dice.between(lease, 6 * lease), this::delete);
	}

	private void delete() {
		SimulatedNode node = this.restored;
		if (node != null) {
			this.restored = null;
			this.run.withOldState(-1);
			node.crash(Crash.DISK_LOST);
			this.run.restartLater(node, this.run.dice.below(this.run.largestLease()));
		}
	}

	/** A copy of a disk. */
	@SuppressWarnings("ArrayRecordComponent")
	private record Copy(List<byte[]> files, long[] saves) {
	}

}
