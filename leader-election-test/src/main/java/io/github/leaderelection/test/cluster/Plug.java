package io.github.leaderelection.test.cluster;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

import io.github.leaderelection.NodeId;
import io.github.leaderelection.spi.PeerTransport.Receiver;
import org.jspecify.annotations.Nullable;

/**
 * One node's end of its links in the {@link InMemoryNetwork}. Used under its lock.
 */
final class Plug {

	private final NodeId id;

	private final Set<NodeId> wanted = new HashSet<>();

	/** The open links by peer, each with the start of the peer to which it leads. */
	private final Map<NodeId, Long> linked = new HashMap<>();

	private @Nullable Receiver receiver;

	private long starts;

	Plug(NodeId id) {
		this.id = id;
	}

	NodeId id() {
		return this.id;
	}

	/** Null while the node does not run. */
	@Nullable Receiver receiver() {
		return this.receiver;
	}

	void in(Receiver newReceiver) {
		this.receiver = newReceiver;
		this.starts++;
	}

	void out() {
		this.receiver = null;
		this.wanted.clear();
		this.linked.clear();
	}

	void want(NodeId peer) {
		this.wanted.add(peer);
	}

	void wantNoMore(NodeId peer) {
		this.wanted.remove(peer);
		this.linked.remove(peer);
	}

	boolean wants(Plug peer) {
		return this.receiver != null && this.wanted.contains(peer.id);
	}

	boolean isLinked(NodeId peer) {
		return this.linked.containsKey(peer);
	}

	boolean isLinkedToThisStartOf(Plug peer) {
		Long start = this.linked.get(peer.id);
		return start != null && start == peer.starts && peer.wants(this);
	}

	void link(Plug peer) {
		this.linked.put(peer.id, peer.starts);
	}

	void unlink(Plug peer) {
		this.linked.remove(peer.id);
	}

}
