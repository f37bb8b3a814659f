package io.github.leaderelection.internal.algorithm;

import java.util.Collections;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.UnaryOperator;

import io.github.leaderelection.Promise;
import io.github.leaderelection.internal.protocol.ElectionProtocol;
import io.github.leaderelection.internal.protocol.ElectionSettings;
import io.github.leaderelection.internal.quorum.QuorumMessage;
import io.github.leaderelection.internal.quorum.QuorumState;
import io.github.leaderelection.internal.setting.InvalidSettingException;
import io.github.leaderelection.spi.ElectionMessage;
import org.jspecify.annotations.Nullable;

/**
 * An election that can be chosen by name. Immutable; may be used by any thread.
 */
public final class Algorithm {

	/** The name of the election that is chosen where none is named. */
	public static final String DEFAULT = "quorum";

	/** The name of the election by a lease in a store. */
	public static final String LEASE = "lease";

	/** The name of the option of elections whose members join by seed nodes. */
	public static final String SEED_NODES = "seed-nodes";

	private static final Map<String, Algorithm> KNOWN = known();

	private final ElectionAlgorithm election;

	private Algorithm(ElectionAlgorithm election) {
		this.election = election;
	}

	/** By the loader of this class, which need not be that of the calling thread. */
	private static Map<String, Algorithm> known() {
		Map<String, Algorithm> known = new TreeMap<>();
		add(known, new QuorumAlgorithm());
		ServiceLoader.load(ElectionAlgorithm.class, Algorithm.class.getClassLoader())
			.forEach((found) -> add(known, found));
		return known;
	}

	private static void add(Map<String, Algorithm> known, ElectionAlgorithm election) {
		Algorithm earlier = known.putIfAbsent(election.name(), new Algorithm(election));
		if (earlier != null) {
			throw new IllegalStateException("Two elections are named '" + election.name() + "': "
					+ earlier.election.getClass().getName() + " and " + election.getClass().getName());
		}
	}

	/**
	 * The names of all that nodes hold among themselves.
	 * @return in alphabetical order
	 */
	public static Set<String> names() {
		Set<String> names = new TreeSet<>();
		KNOWN.forEach((name, algorithm) -> {
			if (!algorithm.is(Trait.NEEDS_STORE)) {
				names.add(name);
			}
		});
		return Collections.unmodifiableSet(names);
	}

	/**
	 * Finds an algorithm.
	 * @throws InvalidSettingException if there is none of this name; the remedy lists the
	 * names
	 */
	public static Algorithm named(String name) {
		Algorithm algorithm = KNOWN.get(name);
		if (algorithm == null) {
			throw new InvalidSettingException("algorithm", name, "There is no such algorithm", "Choose one of "
					+ names() + ((KNOWN.size() == 1) ? ", or add leader-election-algorithms to the class path" : ""));
		}
		return algorithm;
	}

	/** The name. */
	public String name() {
		return this.election.name();
	}

	/** What others must know of it. */
	public boolean is(Trait trait) {
		return this.election.traits().contains(trait);
	}

	/** Makes the protocol. */
	public ElectionProtocol<?, ?> protocol() {
		return protocol(UnaryOperator.identity());
	}

	/**
	 * Makes the protocol with something put before the quorum election in it.
	 * @param between makes of the quorum election what takes its place: one that watches
	 * it, say. Not asked where the algorithm does without a quorum election.
	 */
	public ElectionProtocol<?, ?> protocol(UnaryOperator<ElectionProtocol<QuorumState, QuorumMessage>> between) {
		return this.election.protocol(between);
	}

	/**
	 * The message of the quorum election that a message is, or carries.
	 * @return the message, null for one of the algorithm's own
	 */
	public @Nullable QuorumMessage carried(ElectionMessage message) {
		return this.election.quorumMessage(message);
	}

	/**
	 * What the election keeps under given settings.
	 * @throws IllegalArgumentException if an option of the algorithm's own cannot be
	 * used; the message names it, the value and the remedy
	 */
	public Set<Promise> promises(ElectionSettings settings) {
		return this.election.promises(settings);
	}

	/**
	 * What the members of a group must have in common: nodes that differ in it take no
	 * part in each other's elections.
	 * @return the name, and the minimum size where the election goes by one
	 * @throws IllegalArgumentException if the size cannot be used; the message names it,
	 * the value and the remedy
	 */
	public String rules(ElectionSettings settings) {
		return this.election.rules(settings);
	}

	/** The names of the settings that this election alone reads, below its own name. */
	public Set<String> options() {
		return this.election.options();
	}

	/**
	 * Whether a node that could not join in its first attempts must not go on starting.
	 * @return false unless members have to join, and it was configured so
	 */
	public boolean startsOnlyJoined(ElectionSettings settings) {
		return is(Trait.JOINS_BY_SEED_NODES) && JoinFailure.of(settings) == JoinFailure.STOP;
	}

	/**
	 * Checks the options of the algorithm's own, and the settings that not all know.
	 * @throws IllegalArgumentException if one cannot be used; the message names it, the
	 * value and the remedy
	 */
	public void check(ElectionSettings settings) {
		if (settings.isWitness() && is(Trait.NEEDS_STORE)) {
			throw new InvalidSettingException("priority", settings.priority(),
					"The election '" + name() + "' knows no witnesses: a store keeps the lease, and nobody votes",
					"Use 1 or more, and pause a node that is not to lead");
		}
		if (settings.preempt() && !is(Trait.PREEMPTS)) {
			throw new InvalidSettingException("preempt", true,
					"The election '" + name() + "' does not hand leadership over for a priority",
					"Set it to false, or use the election '" + DEFAULT + "'");
		}
		settings.options().requireKnown(options());
		promises(settings);
	}

	@Override
	public String toString() {
		return name();
	}

}
