package io.github.leaderelection.internal.actuate;

import java.util.Objects;
import java.util.Optional;
import java.util.Set;

import io.github.leaderelection.ElectionNode;
import io.github.leaderelection.internal.gate.method.GateStatistics;
import io.github.leaderelection.internal.runtime.ElectorInternals;
import org.jspecify.annotations.Nullable;

import org.springframework.boot.actuate.endpoint.Access;
import org.springframework.boot.actuate.endpoint.annotation.Endpoint;
import org.springframework.boot.actuate.endpoint.annotation.ReadOperation;
import org.springframework.boot.actuate.endpoint.annotation.Selector;
import org.springframework.boot.actuate.endpoint.annotation.WriteOperation;

/**
 * Shows the elections of this node and lets an operator move leadership. Reads are
 * answered from memory.
 */
@Endpoint(id = "leader", defaultAccess = Access.READ_ONLY)
public class LeaderEndpoint {

	private final ElectionNode node;

	private final TransportRefusals refusals;

	private final GateStatistics gate;

	private final LeaderRequests requests = new LeaderRequests(LeaderRequests.PATIENCE);

	public LeaderEndpoint(ElectionNode node, TransportRefusals refusals, GateStatistics gate) {
		this.node = Objects.requireNonNull(node, "node");
		this.refusals = Objects.requireNonNull(refusals, "refusals");
		this.gate = Objects.requireNonNull(gate, "gate");
	}

	/** The status of this node and all its groups. */
	@ReadOperation
	public NodeDescriptor node() {
		return node(Details.SHOWN);
	}

	NodeDescriptor node(Details details) {
		return NodeDescriptor.of(this.node, this.refusals, this.gate, details);
	}

	/**
	 * The status of one group, or null for an unknown group.
	 */
	@ReadOperation
	public @Nullable GroupDescriptor group(@Selector String group) {
		return group(group, Details.SHOWN);
	}

	@Nullable GroupDescriptor group(String group, Details details) {
		return this.node.groups().contains(group) ? GroupDescriptor.of(this.node.elector(group),
				!this.refusals.crashDetection().isEmpty(), this.gate, details) : null;
	}

	/**
	 * Asks this node to give up its leadership, to pause or to resume. Waits a few
	 * seconds for the result.
	 * @param action {@code resign}, {@code transfer}, {@code pause} or {@code resume}
	 * @param to the next leader, for {@code transfer} only
	 */
	@WriteOperation
	public RequestDescriptor request(@Selector String group, @Nullable String action, @Nullable String to) {
		return this.requests.handle(this.node, group, action, to);
	}

	/**
	 * The latest inputs of one group for the simulator's replay. Offered only over HTTP,
	 * as a download.
	 * @return ASCII text; empty for an unknown group, or if nothing is kept
	 */
	public Optional<String> trace(String group) {
		return this.node.groups().contains(group) ? ElectorInternals.of(this.node.elector(group)).trace()
				: Optional.empty();
	}

	@Nullable LeadershipCheck check(String group, Details details) {
		return this.node.groups().contains(group) ? LeadershipCheck.of(this.node.elector(group), details) : null;
	}

	Set<String> groups() {
		return this.node.groups();
	}

	String nodeId() {
		return this.node.id().value();
	}

	/**
	 * What another module shows and does below a group over HTTP. All beans are asked.
	 */
	public interface Part {

		/** The last segment of the path. */
		String name();

		/** The state of a group, null if there is none. */
		@Nullable Object read(String group, boolean detailed);

		/** The latest inputs of a group for the simulator's replay. */
		Optional<String> trace(String group);

		/** Answers a request that names an assignment or one of its partitions. */
		RequestDescriptor request(String group, @Nullable String action, @Nullable String assignment,
				@Nullable String partition, @Nullable String to);

	}

}
