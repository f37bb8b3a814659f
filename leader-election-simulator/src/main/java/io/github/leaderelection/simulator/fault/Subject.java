package io.github.leaderelection.simulator.fault;

import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

import io.github.leaderelection.NodeId;
import io.github.leaderelection.Promise;
import io.github.leaderelection.algorithm.Algorithm;
import io.github.leaderelection.protocol.AlgorithmOptions;
import io.github.leaderelection.protocol.ElectionSettings;
import io.github.leaderelection.simulator.network.Machines;
import io.github.leaderelection.simulator.time.Dice;

/**
 * The election that a run tries, and what is asked of it.
 *
 * @param algorithm the election
 * @param options its own options
 * @param promised what it promises under them
 */
record Subject(Algorithm algorithm, AlgorithmOptions options, Set<Promise> promised) {

	private static final String MINIMUM_CLUSTER_SIZE = "minimum-cluster-size";

	/**
	 * Puts the promises into their order, so that they are written alike everywhere.
	 */
	Subject {
		promised = Collections.unmodifiableSet(new TreeSet<>(promised));
	}

	/**
	 * Chooses options. Half of the clusters that can do without a quorum are told to do
	 * with one.
	 */
	static Subject draw(Algorithm algorithm, int members, Dice dice) {
		List<NodeId> ids = java.util.stream.IntStream.range(0, members).mapToObj(Machines::id).toList();
		ElectionSettings plain = new ElectionSettings("cluster", "default", ids.get(0), ids, true, 1_000_000_000,
				100_000_000, 0.05, 1, 0);
		Subject subject = new Subject(algorithm, AlgorithmOptions.NONE, algorithm.promises(plain));
		if (!subject.promises(Promise.S2) && dice.chance(500)) {
			AlgorithmOptions options = AlgorithmOptions.of(algorithm.name(),
					Map.of(MINIMUM_CLUSTER_SIZE, Integer.toString(plain.quorum())));
			return new Subject(algorithm, options, algorithm.promises(plain.withOptions(options)));
		}
		return subject;
	}

	boolean promises(Promise promise) {
		return this.promised.contains(promise);
	}

	/**
	 * Whether how many members a leader needs follows from the member list alone, so that
	 * the list may change.
	 */
	boolean countsByList() {
		return this.options.all().isEmpty() && promises(Promise.S2);
	}

	/**
	 * What is asked of it where clocks may not keep to their bound.
	 */
	Set<Promise> promisedUnder(boolean beyond) {
		Set<Promise> asked = EnumSet.noneOf(Promise.class);
		asked.addAll(this.promised);
		if (beyond) {
			asked.remove(Promise.S2);
		}
		return asked;
	}

}
