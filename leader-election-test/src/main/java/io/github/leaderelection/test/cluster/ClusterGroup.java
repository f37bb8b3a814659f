package io.github.leaderelection.test.cluster;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Collectors;

import io.github.leaderelection.ElectionNode;
import io.github.leaderelection.ElectionStatus;
import io.github.leaderelection.LeaderElector;
import io.github.leaderelection.LeaderInfo;
import io.github.leaderelection.NodeId;

/**
 * One group of a {@link TestCluster}. Safe for use from any thread.
 */
public final class ClusterGroup {

	private final String name;

	private final Map<NodeId, ElectionNode> nodes;

	private final Map<String, ClusterAssignment> assignments;

	private final TestTime time;

	private final Duration patience;

	ClusterGroup(String name, Map<NodeId, ElectionNode> nodes, Map<String, ClusterAssignment> assignments,
			TestTime time, Duration patience) {
		this.name = name;
		this.nodes = nodes;
		this.assignments = assignments;
		this.time = time;
		this.patience = patience;
	}

	/**
	 * Returns the group's name.
	 * @return the name
	 */
	public String name() {
		return this.name;
	}

	/**
	 * Returns the elector of a node. It is the same object across starts and stops of the
	 * node.
	 * @param node the node
	 * @return the elector
	 * @throws IllegalArgumentException if there is no such node
	 */
	public LeaderElector elector(NodeId node) {
		ElectionNode found = this.nodes.get(node);
		if (found == null) {
			throw new IllegalArgumentException("Unknown node '" + node + "': use one of " + this.nodes.keySet());
		}
		return found.elector(this.name);
	}

	/**
	 * Returns an assignment whose partitions the leader of this group spreads.
	 * @param assignment its name
	 * @return the assignment
	 * @throws IllegalArgumentException if there is no such assignment
	 */
	public ClusterAssignment assignment(String assignment) {
		ClusterAssignment found = this.assignments.get(assignment);
		if (found == null) {
			throw new IllegalArgumentException("Unknown assignment '" + assignment + "' of group '" + this.name
					+ "': use one of " + this.assignments.keySet() + ", or add it to the builder of the cluster");
		}
		return found;
	}

	/**
	 * Returns the nodes that lead at this instant, by their own status.
	 * @return the nodes in the order of the cluster; one at most, unless the election is
	 * wrong
	 */
	public List<NodeId> leaders() {
		return this.nodes.keySet().stream().filter((node) -> elector(node).isLeader()).toList();
	}

	/**
	 * Returns the leader on which all running nodes agree.
	 * @return the node that leads and that every running node names as leader; empty if
	 * there is none at this instant
	 */
	public Optional<NodeId> agreedLeader() {
		List<Optional<NodeId>> named = running().stream()
			.map((node) -> elector(node).leader().map(LeaderInfo::id))
			.distinct()
			.toList();
		return (named.size() == 1) ? named.get(0).filter(leaders()::contains) : Optional.empty();
	}

	private List<NodeId> running() {
		return this.nodes.keySet()
			.stream()
			.filter((node) -> Objects.requireNonNull(this.nodes.get(node), "node").isRunning())
			.toList();
	}

	/**
	 * Waits until exactly one node leads.
	 * @return the node that leads
	 * @throws AssertionError if this takes longer than the cluster's patience
	 */
	public NodeId awaitLeader() {
		return await("one leader", this::only);
	}

	/**
	 * Waits until exactly one node leads, and not the former leader.
	 * @param former the node that led before
	 * @return the node that leads
	 * @throws AssertionError if this takes longer than the cluster's patience
	 */
	public NodeId awaitLeaderOtherThan(NodeId former) {
		return await("one leader, other than '" + former + "'",
				() -> only().filter((leader) -> !leader.equals(former)));
	}

	/**
	 * Waits until a node leads and every running node names it as leader.
	 * @return the node that leads
	 * @throws AssertionError if this takes longer than the cluster's patience
	 */
	public NodeId awaitAgreement() {
		return await("a leader that all nodes name", this::agreedLeader);
	}

	/**
	 * Waits until no node leads.
	 * @throws AssertionError if this takes longer than the cluster's patience
	 */
	public void awaitNoLeader() {
		await("no leader", () -> leaders().isEmpty() ? Optional.of(true) : Optional.empty());
	}

	private Optional<NodeId> only() {
		List<NodeId> leaders = leaders();
		return (leaders.size() == 1) ? Optional.of(leaders.get(0)) : Optional.empty();
	}

	private <T> T await(String what, Supplier<Optional<T>> condition) {
		List<T> found = new ArrayList<>();
		boolean came = this.time.until(() -> {
			condition.get().ifPresent(found::add);
			return !found.isEmpty();
		}, this.patience);
		if (!came) {
			throw new AssertionError("Group '"
					+ this.name + "' has not come to " + what + (Thread.currentThread().isInterrupted()
							? " before this thread was interrupted. " : " within " + this.patience + ". ")
					+ describe());
		}
		return found.get(0);
	}

	/**
	 * Describes the group as each node sees it, for messages of failed tests.
	 * @return one line per node, after a headline
	 */
	public String describe() {
		return this.nodes.keySet()
			.stream()
			.map((node) -> "  " + describe(node))
			.collect(Collectors.joining(System.lineSeparator(), "The nodes say:" + System.lineSeparator(), ""));
	}

	private String describe(NodeId node) {
		ElectionStatus status = elector(node).status();
		LeaderInfo leader = status.leader();
		return node + ": " + status.role() + (status.leading() ? " with token " + status.fencingToken() : "")
				+ ", term " + status.term() + ", leader " + ((leader != null) ? leader.id() : "unknown") + ", members "
				+ status.members().stream().map((member) -> member.id() + " " + member.state()).toList() + ", voting "
				+ status.voting() + (status.problems().isEmpty() ? "" : ", problems " + status.problems());
	}

	@Override
	public String toString() {
		return "Group '" + this.name + "' of " + this.nodes.keySet();
	}

}
