package io.github.leaderelection.internal.algorithm;

import java.util.Collections;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;

import io.github.leaderelection.Promise;
import io.github.leaderelection.internal.ballot.BallotNomination;
import io.github.leaderelection.internal.bully.BullyNomination;
import io.github.leaderelection.internal.emergent.EmergentNomination;
import io.github.leaderelection.internal.nomination.MinimumClusterSize;
import io.github.leaderelection.internal.nomination.NominatedElection;
import io.github.leaderelection.internal.nomination.Nominating;
import io.github.leaderelection.internal.nomination.Nomination;
import io.github.leaderelection.internal.protocol.ElectionProtocol;
import io.github.leaderelection.internal.protocol.ElectionSettings;
import io.github.leaderelection.internal.quorum.QuorumMessage;
import io.github.leaderelection.internal.quorum.QuorumProtocol;
import io.github.leaderelection.internal.quorum.QuorumState;
import io.github.leaderelection.internal.raft.RaftNomination;
import io.github.leaderelection.internal.ring.RingNomination;
import io.github.leaderelection.internal.zab.ZabNomination;
import io.github.leaderelection.spi.ElectionMessage;
import org.jspecify.annotations.Nullable;

/**
 * An election that can be chosen by name. Immutable; may be used by any thread.
 */
public final class Algorithm {

	private static final Map<String, Algorithm> KNOWN = new TreeMap<>();
	static {
		quorum();
		nominated(new BallotNomination());
		nominated(new BullyNomination());
		nominated(new RaftNomination());
		nominated(new ZabNomination());
		nominated(new RingNomination());
		nominated(new EmergentNomination());
	}

	private final String name;

	private final Function<UnaryOperator<ElectionProtocol<QuorumState, QuorumMessage>>, ElectionProtocol<?, ?>> maker;

	private final Function<ElectionMessage, @Nullable QuorumMessage> carried;

	private final Function<ElectionSettings, Set<Promise>> promises;

	private final Set<String> options;

	private final Predicate<ElectionSettings> startsOnlyJoined;

	private Algorithm(String name,
			Function<UnaryOperator<ElectionProtocol<QuorumState, QuorumMessage>>, ElectionProtocol<?, ?>> maker,
			Function<ElectionMessage, @Nullable QuorumMessage> carried,
			Function<ElectionSettings, Set<Promise>> promises, Set<String> options,
			Predicate<ElectionSettings> startsOnlyJoined) {
		this.options = options;
		this.startsOnlyJoined = startsOnlyJoined;
		this.name = name;
		this.promises = promises;
		this.maker = maker;
		this.carried = carried;
		KNOWN.put(name, this);
	}

	private static void quorum() {
		new Algorithm("quorum", (between) -> between.apply(new QuorumProtocol()),
				(message) -> (message instanceof QuorumMessage quorum) ? quorum : null, (settings) -> Promise.ALL,
				Set.of(), (settings) -> false);
	}

	private static <S extends Nominating<S>, M extends ElectionMessage> void nominated(Nomination<S, M> nomination) {
		Class<M> messages = nomination.messageType();
		new Algorithm(nomination.name(), (between) -> new NominatedElection<>(nomination, between),
				(message) -> messages.isInstance(message) ? nomination.carried(messages.cast(message)) : null,
				nomination::promises, nomination.options(), nomination::startsOnlyJoined);
	}

	/**
	 * The names of all.
	 * @return in alphabetical order
	 */
	public static Set<String> names() {
		return Collections.unmodifiableSet(KNOWN.keySet());
	}

	/**
	 * Finds an algorithm.
	 * @param name its name
	 * @return the algorithm
	 * @throws IllegalArgumentException if there is none of this name; the message lists
	 * the names
	 */
	public static Algorithm named(String name) {
		Algorithm algorithm = KNOWN.get(name);
		if (algorithm == null) {
			throw new IllegalArgumentException("There is no algorithm '" + name + "': choose one of " + KNOWN.keySet());
		}
		return algorithm;
	}

	/**
	 * The name.
	 * @return as it is configured
	 */
	public String name() {
		return this.name;
	}

	/**
	 * Makes the protocol.
	 * @return a new one
	 */
	public ElectionProtocol<?, ?> protocol() {
		return protocol(UnaryOperator.identity());
	}

	/**
	 * Makes the protocol with something put before the quorum election in it.
	 * @param between makes of the quorum election what takes its place: one that watches
	 * it, say. Not asked where the algorithm does without a quorum election.
	 * @return a new one
	 */
	public ElectionProtocol<?, ?> protocol(UnaryOperator<ElectionProtocol<QuorumState, QuorumMessage>> between) {
		return this.maker.apply(between);
	}

	/**
	 * The message of the quorum election that a message is, or carries.
	 * @param message a message of this algorithm
	 * @return the message, null for one of the algorithm's own
	 */
	public @Nullable QuorumMessage carried(ElectionMessage message) {
		return this.carried.apply(message);
	}

	/**
	 * What the election keeps under given settings.
	 * @param settings the settings
	 * @return the promises
	 * @throws IllegalArgumentException if an option of the algorithm's own cannot be
	 * used; the message names it, the value and the remedy
	 */
	public Set<Promise> promises(ElectionSettings settings) {
		return this.promises.apply(settings);
	}

	/**
	 * What the members of a group must have in common: nodes that differ in it take no
	 * part in each other's elections.
	 * @param settings the settings
	 * @return the name, and the minimum size where the election goes by one
	 * @throws IllegalArgumentException if the size cannot be used; the message names it,
	 * the value and the remedy
	 */
	public String rules(ElectionSettings settings) {
		return this.options.contains(MinimumClusterSize.OPTION)
				? this.name + " with " + MinimumClusterSize.OPTION + '=' + MinimumClusterSize.of(settings) : this.name;
	}

	/**
	 * The names of the settings that this election alone reads, below its own name.
	 * @return names with hyphens
	 */
	public Set<String> options() {
		return this.options;
	}

	/**
	 * Whether a node that could not join in its first attempts must not go on starting.
	 * @param settings the settings
	 * @return false unless members have to join, and it was configured so
	 */
	public boolean startsOnlyJoined(ElectionSettings settings) {
		return this.startsOnlyJoined.test(settings);
	}

	/**
	 * Checks the options of the algorithm's own.
	 * @param settings the settings
	 * @throws IllegalArgumentException if one cannot be used; the message names it, the
	 * value and the remedy
	 */
	public void check(ElectionSettings settings) {
		settings.options().requireKnown(this.options);
		promises(settings);
	}

	@Override
	public String toString() {
		return this.name;
	}

}
