package io.github.leaderelection.test.cluster;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Predicate;

import io.github.leaderelection.ElectionNode;
import io.github.leaderelection.LeaderElector;
import io.github.leaderelection.NodeId;
import io.github.leaderelection.spi.ElectionMessage;
import io.github.leaderelection.spi.Envelope;
import org.jspecify.annotations.Nullable;

/**
 * Real nodes in one virtual machine: the threads, the clocks, the election and the state
 * directories of production, over a network in memory with a firewall. What the firewall
 * drops is told to nobody, so a leader that is cut off leads on until its lease ends, and
 * others lead after that. Not part of it are the wire, the transports, and Spring.
 * <p>
 * Speaks of its first group where none is named. Safe for use from any thread.
 */
public final class TestCluster implements AutoCloseable {

	private final InMemoryNetwork network;

	private final Map<NodeId, ElectionNode> nodes;

	private final Map<String, ClusterGroup> groups = new LinkedHashMap<>();

	private final ClusterGroup first;

	private final @Nullable StateDirectories directories;

	TestCluster(InMemoryNetwork network, Map<NodeId, ElectionNode> nodes, List<String> groups,
			@Nullable StateDirectories directories, Duration patience) {
		this.network = network;
		this.nodes = nodes;
		this.directories = directories;
		groups.forEach((group) -> this.groups.put(group, new ClusterGroup(group, nodes, patience)));
		this.first = group(groups.get(0));
	}

	/**
	 * Starts a cluster in which nothing is out of the ordinary.
	 * @param nodes the ids of its nodes
	 * @return a cluster, to be closed
	 */
	public static TestCluster of(String... nodes) {
		return builder(nodes).start();
	}

	/**
	 * Begins to build a cluster.
	 * @param nodes the ids of its nodes, at least one
	 * @return a builder
	 * @throws IllegalArgumentException if there is none
	 */
	public static TestClusterBuilder builder(String... nodes) {
		if (nodes.length == 0) {
			throw new IllegalArgumentException("A cluster without nodes elects nobody: name at least one");
		}
		return new TestClusterBuilder(TestClusterBuilder.ids(nodes));
	}

	/**
	 * The nodes, whether they run or not.
	 * @return their ids, in the order in which they were named
	 */
	public List<NodeId> nodes() {
		return List.copyOf(this.nodes.keySet());
	}

	/**
	 * The other nodes.
	 * @param node a node
	 * @return all ids but its own
	 */
	public List<NodeId> othersThan(NodeId node) {
		return this.nodes.keySet().stream().filter((other) -> !other.equals(node)).toList();
	}

	/**
	 * A node.
	 * @param id its id
	 * @return the node
	 * @throws IllegalArgumentException if there is no such node
	 */
	public ElectionNode node(NodeId id) {
		ElectionNode node = this.nodes.get(id);
		if (node == null) {
			throw new IllegalArgumentException("There is no node '" + id + "' in this cluster, only " + nodes());
		}
		return node;
	}

	/**
	 * A group.
	 * @param name its name
	 * @return the group
	 * @throws IllegalArgumentException if there is no such group
	 */
	public ClusterGroup group(String name) {
		ClusterGroup group = this.groups.get(name);
		if (group == null) {
			throw new IllegalArgumentException(
					"There is no group '" + name + "' in this cluster, only " + this.groups.keySet());
		}
		return group;
	}

	/**
	 * The first group.
	 * @return the group
	 */
	public ClusterGroup group() {
		return this.first;
	}

	/**
	 * The elector of a node for the first group.
	 * @param node the node
	 * @return the elector
	 * @throws IllegalArgumentException if there is no such node
	 */
	public LeaderElector elector(NodeId node) {
		return this.first.elector(node);
	}

	/**
	 * See {@link ClusterGroup#awaitLeader()}.
	 * @return the node that leads
	 */
	public NodeId awaitLeader() {
		return this.first.awaitLeader();
	}

	/**
	 * See {@link ClusterGroup#awaitLeaderOtherThan(NodeId)}.
	 * @param former the node that led before
	 * @return the node that leads
	 */
	public NodeId awaitLeaderOtherThan(NodeId former) {
		return this.first.awaitLeaderOtherThan(former);
	}

	/**
	 * See {@link ClusterGroup#awaitAgreement()}.
	 * @return the node that leads
	 */
	public NodeId awaitAgreement() {
		return this.first.awaitAgreement();
	}

	/**
	 * See {@link ClusterGroup#awaitNoLeader()}.
	 */
	public void awaitNoLeader() {
		this.first.awaitNoLeader();
	}

	/**
	 * Cuts two nodes from one another: neither hears the other.
	 * @param one a node
	 * @param other another node
	 * @throws IllegalArgumentException if there is no such node
	 */
	public void cut(NodeId one, NodeId other) {
		cutOneWay(one, other);
		cutOneWay(other, one);
	}

	/**
	 * Cuts the way from one node to another, which may still be heard by the first.
	 * @param from the node that is heard no more
	 * @param to the node that does not hear
	 * @throws IllegalArgumentException if there is no such node
	 */
	public void cutOneWay(NodeId from, NodeId to) {
		node(from);
		node(to);
		this.network.change((firewall) -> firewall.cut(from, to));
	}

	/**
	 * Cuts a node from all others.
	 * @param node the node
	 * @throws IllegalArgumentException if there is no such node
	 */
	public void isolate(NodeId node) {
		othersThan(node).forEach((other) -> cut(node, other));
	}

	/**
	 * Undoes every cut and has no message dropped any more.
	 */
	public void heal() {
		this.network.change(Firewall::heal);
	}

	/**
	 * Undoes the cuts between two nodes.
	 * @param one a node
	 * @param other another node
	 * @throws IllegalArgumentException if there is no such node
	 */
	public void heal(NodeId one, NodeId other) {
		node(one);
		node(other);
		this.network.change((firewall) -> firewall.heal(one, other));
	}

	/**
	 * Drops messages between all nodes until what is returned is closed, or
	 * {@link #heal()} is called.
	 * @param messages says whether a message is dropped; called on the threads of the
	 * nodes, one at a time. It must not block
	 * @return ends it
	 */
	public Dropping dropping(Predicate<? super Envelope<?>> messages) {
		Objects.requireNonNull(messages, "messages");
		this.network.change((firewall) -> firewall.drop(messages));
		return () -> this.network.change((firewall) -> firewall.dropNoMore(messages));
	}

	/**
	 * Drops messages of a type between all nodes until what is returned is closed, or
	 * {@link #heal()} is called.
	 * @param type the type, such as {@code QuorumMessage.Heartbeat}
	 * @return ends it
	 */
	public Dropping dropping(Class<? extends ElectionMessage> type) {
		return dropping((envelope) -> type.isInstance(envelope.body()));
	}

	/**
	 * Starts a node. Does nothing on a node that runs.
	 * @param node the node
	 * @throws IllegalArgumentException if there is no such node
	 */
	public void start(NodeId node) {
		node(node).start();
	}

	/**
	 * Starts all nodes that do not run.
	 */
	public void startAll() {
		this.nodes.values().forEach(ElectionNode::start);
	}

	/**
	 * Stops a node in order: running work is awaited, leadership given up, and the others
	 * are told. Blocks until done.
	 * @param node the node
	 * @throws IllegalArgumentException if there is no such node
	 */
	public void stop(NodeId node) {
		node(node).close();
	}

	/**
	 * Stops a node as a crash of its process does: nobody hears why, and it comes back
	 * with what it had saved by then. That its links ended the others hear, as from the
	 * kernel of a machine that lives on. In this virtual machine listeners of the node
	 * are told; where leader-only work runs, its lease may end first. Blocks until done.
	 * @param node the node
	 * @throws IllegalArgumentException if there is no such node
	 */
	public void kill(NodeId node) {
		ElectionNode killed = node(node);
		if (!killed.isRunning()) {
			return;
		}
		this.network.unplug(node);
		StateDirectories saved = this.directories;
		if (saved != null) {
			saved.undoing(node, killed::close);
		}
		else {
			killed.close();
		}
	}

	/**
	 * Stops all nodes. A temporary state directory is deleted.
	 */
	@Override
	public void close() {
		nodes().forEach(this.network::unplug);
		this.nodes.values().forEach(ElectionNode::close);
		if (this.directories != null) {
			this.directories.close();
		}
	}

}
