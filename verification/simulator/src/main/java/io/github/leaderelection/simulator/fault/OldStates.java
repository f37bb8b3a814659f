package io.github.leaderelection.simulator.fault;

import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import io.github.leaderelection.simulator.cluster.ClusterObserver;
import io.github.leaderelection.simulator.cluster.Crash;
import io.github.leaderelection.simulator.cluster.ForwardingObserver;
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
final class OldStates extends ForwardingObserver {

	private static final int MOST = 3;

	/** A start may save a few times before it is told. */
	private static final long SAVES_OF_A_START = 8;

	private static final int TAKE_AGAIN_PER_MILLE = 300;

	private final Map<Integer, Copy> copies = new HashMap<>();

	/** By the group, who heard, and of whom: how often that one's state was saved. */
	private final Map<String, long[]> heard = new HashMap<>();

	private @Nullable Run run;

	private @Nullable SimulatedNode restored;

	private int played;

	OldStates(ClusterObserver next) {
		super(next);
	}

	void plan(Schedule schedule, Run ofRun, Crashes ofIt) {
		if (ofRun.plan.mixture().has(FaultKind.OLD_STATE)) {
			this.run = ofRun;
			schedule.add(FaultKind.OLD_STATE, () -> play(ofRun, ofIt));
		}
	}

	@Override
	public void started(SimulatedNode node) {
		super.started(node);
		this.heard.forEach((who, counts) -> {
			if (who.endsWith(" " + node.index())) {
				Arrays.fill(counts, 0);
			}
		});
	}

	@Override
	public void stateLost(SimulatedNode node) {
		super.stateLost(node);
		this.copies.remove(node.index());
		this.heard.values().forEach((counts) -> counts[node.index()] = 0);
	}

	@Override
	public void arriving(Transit transit) {
		super.arriving(transit);
		StateAge age = transit.envelope().age();
		if (this.run != null && age != null) {
			long[] counts = counts(this.run, transit.envelope().group(), transit.to());
			counts[transit.from()] = Math.max(counts[transit.from()], age.saves());
		}
	}

	/**
	 * Deletes what is left of an old state.
	 */
	void finish() {
		if (this.run != null) {
			delete(this.run);
		}
	}

	private long[] counts(Run ofRun, String group, int machine) {
		return this.heard.computeIfAbsent(group + " " + machine, (unheard) -> new long[ofRun.cluster.size()]);
	}

	/**
	 * Restores a copy where that may be done, and takes copies else.
	 */
	private void play(Run ofRun, Crashes ofIt) {
		if (this.restored != null || this.played == MOST) {
			return;
		}
		for (int machine : ofRun.members()) {
			Copy copy = this.copies.get(machine);
			if (copy != null && mayBeRestored(ofRun, ofIt, machine, copy)) {
				restore(ofRun, ofRun.node(machine), copy);
				return;
			}
		}
		for (int machine : ofRun.members()) {
			SimulatedNode node = ofRun.node(machine);
			boolean wanted = !this.copies.containsKey(machine) || ofRun.dice.chance(TAKE_AGAIN_PER_MILLE);
			if (node.isRunning() && wanted) {
				this.copies.put(machine, new Copy(node.disk().copy(), saves(ofRun, node)));
			}
		}
	}

	private static long[] saves(Run ofRun, SimulatedNode node) {
		long[] saves = new long[ofRun.cluster.groups().size()];
		Arrays.setAll(saves, node::saves);
		return saves;
	}

	private boolean mayBeRestored(Run ofRun, Crashes ofIt, int machine, Copy copy) {
		if (!ofRun.cluster.network().conditions().strict() || !ofIt.mayLoseDisk(ofRun.node(machine))) {
			return false;
		}
		for (int other : ofRun.members()) {
			boolean there = ofRun.node(other).isRunning() && !ofRun.node(other).isStopping() && ofRun.isVoter(other);
			if (!there || (other != machine && !remembers(ofRun, other, machine, copy))) {
				return false;
			}
		}
		return true;
	}

	private boolean remembers(Run ofRun, int machine, int other, Copy copy) {
		for (int group = 0; group < copy.saves.length; group++) {
			long[] counts = counts(ofRun, ofRun.cluster.groups().get(group), machine);
			if (counts[other] <= copy.saves[group] + SAVES_OF_A_START) {
				return false;
			}
		}
		return true;
	}

	private void restore(Run ofRun, SimulatedNode node, Copy copy) {
		this.played++;
		ofRun.count(FaultKind.OLD_STATE, node.index(), Arrays.toString(copy.saves));
		this.restored = node;
		ofRun.withOldState(node.index());
		node.crash(Crash.KILLED);
		node.disk().restore(copy.files);
		node.losesState();
		long lease = ofRun.largestLease();
		long down = ofRun.dice.between(3 * lease, 4 * lease);
		ofRun.cluster.time().after(down, () -> {
			if (this.restored == node) {
				node.start(false);
			}
		});
		ofRun.cluster.time().after(down + ofRun.dice.between(lease, 6 * lease), () -> delete(ofRun));
	}

	private void delete(Run ofRun) {
		SimulatedNode node = this.restored;
		if (node != null) {
			this.restored = null;
			ofRun.withOldState(-1);
			node.crash(Crash.DISK_LOST);
			ofRun.restartLater(node, ofRun.dice.below(ofRun.largestLease()));
		}
	}

	/**
	 * A copy of a disk.
	 *
	 * @param files its files
	 * @param saves how often each had been saved
	 */
	@SuppressWarnings("ArrayRecordComponent")
	private record Copy(List<byte[]> files, long[] saves) {
	}

}
