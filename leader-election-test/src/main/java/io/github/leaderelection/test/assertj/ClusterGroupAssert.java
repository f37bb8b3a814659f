package io.github.leaderelection.test.assertj;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

import io.github.leaderelection.NodeId;
import io.github.leaderelection.test.cluster.ClusterGroup;
import org.assertj.core.api.AbstractAssert;

/**
 * Assertions on one group of a cluster at the instant of the call. They do not wait: see
 * the {@code await} methods of the group.
 */
public final class ClusterGroupAssert extends AbstractAssert<ClusterGroupAssert, ClusterGroup> {

	ClusterGroupAssert(ClusterGroup actual) {
		super(actual, ClusterGroupAssert.class);
	}

	/**
	 * Verifies that exactly one node leads, by its own status.
	 * @return this assertion
	 */
	public ClusterGroupAssert hasExactlyOneLeader() {
		isNotNull();
		List<NodeId> leaders = this.actual.leaders();
		if (leaders.size() != 1) {
			failWithMessage("Expected exactly one leader of group '%s', but there are %s. %s", this.actual.name(),
					leaders, this.actual.describe());
		}
		return this;
	}

	/**
	 * Verifies that no node leads, by its own status.
	 * @return this assertion
	 */
	public ClusterGroupAssert hasNoLeader() {
		isNotNull();
		List<NodeId> leaders = this.actual.leaders();
		if (!leaders.isEmpty()) {
			failWithMessage("Expected no leader of group '%s', but there is %s. %s", this.actual.name(), leaders,
					this.actual.describe());
		}
		return this;
	}

	/**
	 * Verifies that the node leads, and no other.
	 * @param expected the node
	 * @return this assertion
	 */
	public ClusterGroupAssert isLedBy(NodeId expected) {
		isNotNull();
		List<NodeId> leaders = this.actual.leaders();
		if (!leaders.equals(List.of(expected))) {
			failWithActualExpectedAndMessage(leaders, List.of(expected),
					"Expected group '%s' to be led by '%s', but it is by %s. %s", this.actual.name(), expected, leaders,
					this.actual.describe());
		}
		return this;
	}

	/**
	 * Verifies that each partition of an assignment has exactly one owner, by the clocks
	 * of each node.
	 * @param assignment the assignment's name
	 * @return this assertion
	 */
	public ClusterGroupAssert ownsEachPartitionOnce(String assignment) {
		isNotNull();
		Map<String, List<NodeId>> owners = this.actual.assignment(assignment).owners();
		List<String> unowned = new ArrayList<>();
		Map<String, List<NodeId>> several = new LinkedHashMap<>();
		Map<NodeId, List<String>> owned = new TreeMap<>();
		owners.forEach((partition, nodes) -> {
			nodes.forEach((node) -> owned.computeIfAbsent(node, (first) -> new ArrayList<>()).add(partition));
			if (nodes.isEmpty()) {
				unowned.add(partition);
			}
			else if (nodes.size() > 1) {
				several.put(partition, nodes);
			}
		});
		if (!unowned.isEmpty() || !several.isEmpty()) {
			failWithMessage(
					"Expected each partition of '%s' to have exactly one owner, but without any are %s, and "
							+ "several have %s. The nodes own %s. %s",
					assignment, unowned, several, owned, this.actual.describe());
		}
		return this;
	}

	/**
	 * Verifies that a node leads and that every running node names it as leader.
	 * @return this assertion
	 */
	public ClusterGroupAssert agreesOnLeader() {
		isNotNull();
		if (this.actual.agreedLeader().isEmpty()) {
			failWithMessage("Expected all nodes to name one leader of group '%s', but they do not. %s",
					this.actual.name(), this.actual.describe());
		}
		return this;
	}

}
