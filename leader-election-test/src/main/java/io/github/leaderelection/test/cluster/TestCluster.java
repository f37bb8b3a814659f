package io.github.leaderelection.test.cluster;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.function.Predicate;

import io.github.leaderelection.ElectionNode;
import io.github.leaderelection.LeaderElector;
import io.github.leaderelection.NodeId;
import io.github.leaderelection.spi.ElectionMessage;
import io.github.leaderelection.spi.Envelope;
import org.jspecify.annotations.Nullable;

/**
 * Real nodes in one virtual machine, over a network in memory with a firewall. Threads,
 * clocks, election and state directories are those of production, unless the cluster is
 * built in virtual time. The wire format, the transports and Spring are not part of it.
 * The firewall drops messages silently: a leader that is cut off leads until its lease
 * ends, and another node leads after that.
 * <p>
 * Methods without a group apply to the first group. Safe for use from any thread.
 */
public final class TestCluster implements AutoCloseable {

	private final InMemoryNetwork network;

	private final Map<NodeId, ElectionNode> nodes;

	private final Map<String, ClusterGroup> groups = new LinkedHashMap<>();

	private final ClusterGroup first;

	private final @Nullable StateDirectories directories;

	/** Empty in a cluster without assignments. */
	private final Map<NodeId, ClusterWorker> workers;

	private final TestTime time;

	private final Duration drainTimeout;

	TestCluster(InMemoryNetwork network, Map<NodeId, ElectionNode> nodes, List<ClusterGroup> groups,
			@Nullable StateDirectories directories, Map<NodeId, ClusterWorker> workers, TestTime time,
			Duration drainTimeout) {
		this.network = network;
		this.nodes = nodes;
		this.directories = directories;
		this.workers = workers;
		this.time = time;
		this.drainTimeout = drainTimeout;
		groups.forEach((group) -> this.groups.put(group.name(), group));
		this.first = groups.get(0);
	}

	/**
	 * Starts a cluster with default settings.
	 * @param nodes the ids of its nodes
	 * @return a cluster, to be closed
	 */
	public static TestCluster of(String... nodes) {
		return builder(nodes).start();
	}

	/**
	 * Creates a builder.
	 * @param nodes the ids of its nodes, at least one
	 * @return a builder
	 * @throws IllegalArgumentException if no node is named
	 */
	public static TestClusterBuilder builder(String... nodes) {
		if (nodes.length == 0) {
			throw new IllegalArgumentException("The cluster has no nodes: name at least one");
		}
		return new TestClusterBuilder(TestClusterBuilder.ids(nodes));
	}

	/**
	 * Returns all nodes, running or not.
	 * @return their ids, in the order in which they were named
	 */
	public List<NodeId> nodes() {
		return List.copyOf(this.nodes.keySet());
	}

	/**
	 * Returns all nodes except one.
	 * @param node the node to leave out
	 * @return the ids of all others
	 */
	public List<NodeId> othersThan(NodeId node) {
		return this.nodes.keySet().stream().filter((other) -> !other.equals(node)).toList();
	}

	/**
	 * Returns a node.
	 * @param id its id
	 * @return the node
	 * @throws IllegalArgumentException if there is no such node
	 */
	public ElectionNode node(NodeId id) {
		ElectionNode node = this.nodes.get(id);
		if (node == null) {
			throw new IllegalArgumentException("Unknown node '" + id + "': use one of " + nodes());
		}
		return node;
	}

	/**
	 * Returns a group.
	 * @param name its name
	 * @return the group
	 * @throws IllegalArgumentException if there is no such group
	 */
	public ClusterGroup group(String name) {
		ClusterGroup group = this.groups.get(name);
		if (group == null) {
			throw new IllegalArgumentException("Unknown group '" + name + "': use one of " + this.groups.keySet());
		}
		return group;
	}

	/**
	 * Returns the first group.
	 * @return the group
	 */
	public ClusterGroup group() {
		return this.first;
	}

	/**
	 * Returns the elector of a node for the first group.
	 * @param node the node
	 * @return the elector
	 * @throws IllegalArgumentException if there is no such node
	 */
	public LeaderElector elector(NodeId node) {
		return this.first.elector(node);
	}

	/**
	 * Returns an assignment. The leader of the first group spreads its partitions.
	 * @param name its name
	 * @return the assignment
	 * @throws IllegalArgumentException if there is no such assignment
	 */
	public ClusterAssignment assignment(String name) {
		return this.first.assignment(name);
	}

	/**
	 * Waits as {@link ClusterGroup#awaitLeader()} of the first group.
	 * @return the node that leads
	 */
	public NodeId awaitLeader() {
		return this.first.awaitLeader();
	}

	/**
	 * Waits as {@link ClusterGroup#awaitLeaderOtherThan(NodeId)} of the first group.
	 * @param former the node that led before
	 * @return the node that leads
	 */
	public NodeId awaitLeaderOtherThan(NodeId former) {
		return this.first.awaitLeaderOtherThan(former);
	}

	/**
	 * Waits as {@link ClusterGroup#awaitAgreement()} of the first group.
	 * @return the node that leads
	 */
	public NodeId awaitAgreement() {
		return this.first.awaitAgreement();
	}

	/**
	 * Waits as {@link ClusterGroup#awaitNoLeader()} of the first group.
	 */
	public void awaitNoLeader() {
		this.first.awaitNoLeader();
	}

	/**
	 * Cuts two nodes off from one another: neither hears the other.
	 * @param one a node
	 * @param other another node
	 * @throws IllegalArgumentException if there is no such node
	 */
	public void cut(NodeId one, NodeId other) {
		cutOneWay(one, other);
		cutOneWay(other, one);
	}

	/**
	 * Cuts one direction only: messages in the other direction still pass.
	 * @param from the node whose messages are dropped
	 * @param to the node that does not receive them
	 * @throws IllegalArgumentException if there is no such node
	 */
	public void cutOneWay(NodeId from, NodeId to) {
		node(from);
		node(to);
		change((firewall) -> firewall.cut(from, to));
	}

	/**
	 * Cuts a node off from all others.
	 * @param node the node
	 * @throws IllegalArgumentException if there is no such node
	 */
	public void isolate(NodeId node) {
		othersThan(node).forEach((other) -> cut(node, other));
	}

	/**
	 * Undoes every cut and stops every dropping of messages.
	 */
	public void heal() {
		change(Firewall::heal);
	}

	private void change(Consumer<Firewall> change) {
		this.time.run(() -> this.network.change(change));
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
		change((firewall) -> firewall.heal(one, other));
	}

	/**
	 * Drops messages between all nodes until the handle is closed or {@link #heal()} is
	 * called.
	 * @param messages true for a message to drop. It is called on the threads of the
	 * nodes, one at a time, and must not block
	 * @return the handle
	 */
	public Dropping dropping(Predicate<? super Envelope<?>> messages) {
		Objects.requireNonNull(messages, "messages");
		change((firewall) -> firewall.drop(messages));
		return () -> change((firewall) -> firewall.dropNoMore(messages));
	}

	/**
	 * Drops messages of a type between all nodes until the handle is closed or
	 * {@link #heal()} is called.
	 * @param type the type, such as {@code QuorumMessage.Heartbeat}
	 * @return the handle
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
	 * Starts all stopped nodes.
	 */
	public void startAll() {
		this.nodes.values().forEach(ElectionNode::start);
	}

	/**
	 * Stops a node gracefully. It gives back its partitions, waits for running work,
	 * gives up leadership and tells the others. Blocks until done.
	 * @param node the node
	 * @throws IllegalArgumentException if there is no such node
	 */
	public void stop(NodeId node) {
		ElectionNode stopped = node(node);
		ClusterWorker worker = this.workers.get(node);
		if (worker != null && stopped.isRunning()) {
			resume(node);
			CompletableFuture<Void> ended = worker.stop().toCompletableFuture();
			this.time.until(ended::isDone, this.drainTimeout);
		}
		stopped.close();
	}

	/**
	 * Pauses the process of a node, as a stopped virtual machine or a long collection of
	 * garbage does: nothing of it runs, while its clocks go on.
	 * @param node the node
	 * @throws IllegalArgumentException if there is no such node
	 * @throws IllegalStateException unless the cluster is in virtual time
	 */
	public void pause(NodeId node) {
		virtual(node).pause();
	}

	/**
	 * Lets a paused node go on. Does nothing on any other.
	 * @param node the node
	 * @throws IllegalArgumentException if there is no such node
	 */
	public void resume(NodeId node) {
		if (node(node) instanceof VirtualNode paused) {
			paused.resume();
		}
	}

	private VirtualNode virtual(NodeId node) {
		if (node(node) instanceof VirtualNode found) {
			return found;
		}
		throw new IllegalStateException("The time of this cluster is that of the machine: build it with virtualTime()");
	}

	/**
	 * Lets virtual time pass.
	 * @param duration how long
	 * @throws IllegalStateException unless the cluster is in virtual time
	 */
	public void advance(Duration duration) {
		virtual(nodes().get(0));
		this.time.pass(duration.toNanos());
	}

	/**
	 * Stops a node as a crash of its process does. It sends nothing, and restarts with
	 * the state it had saved by then. Its peers only learn that its links ended, as from
	 * the kernel of a machine that lives on. Unlike in a crash, its listeners are called;
	 * while leader-only work runs, its lease may end before. Blocks until done.
	 * @param node the node
	 * @throws IllegalArgumentException if there is no such node
	 */
	public void kill(NodeId node) {
		ElectionNode killed = node(node);
		if (!killed.isRunning()) {
			return;
		}
		unplug(node);
		StateDirectories saved = this.directories;
		if (killed instanceof VirtualNode crashed) {
			crashed.crash();
		}
		else if (saved != null) {
			saved.undoing(node, killed::close);
		}
		else {
			killed.close();
		}
	}

	private void unplug(NodeId node) {
		this.time.run(() -> this.network.unplug(node));
	}

	/**
	 * Stops all nodes and deletes a temporary state directory.
	 */
	@Override
	public void close() {
		nodes().forEach(this::unplug);
		this.nodes.values().forEach(ElectionNode::close);
		if (this.directories != null) {
			this.directories.close();
		}
	}

}
