package io.github.leaderelection.internal.nodefence.application;

import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.github.leaderelection.ElectionNode;
import io.github.leaderelection.LeaderElector;
import io.github.leaderelection.NodeId;
import io.github.leaderelection.internal.actuate.LeaderEndpoint;
import io.github.leaderelection.internal.actuate.RequestDescriptor;
import io.github.leaderelection.internal.actuate.RequestDescriptor.Outcome;
import io.github.leaderelection.internal.nodefence.runtime.GroupFence;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.aot.hint.annotation.RegisterReflectionForBinding;
import org.springframework.boot.actuate.endpoint.OperationResponseBody;

/**
 * Shows below a group which former leaders are unsettled, and lets an operator confirm
 * that one has ended.
 */
@RegisterReflectionForBinding(FencePart.Unsettled.class)
public final class FencePart implements LeaderEndpoint.Part {

	private static final Logger logger = LoggerFactory.getLogger(LeaderElector.class);

	private static final String CONFIRM = "confirm-fenced";

	private static final long PATIENCE_SECONDS = 5;

	private final ElectionNode node;

	private final NodeFencing fencing;

	public FencePart(ElectionNode node, NodeFencing fencing) {
		this.node = node;
		this.fencing = fencing;
	}

	@Override
	public String name() {
		return "fence";
	}

	@Override
	public @Nullable Object read(String group, boolean detailed) {
		GroupFence fence = this.fencing.present(group);
		return (fence != null)
				? new Unsettled(fence.unsettled().stream().map((each) -> each.member().value()).distinct().toList(),
						detailed ? fence.problem() : null, this.node.id().value())
				: null;
	}

	@Override
	public Optional<String> trace(String group) {
		return Optional.empty();
	}

	@Override
	public RequestDescriptor request(String group, @Nullable String action, @Nullable String assignment,
			@Nullable String partition, @Nullable String to) {
		GroupFence fence = this.fencing.present(group);
		if (fence == null) {
			return answer(group, action, Outcome.UNKNOWN_GROUP,
					"Group '" + group + "' fences nobody: use one of " + this.fencing.groups());
		}
		if (!CONFIRM.equals(action) || to == null || assignment != null || partition != null) {
			return answer(group, action, Outcome.INVALID,
					"The request is not complete, or asks for too much: send {\"action\":\"" + CONFIRM
							+ "\",\"node\":\"<id>\"}");
		}
		NodeId member;
		try {
			member = NodeId.of(to);
		}
		catch (IllegalArgumentException ex) {
			return answer(group, action, Outcome.INVALID, String.valueOf(ex.getMessage()));
		}
		logger.warn("Group '{}': the endpoint was asked to confirm that former processes of '{}' have ended", group,
				member);
		CompletableFuture<Boolean> waited = new CompletableFuture<>();
		fence.confirm(member, waited::complete);
		try {
			return waited.get(PATIENCE_SECONDS, TimeUnit.SECONDS)
					? answer(group, action, Outcome.DONE, "No former leadership of " + to + " is waited for any more")
					: answer(group, action, Outcome.REFUSED, "This node does not wait for " + to
							+ ": ask the node whose problems name it, which has won and does not lead");
		}
		catch (TimeoutException | ExecutionException ex) {
			return answer(group, action, Outcome.IN_PROGRESS, "The node has not answered yet: look at its problems");
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			return answer(group, action, Outcome.IN_PROGRESS, "The node has not answered yet: look at its problems");
		}
	}

	private RequestDescriptor answer(String group, @Nullable String action, Outcome outcome, String message) {
		return new RequestDescriptor(group, action, outcome, message, this.node.id().value());
	}

	/**
	 * The fence of a group in the answers of the endpoint.
	 *
	 * @param unsettled members whose former leaderships this winner waits for
	 * @param problem why nobody is granted, null if that is not so, or for a caller
	 * without access to details
	 */
	@JsonInclude
	record Unsettled(List<String> unsettled, @Nullable String problem, String node) implements OperationResponseBody {
	}

}
