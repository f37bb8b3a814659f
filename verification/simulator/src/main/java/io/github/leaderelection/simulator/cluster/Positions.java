package io.github.leaderelection.simulator.cluster;

import java.util.List;

import io.github.leaderelection.Leadership;
import io.github.leaderelection.NodeId;
import io.github.leaderelection.Position;
import io.github.leaderelection.internal.quorum.QuorumState;
import io.github.leaderelection.simulator.network.Machines;
import io.github.leaderelection.simulator.time.Dice;

/**
 * How far the applications have come: a leader writes, and those promised to it copy what
 * it wrote, each at its own pace. Nothing happens before an election asks for a position,
 * and all chance in it is its own, so that elections that never ask run as they would
 * without.
 */
public final class Positions implements PositionReader {

	private static final long MICRO = 1_000;

	private static final long MILLI = 1_000_000;

	private static final int MOST_ENTRIES = 5;

	private static final int FAILS_PER_MILLE = 15;

	private static final int HANGS_PER_MILLE = 15;

	private static final int HEAD_START = 4;

	/** Of a lease: a reading is about as fast as a round trip. */
	static final int READINGS_IN_A_LEASE = 30;

	private final SimulatedCluster cluster;

	private final Dice dice;

	private final Position[][] positions;

	private final int[] copiesPerMille;

	private final long interval;

	private boolean writing;

	private boolean calm;

	private boolean resting;

	Positions(SimulatedCluster cluster, int groups, int machines, Dice dice) {
		this.cluster = cluster;
		this.dice = dice;
		this.interval = dice.magnitude(MILLI, 200 * MILLI);
		this.copiesPerMille = new int[machines];
		this.positions = new Position[groups][machines];
		for (int i = 0; i < machines; i++) {
			this.copiesPerMille[i] = (int) dice.magnitude(20, 1000);
		}
		for (Position[] group : this.positions) {
			for (int i = 0; i < machines; i++) {
				group[i] = new Position(0, dice.below(HEAD_START));
			}
		}
	}

	/** How far the application on a machine has come. */
	public Position of(int group, int machine) {
		return this.positions[group][machine];
	}

	/**
	 * From now on every application answers, and in time.
	 */
	public void calm() {
		this.calm = true;
	}

	/**
	 * From now on no leader writes.
	 */
	public void rest() {
		this.resting = true;
	}

	/**
	 * From now on every application answers, no leader writes, and one has come so far.
	 */
	public void hold(int machine, long index) {
		calm();
		rest();
		for (Position[] group : this.positions) {
			group[machine] = new Position(0, index);
		}
	}

	/**
	 * Whether an application has come as far as others, and will not lose that by being
	 * started.
	 * @return true also if no election ever asked
	 */
	public boolean isFurthest(int machine, List<Integer> others) {
		SimulatedNode node = this.cluster.node(machine);
		boolean keeps = node.settings(0).durable() || (node.isRunning() && !node.isStopping());
		if (this.writing && !keeps) {
			return false;
		}
		for (Position[] group : this.positions) {
			for (int other : others) {
				if (this.writing && group[machine].compareTo(group[other]) < 0) {
					return false;
				}
			}
		}
		return true;
	}

	@Override
	public void forget(int machine) {
		for (Position[] group : this.positions) {
			group[machine] = Position.NONE;
		}
	}

	@Override
	public long readingNanos(int machine) {
		if (!this.writing) {
			this.writing = true;
			write();
		}
		long lease = this.cluster.node(machine).settings(0).leaseNanos();
		return (!this.calm && this.dice.chance(HANGS_PER_MILLE)) ? this.dice.below(2 * lease)
				: this.dice.magnitude(10 * MICRO, lease / READINGS_IN_A_LEASE);
	}

	@Override
	public Position tell(int group, int machine) {
		if (!this.calm && this.dice.chance(FAILS_PER_MILLE)) {
			throw new IllegalStateException("the application cannot tell");
		}
		return of(group, machine);
	}

	private void write() {
		if (this.resting) {
			return;
		}
		for (int group = 0; group < this.positions.length; group++) {
			for (int machine = 0; machine < this.cluster.size(); machine++) {
				SimulatedNode node = this.cluster.node(machine);
				if (node.leads(group)) {
					write(group, node);
				}
			}
		}
		this.cluster.time().after(this.interval, this::write);
	}

	private void write(int group, SimulatedNode leader) {
		Position before = this.positions[group][leader.index()];
		Leadership held = leader.leadership(group);
		if (held == null) {
			return;
		}
		long token = held.fencingToken();
		Position written = new Position(token, before.index() + this.dice.below(MOST_ENTRIES));
		this.positions[group][leader.index()] = written;
		// what was written this time is on its way still, or has arrived already
		for (int i = 0; i < this.cluster.size(); i++) {
			Position copy = this.dice.chance(500) ? before : written;
			if (this.dice.chance(this.copiesPerMille[i]) && follows(group, this.cluster.node(i), leader)
					&& copy.compareTo(this.positions[group][i]) > 0) {
				this.positions[group][i] = copy;
			}
		}
	}

	/**
	 * An application takes entries only from the leader its node is promised to: what one
	 * whose lease is over wrote is refused.
	 */
	private static boolean follows(int group, SimulatedNode node, SimulatedNode leader) {
		QuorumState state = node.canAnswer() ? node.state(group) : null;
		if (state == null || node == leader) {
			return false;
		}
		long nanos = node.clock().monotonicNanos();
		NodeId promisedTo = state.promisedTo(nanos);
		NodeId writing = Machines.id(leader.index());
		return writing.equals(promisedTo) && writing.equals(state.leaderId());
	}

}
