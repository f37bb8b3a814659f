package io.github.leaderelection.test.cluster;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Predicate;

import io.github.leaderelection.NodeId;
import io.github.leaderelection.spi.Envelope;

/**
 * Decides which messages pass. Used under the lock of the {@link InMemoryNetwork}.
 */
final class Firewall {

	private final Set<Way> cut = new HashSet<>();

	private final List<Predicate<? super Envelope<?>>> dropped = new CopyOnWriteArrayList<>();

	void cut(NodeId from, NodeId to) {
		this.cut.add(new Way(from, to));
	}

	void drop(Predicate<? super Envelope<?>> messages) {
		this.dropped.add(messages);
	}

	void dropNoMore(Predicate<? super Envelope<?>> messages) {
		this.dropped.remove(messages);
	}

	void heal() {
		this.cut.clear();
		this.dropped.clear();
	}

	void heal(NodeId one, NodeId other) {
		this.cut.remove(new Way(one, other));
		this.cut.remove(new Way(other, one));
	}

	boolean passes(NodeId from, NodeId to) {
		return !this.cut.contains(new Way(from, to));
	}

	boolean passesBothWays(NodeId one, NodeId other) {
		return passes(one, other) && passes(other, one);
	}

	boolean passes(NodeId to, Envelope<?> envelope) {
		return passes(envelope.from(), to) && this.dropped.stream().noneMatch((messages) -> messages.test(envelope));
	}

	/**
	 * One direction between two nodes.
	 */
	private record Way(NodeId from, NodeId to) {
	}

}
