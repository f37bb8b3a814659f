package io.github.leaderelection.simulator.fault.plan;

import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

import io.github.leaderelection.NodeId;
import io.github.leaderelection.Promise;
import io.github.leaderelection.internal.algorithm.Algorithm;
import io.github.leaderelection.internal.algorithm.Trait;
import io.github.leaderelection.internal.nomination.MinimumClusterSize;
import io.github.leaderelection.internal.protocol.AlgorithmOptions;
import io.github.leaderelection.internal.protocol.ElectionSettings;
import io.github.leaderelection.simulator.network.Machines;
import io.github.leaderelection.simulator.time.Dice;

/**
 * The election that a run tries, and what is asked of it.
 */
public record Subject(Algorithm algorithm, AlgorithmOptions options, Set<Promise> promised) {

	private static final String ALL_TO_ALL_UP_TO = "all-to-all-up-to";

	private static final String HEARTBEAT_NEIGHBOURS = "heartbeat-neighbours";

	/**
	 * Puts the promises into their order, so that they are written alike everywhere.
	 */
	public Subject {
		promised = Collections.unmodifiableSet(new TreeSet<>(promised));
	}

	/**
	 * Chooses options. Half of the clusters that can do without a quorum are told to do
	 * with one.
	 */
	static Subject draw(Algorithm algorithm, int members, Dice dice) {
		List<NodeId> ids = Machines.ids(members);
		ElectionSettings plain = plain(ids);
		Map<String, String> values = new HashMap<>();
		if (algorithm.is(Trait.JOINS_BY_SEED_NODES)) {
			// who comes back while no seed node lives is let in by nobody, so all are
			values.put(Algorithm.SEED_NODES, ids.stream().map(NodeId::value).collect(Collectors.joining(",")));
			if (dice.chance(300)) {
				values.put(ALL_TO_ALL_UP_TO, "2");
				values.put(HEARTBEAT_NEIGHBOURS, Long.toString(dice.between(1, 2)));
			}
		}
		Subject subject = of(algorithm, values, plain);
		if (!subject.promises(Promise.S2) && dice.chance(500)) {
			values.put(MinimumClusterSize.OPTION, Integer.toString(plain.quorum()));
			return of(algorithm, values, plain);
		}
		return subject;
	}

	/**
	 * An election with other rules than this one, under which nobody leads without a
	 * majority: one that does without could lead beside the others before it has met one.
	 * @param any whether only the minimum size may differ
	 */
	public Subject drawOther(int members, Dice dice, boolean any) {
		List<Subject> others = new ArrayList<>();
		List<NodeId> ids = Machines.ids(members);
		ElectionSettings plain = plain(ids);
		for (String name : Algorithm.names()) {
			Algorithm other = Algorithm.named(name);
			boolean sized = other.options().contains(MinimumClusterSize.OPTION);
			Map<String, String> values = sized ? Map.of(MinimumClusterSize.OPTION, Integer.toString(plain.quorum()))
					: Map.of();
			Subject subject = of(other, values, plain);
			boolean differs = !other.rules(plain.withOptions(subject.options))
				.equals(this.algorithm.rules(plain.withOptions(this.options)));
			boolean sameMessages = other.equals(this.algorithm);
			if (!other.is(Trait.JOINS_BY_SEED_NODES) && differs && (any || !sameMessages)) {
				others.add(subject);
			}
		}
		return dice.pick(others);
	}

	private static ElectionSettings plain(List<NodeId> ids) {
		return ElectionSettings.of("cluster", "default", ids.get(0), ids).durable(true).drainNanos(0).build();
	}

	private static Subject of(Algorithm algorithm, Map<String, String> values, ElectionSettings plain) {
		AlgorithmOptions options = values.isEmpty() ? AlgorithmOptions.NONE
				: AlgorithmOptions.of(algorithm.name(), values);
		return new Subject(algorithm, options, algorithm.promises(plain.withOptions(options)));
	}

	public boolean promises(Promise promise) {
		return this.promised.contains(promise);
	}

	/**
	 * Whether it finds a leader where all hear one member and nobody else. Where ids
	 * decide, an arm that outranks the centre deposes it and cannot win, or a lap does
	 * not get round; where positions do, each arm that is further is passed over first,
	 * which takes longer than the bound.
	 */
	public boolean findsTheCentre() {
		return promises(Promise.L2) && !this.algorithm.is(Trait.NEEDS_ALL_LINKS);
	}

	/**
	 * Whether how many members a leader needs follows from the member list alone, so that
	 * the list may change.
	 */
	public boolean countsByList() {
		return this.options.all().isEmpty() && promises(Promise.S2);
	}

	/**
	 * What is asked of it where clocks may not keep to their bound.
	 */
	public Set<Promise> promisedUnder(boolean beyond) {
		Set<Promise> asked = EnumSet.noneOf(Promise.class);
		asked.addAll(this.promised);
		if (beyond) {
			asked.remove(Promise.S2);
		}
		return asked;
	}

}
