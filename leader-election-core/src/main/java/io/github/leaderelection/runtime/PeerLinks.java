package io.github.leaderelection.runtime;

import java.util.HashMap;
import java.util.Map;

import io.github.leaderelection.NodeId;
import io.github.leaderelection.protocol.LinkLoss;
import io.github.leaderelection.transport.PeerTransport;

/**
 * The links that the groups of a node share: a member is linked while any group wants it,
 * and each group hears only of members it wants. Used by the loop's owner thread alone.
 */
final class PeerLinks {

	private final Map<NodeId, Link> links = new HashMap<>();

	private final PeerTransport transport;

	private final GroupRunner<?, ?>[] groups;

	PeerLinks(PeerTransport transport, GroupRunner<?, ?>[] groups) {
		this.transport = transport;
		this.groups = groups;
	}

	void connect(GroupRunner<?, ?> group, NodeId peer) {
		Link link = link(peer);
		if (link.wanted[group.index()]) {
			return;
		}
		boolean wantedBefore = link.isWanted();
		link.wanted[group.index()] = true;
		if (link.up) {
			group.postConnected(peer);
		}
		if (!wantedBefore) {
			this.transport.connect(peer);
		}
	}

	void forget(GroupRunner<?, ?> group, NodeId peer) {
		Link link = link(peer);
		if (link.wanted[group.index()]) {
			link.wanted[group.index()] = false;
			if (!link.isWanted()) {
				this.transport.forget(peer);
			}
		}
	}

	void connected(NodeId peer) {
		Link link = link(peer);
		link.up = true;
		for (GroupRunner<?, ?> group : this.groups) {
			if (link.wanted[group.index()]) {
				group.takeConnected(peer);
			}
		}
	}

	void disconnected(NodeId peer, LinkLoss loss) {
		Link link = link(peer);
		link.up = false;
		for (GroupRunner<?, ?> group : this.groups) {
			if (link.wanted[group.index()]) {
				group.takeDisconnected(peer, loss);
			}
		}
	}

	private Link link(NodeId peer) {
		Link link = this.links.get(peer);
		if (link == null) {
			link = new Link(this.groups.length);
			this.links.put(peer, link);
		}
		return link;
	}

	private static final class Link {

		private final boolean[] wanted;

		private boolean up;

		Link(int groups) {
			this.wanted = new boolean[groups];
		}

		boolean isWanted() {
			for (boolean byGroup : this.wanted) {
				if (byGroup) {
					return true;
				}
			}
			return false;
		}

	}

}
