package io.github.leaderelection.test.cluster;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;

import io.github.leaderelection.NodeId;
import io.github.leaderelection.spi.Envelope;
import io.github.leaderelection.spi.LinkLoss;
import io.github.leaderelection.spi.PeerTransport.Receiver;

/**
 * Carries messages between the nodes of one virtual machine in order, on the thread of
 * the sender. The firewall drops messages silently: a link that is cut stays open, and
 * none is opened or closed while it is cut. Safe for use from any thread. Receivers do
 * not block, so they are called under the lock.
 */
final class InMemoryNetwork {

	private final ReentrantLock lock = new ReentrantLock();

	private final Map<NodeId, Plug> plugs = new LinkedHashMap<>();

	private final Firewall firewall = new Firewall();

	void add(NodeId node) {
		this.plugs.put(node, new Plug(node));
	}

	/** Changes which messages pass. */
	void change(Consumer<Firewall> change) {
		locked(() -> {
			change.accept(this.firewall);
			settleAll();
		});
	}

	void plugIn(NodeId node, Receiver receiver) {
		locked(() -> plug(node).in(receiver));
	}

	/**
	 * Ends the links of a node. Its peers learn of it unless the firewall is in between.
	 */
	void unplug(NodeId node) {
		locked(() -> {
			plug(node).out();
			settle(plug(node));
		});
	}

	void connect(NodeId node, NodeId peer) {
		locked(() -> {
			Plug own = plug(node);
			Plug other = plug(peer);
			Receiver receiver = own.receiver();
			if (receiver == null) {
				return;
			}
			own.want(peer);
			if (other.receiver() == null && this.firewall.passesBothWays(node, peer)) {
				receiver.disconnected(peer, LinkLoss.REFUSED);
			}
			settle(own, other);
		});
	}

	void forget(NodeId node, NodeId peer) {
		locked(() -> {
			plug(node).wantNoMore(peer);
			settle(plug(node), plug(peer));
		});
	}

	void send(NodeId from, NodeId to, Envelope<?> envelope) {
		locked(() -> {
			Plug other = plug(to);
			Receiver receiver = other.receiver();
			if (receiver != null && plug(from).isLinked(to) && other.isLinked(from)
					&& this.firewall.passes(to, envelope)) {
				receiver.received(envelope);
			}
		});
	}

	private void settleAll() {
		this.plugs.values().forEach(this::settle);
	}

	private void settle(Plug plug) {
		this.plugs.values().stream().filter((other) -> other != plug).forEach((other) -> settle(plug, other));
	}

	/**
	 * Closes links that are over and opens links that both want, if no cut is in between.
	 */
	private void settle(Plug one, Plug other) {
		if (this.firewall.passesBothWays(one.id(), other.id())) {
			close(one, other);
			close(other, one);
			if (one.wants(other) && other.wants(one)) {
				open(one, other);
				open(other, one);
			}
		}
	}

	private static void close(Plug end, Plug peer) {
		Receiver receiver = end.receiver();
		if (receiver != null && end.isLinked(peer.id()) && !end.isLinkedToThisStartOf(peer)) {
			end.unlink(peer);
			receiver.disconnected(peer.id(), LinkLoss.CLOSED);
		}
	}

	private static void open(Plug end, Plug peer) {
		Receiver receiver = end.receiver();
		if (receiver != null && !end.isLinked(peer.id())) {
			end.link(peer);
			receiver.connected(peer.id());
		}
	}

	private Plug plug(NodeId node) {
		Plug plug = this.plugs.get(node);
		if (plug == null) {
			throw new IllegalArgumentException("Unknown node '" + node + "': use one of " + this.plugs.keySet());
		}
		return plug;
	}

	private void locked(Runnable action) {
		this.lock.lock();
		try {
			action.run();
		}
		finally {
			this.lock.unlock();
		}
	}

}
