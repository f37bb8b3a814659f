package io.github.leaderelection.internal.nomination;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;

import io.github.leaderelection.NodeId;
import io.github.leaderelection.Promise;
import io.github.leaderelection.internal.protocol.SmallCluster;
import io.github.leaderelection.internal.protocol.Sent;
import io.github.leaderelection.internal.protocol.AlgorithmOptions;
import io.github.leaderelection.internal.protocol.ElectionSettings;
import io.github.leaderelection.spi.ElectionMessage;

/**
 * A small cluster of an election in two layers, with state directories. It keeps what the
 * nominations said to each other.
 *
 * @param <S> the state
 * @param <M> the messages
 */
public final class NominationCluster<S extends LayeredState<S>, M extends ElectionMessage>
		extends SmallCluster<S, M, NominationCluster<S, M>> {

	private final Nomination<S, M> nomination;

	private final Map<String, Integer> sent = new TreeMap<>();

	private final List<Sent<M>> log = new ArrayList<>();

	private Predicate<M> lost = (message) -> false;

	private Predicate<Sent<M>> lostOnTheWay = (message) -> false;

	/**
	 * A cluster of nodes named a, b, c and so on.
	 */
	public NominationCluster(Nomination<S, M> nomination, int size, AlgorithmOptions options) {
		super(new LayeredElection<>(nomination), LayeredState::election, size, true, options);
		this.nomination = nomination;
	}

	/**
	 * A cluster of named nodes.
	 */
	public NominationCluster(Nomination<S, M> nomination, List<NodeId> members, boolean durable,
			AlgorithmOptions options) {
		super(new LayeredElection<>(nomination), LayeredState::election, members, durable, options);
		this.nomination = nomination;
	}

	@Override
	protected NominationCluster<S, M> self() {
		return this;
	}

	@Override
	protected Set<Promise> promises(ElectionSettings settings) {
		return this.nomination.promises(settings);
	}

	@Override
	protected boolean passes(Sent<M> message) {
		M body = message.body();
		if (Nomination.carried(body) == null) {
			this.sent.merge(body.getClass().getSimpleName(), 1, Integer::sum);
			this.log.add(message);
		}
		return !this.lost.test(body) && !this.lostOnTheWay.test(message);
	}

	/** Loses the messages of a kind from now on. */
	public NominationCluster<S, M> losing(Predicate<M> messages) {
		this.lost = messages;
		return this;
	}

	/** Loses what passes between certain members from now on. */
	public NominationCluster<S, M> lose(Predicate<Sent<M>> messages) {
		this.lostOnTheWay = messages;
		return this;
	}

	/** The nomination's own messages, in the order in which they were sent. */
	public List<Sent<M>> sent() {
		return this.log;
	}

	/** How many messages of the nomination's own were sent since last asked. */
	public Map<String, Integer> takeSent() {
		Map<String, Integer> taken = new TreeMap<>(this.sent);
		this.sent.clear();
		return taken;
	}

}
