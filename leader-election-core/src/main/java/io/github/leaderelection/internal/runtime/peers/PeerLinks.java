package io.github.leaderelection.internal.runtime.peers;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;

import io.github.leaderelection.NodeId;
import io.github.leaderelection.internal.runtime.scheduling.Mailbox;
import io.github.leaderelection.spi.ForeignRules;
import io.github.leaderelection.spi.LinkLoss;
import io.github.leaderelection.spi.PeerTransport;

/**
 * Shares links among the groups of a node: a member is linked while any group wants it. A
 * group learns only of members that it wants and whose election rules agree. When a link
 * opens, a few groups at a time learn of it, so that they neither all send at once nor
 * delay other events. A group learns of a link before it takes a message. Used only by
 * the thread that runs the loop.
 */
public final class PeerLinks {

	/** The number of groups that learn at once of an opened link. */
	public static final int AT_ONCE = 64;

	private final Map<NodeId, Link> links = new HashMap<>();

	private final PeerTransport transport;

	private final Mailbox mailbox;

	private final LinkedGroup[] groups;

	public PeerLinks(PeerTransport transport, Mailbox mailbox, LinkedGroup[] groups) {
		this.transport = transport;
		this.mailbox = mailbox;
		this.groups = groups;
	}

	public void connect(LinkedGroup group, NodeId peer) {
		Link link = link(peer);
		if (link.wanted[group.index()]) {
			return;
		}
		link.wanted[group.index()] = true;
		link.wanting++;
		if (link.up) {
			link.told[group.index()] = true;
			greet(link, peer, group, group::postConnected);
		}
		if (link.wanting == 1) {
			this.transport.connect(peer);
		}
	}

	public void forget(LinkedGroup group, NodeId peer) {
		Link link = link(peer);
		if (link.wanted[group.index()]) {
			link.wanted[group.index()] = false;
			link.wanting--;
			if (link.wanting == 0) {
				this.transport.forget(peer);
			}
		}
	}

	public void connected(NodeId peer, Map<String, ForeignRules> foreign) {
		Link link = link(peer);
		link.open();
		link.foreign = foreign;
		tellSome(peer, link);
	}

	private void tellSome(NodeId peer, Link link) {
		if (!link.up) {
			return;
		}
		for (int told = 0; link.next < this.groups.length; link.next++) {
			if (told == AT_ONCE) {
				this.mailbox.post(() -> tellSome(peer, link));
				return;
			}
			LinkedGroup group = this.groups[link.next];
			told += tell(group, peer, link) ? 1 : 0;
		}
	}

	/** Tells a group of an open link before it takes a message of that member. */
	public void speaks(LinkedGroup group, NodeId peer) {
		Link link = this.links.get(peer);
		if (link != null && link.up && link.next <= group.index()) {
			tell(group, peer, link);
		}
	}

	private boolean tell(LinkedGroup group, NodeId peer, Link link) {
		if (!link.wanted[group.index()] || link.told[group.index()]) {
			return false;
		}
		link.told[group.index()] = true;
		greet(link, peer, group, group::takeConnected);
		return true;
	}

	/** Reports no link to a group for which the member has other election rules. */
	private static void greet(Link link, NodeId peer, LinkedGroup group, Consumer<NodeId> connected) {
		ForeignRules rules = link.foreign.get(group.name());
		if (rules != null) {
			group.agreement().differs(peer, rules);
		}
		else {
			group.agreement().agrees(peer);
			connected.accept(peer);
		}
	}

	public void disconnected(NodeId peer, LinkLoss loss) {
		Link link = link(peer);
		link.up = false;
		for (LinkedGroup group : this.groups) {
			if (link.wanted[group.index()]) {
				group.agreement().gone(peer);
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

		/** The number of groups that want the link. */
		private int wanting;

		/** The groups that learned that the link is up. */
		private final boolean[] told;

		private boolean up;

		/** The next group to learn of the newest opening. */
		private int next;

		/** The member's other rules by group name, as of the last connection. */
		private Map<String, ForeignRules> foreign = Map.of();

		Link(int groups) {
			this.wanted = new boolean[groups];
			this.told = new boolean[groups];
		}

		void open() {
			this.up = true;
			this.next = 0;
			Arrays.fill(this.told, false);
		}

	}

}
