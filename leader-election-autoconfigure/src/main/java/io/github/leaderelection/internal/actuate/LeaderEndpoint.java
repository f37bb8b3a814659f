package io.github.leaderelection.internal.actuate;

import java.util.Objects;
import java.util.Optional;

import io.github.leaderelection.ElectionNode;
import io.github.leaderelection.internal.runtime.ElectorInternals;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.actuate.endpoint.Access;
import org.springframework.boot.actuate.endpoint.annotation.Endpoint;
import org.springframework.boot.actuate.endpoint.annotation.ReadOperation;
import org.springframework.boot.actuate.endpoint.annotation.Selector;
import org.springframework.boot.actuate.endpoint.annotation.WriteOperation;

/**
 * Shows the elections this node takes part in and lets an operator move leadership.
 * Reading costs no more than a look at memory.
 */
@Endpoint(id = "leader", defaultAccess = Access.READ_ONLY)
public class LeaderEndpoint {

	private final ElectionNode node;

	private final TransportRefusals refusals;

	private final LeaderRequests requests = new LeaderRequests(LeaderRequests.PATIENCE);

	/**
	 * Shows a node.
	 * @param node the node
	 * @param refusals what its links refused
	 */
	public LeaderEndpoint(ElectionNode node, TransportRefusals refusals) {
		this.node = Objects.requireNonNull(node, "node");
		this.refusals = Objects.requireNonNull(refusals, "refusals");
	}

	/**
	 * This node and all its groups.
	 * @return the picture of this instant
	 */
	@ReadOperation
	public NodeDescriptor node() {
		return NodeDescriptor.of(this.node, this.refusals);
	}

	/**
	 * One group.
	 * @param group its name
	 * @return the picture of this instant, null if there is no such group
	 */
	@ReadOperation
	public @Nullable GroupDescriptor group(@Selector String group) {
		return this.node.groups().contains(group) ? GroupDescriptor.of(this.node.elector(group)) : null;
	}

	/**
	 * Asks this node to give up leadership, or to be no candidate or one again, and waits
	 * a few seconds until it is so.
	 * @param group the group's name
	 * @param action {@code resign}, {@code transfer}, {@code pause} or {@code resume}
	 * @param to the member that is to lead, for {@code transfer} alone
	 * @return what became of the request
	 */
	@WriteOperation
	public RequestDescriptor request(@Selector String group, @Nullable String action, @Nullable String to) {
		return this.requests.handle(this.node, group, action, to);
	}

	/**
	 * The newest inputs of one group, to be replayed by the simulator. Offered over HTTP
	 * alone, as a download.
	 * @param group its name
	 * @return ASCII text, empty if there is no such group or nothing is kept
	 */
	public Optional<String> trace(String group) {
		return this.node.groups().contains(group) ? ElectorInternals.of(this.node.elector(group)).trace()
				: Optional.empty();
	}

	@Nullable LeadershipCheck check(String group) {
		return this.node.groups().contains(group) ? LeadershipCheck.of(this.node.elector(group)) : null;
	}

	String nodeId() {
		return this.node.id().value();
	}

}
