package io.github.leaderelection.simulator.lab.stage;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

import io.github.leaderelection.NodeId;
import io.github.leaderelection.Promise;
import io.github.leaderelection.internal.algorithm.Algorithm;
import io.github.leaderelection.internal.protocol.AlgorithmOptions;
import io.github.leaderelection.internal.protocol.ElectionSettings;
import io.github.leaderelection.simulator.cluster.ClusterSpec;
import io.github.leaderelection.simulator.cluster.MachineSpec;
import io.github.leaderelection.simulator.network.Conditions;
import io.github.leaderelection.simulator.network.Machines;
import io.github.leaderelection.simulator.time.Dice;

/**
 * The cluster of a scenario. Durations are in nanoseconds.
 *
 * @param drain how long running work is awaited before leadership is given up
 * @param drift the bound on the error of clock rates, a ratio
 * @param clockPpm by how much clocks are too fast or too slow at most, in millionths
 * @param directories whether nodes keep their state on disk
 * @param lossPerMille how many of a thousand messages are lost
 * @param repeatPerMille how many of a thousand messages arrive twice
 * @param silence after how long a silent link is closed, 0 for never; the seed draws one
 * @param minimumSize how many members a leader must hear where the algorithm does without
 * a majority: 0 for as many as it asks for unless set, {@link #MAJORITY} for more than
 * half of the nodes
 */
public record Settings(int nodes, long lease, long heartbeat, long drain, double drift, long clockPpm,
		boolean directories, Range delay, int lossPerMille, int repeatPerMille, List<Long> silence, Range save,
		int minimumSize) {

	/** As many members as make a majority. */
	public static final int MAJORITY = -1;

	private static final String MINIMUM_CLUSTER_SIZE = "minimum-cluster-size";

	private static final long MILLI = 1_000_000;

	private static final double PPM = 1_000_000;

	private static final long REDIAL = 50 * MILLI;

	private static final long TIMER_DELAY = 50_000;

	private static final double LARGEST_SUSPICION = 0.6;

	private static final double RANK_DELAY_FACTOR = 2.5;

	/** The settings of a file that sets none: the defaults of the starter on a LAN. */
	public static final Settings DEFAULT = new Settings(5, 1000 * MILLI, 100 * MILLI, 0, 0.05, 0, true,
			new Range(400_000, 600_000), 0, 0, List.of(0L), new Range(200_000, MILLI), 0);

	/**
	 * Copies the list.
	 */
	public Settings {
		silence = List.copyOf(silence);
	}

	/** The same with another number of nodes. */
	public Settings withNodes(int count) {
		return new Settings(count, this.lease, this.heartbeat, this.drain, this.drift, this.clockPpm, this.directories,
				this.delay, this.lossPerMille, this.repeatPerMille, this.silence, this.save, this.minimumSize);
	}

	/**
	 * A round trip where nothing is held up, saves not counted.
	 * @return nanoseconds
	 */
	public long roundTrip() {
		return this.delay.low() + this.delay.high();
	}

	/**
	 * The promised bound until some node leads: B of promise L1, with the longest
	 * suspicion there can be.
	 * @return nanoseconds
	 */
	public long bound() {
		long turn = 2 * this.delay.high() + this.save.high();
		double rankDelay = Math.min(Math.max(RANK_DELAY_FACTOR * turn, 10 * MILLI), 0.2 * this.lease);
		double lease = this.lease * (1 + this.drift) / (1 - this.drift) + LARGEST_SUSPICION * this.lease;
		return (long) (lease + (this.nodes + 4) * (rankDelay + turn));
	}

	/**
	 * Checks the settings as the election itself does.
	 * @throws IllegalArgumentException if a value is out of its range
	 */
	public void check() {
		if (this.nodes < 1 || this.nodes > Machines.MAX) {
			throw new IllegalArgumentException(
					"There are " + this.nodes + " nodes: choose 1 to " + Machines.MAX + " with 'nodes'");
		}
		if (this.clockPpm > this.drift * PPM) {
			throw new IllegalArgumentException("The clocks' error of " + this.clockPpm * 100 / PPM
					+ " % exceeds the drift bound of " + this.drift * 100
					+ " %: lower 'clocks' or raise 'drift'; to go beyond it use the step 'clock of'");
		}
		if (this.minimumSize > this.nodes) {
			throw new IllegalArgumentException("A minimum of " + this.minimumSize + " members exceeds the " + this.nodes
					+ " nodes: lower 'minimum-cluster-size'");
		}
		election(0);
	}

	/** What an election promises under these settings. */
	public Set<Promise> promised(Algorithm algorithm) {
		return algorithm.promises(election(0, algorithm));
	}

	/** The settings of a node's election. */
	ElectionSettings election(int machine, Algorithm algorithm) {
		ElectionSettings plain = election(machine);
		if (this.minimumSize == 0) {
			return plain;
		}
		int minimum = (this.minimumSize == MAJORITY) ? plain.quorum() : this.minimumSize;
		ElectionSettings settings = plain.withOptions(
				AlgorithmOptions.of(algorithm.name(), Map.of(MINIMUM_CLUSTER_SIZE, Integer.toString(minimum))));
		algorithm.check(settings);
		return settings;
	}

	private ElectionSettings election(int machine) {
		return ElectionSettings.of("cluster", "default", Machines.id(machine), members())
			.durable(this.directories)
			.leaseNanos(this.lease)
			.heartbeatNanos(this.heartbeat)
			.maxClockDrift(this.drift)
			.drainNanos(this.drain)
			.build();
	}

	private List<NodeId> members() {
		return Machines.ids(this.nodes);
	}

	/**
	 * Without state directories the promises rest on wall clocks that keep true time.
	 */
	ClusterSpec cluster(Dice dice) {
		List<MachineSpec> machines = new ArrayList<>();
		long most = Math.min(this.clockPpm, (long) (this.drift * PPM) - 1);
		for (int i = 0; i < this.nodes; i++) {
			machines.add(new MachineSpec(dice.nextLong() >>> 20, dice.between(-most, most), dice.between(0, 10 * MILLI),
					true, this.save.low(), this.save.high()));
		}
		return new ClusterSpec(machines, List.of("default"), conditions(dice), TIMER_DELAY);
	}

	private Conditions conditions(Dice dice) {
		return new Conditions(this.delay.low(), this.delay.high(), this.delay.high(), 0, this.lossPerMille,
				this.repeatPerMille, true, true, false, REDIAL, dice.pick(this.silence));
	}

}
