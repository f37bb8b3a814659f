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
 * The links that the groups of a node share: a member is linked while any group wants it,
 * and each group hears only of members it wants and holds elections with. When a link
 * opens the groups hear it a few at a time, so that not all of them speak at once and
 * nothing else waits for them; a group hears it before it hears a message. Used by the
 * thread that runs the loop alone.
 */
public final class PeerLinks {

	/** So many groups hear at once that a link opened. */
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

	/** A group is about to hear a message of a member. */
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

	/** To a group whose elections the member holds by other rules it is not linked. */
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

		/** How many groups want it. */
		private int wanting;

		/** Which groups heard that it is up. */
		private final boolean[] told;

		private boolean up;

		/** The first group that is still to hear of the newest opening in its turn. */
		private int next;

		/** As of the last connection. */
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
