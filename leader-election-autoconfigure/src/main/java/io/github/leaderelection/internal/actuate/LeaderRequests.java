package io.github.leaderelection.internal.actuate;

import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

import io.github.leaderelection.ElectionNode;
import io.github.leaderelection.ElectionRequestException;
import io.github.leaderelection.ElectionStatus;
import io.github.leaderelection.LeaderElector;
import io.github.leaderelection.NodeId;
import io.github.leaderelection.internal.actuate.RequestDescriptor.Outcome;
import io.github.leaderelection.internal.runtime.ElectorInternals;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Passes an operator's requests to the elector and describes their outcome. Safe for use
 * from any thread.
 */
final class LeaderRequests {

	/**
	 * The longest wait for a request. Refusals are immediate, but a drain may take long
	 * and must not block a thread of the web server.
	 */
	static final Duration PATIENCE = Duration.ofSeconds(5);

	static final String RESIGN = "resign";

	static final String TRANSFER = "transfer";

	static final String PAUSE = "pause";

	static final String RESUME = "resume";

	/** The actions without parameters. */
	private static final Set<String> ALONE = Set.of(RESIGN, PAUSE, RESUME);

	private static final String GIVEN_UP = "This node has given up its leadership";

	private static final Logger logger = LoggerFactory.getLogger(LeaderElector.class);

	private final Duration patience;

	LeaderRequests(Duration patience) {
		this.patience = patience;
	}

	RequestDescriptor handle(ElectionNode node, String group, @Nullable String action, @Nullable String to) {
		if (!node.groups().contains(group)) {
			return new RequestDescriptor(group, action, Outcome.UNKNOWN_GROUP,
					"Unknown group '" + group + "': use one of " + node.groups(), node.id().value());
		}
		LeaderElector elector = node.elector(group);
		if (TRANSFER.equals(action)) {
			return transfer(elector, to);
		}
		if (action == null || !ALONE.contains(action)) {
			return invalid(elector, action,
					((action == null) ? "The 'action' is missing" : "Unknown action '" + action + "'")
							+ ": send {\"action\":\"resign\"}, {\"action\":\"transfer\",\"to\":\"<member>\"},"
							+ " {\"action\":\"pause\"} or {\"action\":\"resume\"}");
		}
		if (to != null) {
			return invalid(elector, action, "The action '" + action + "' has no parameter 'to', but it is '" + to
					+ "': omit it, or use the action 'transfer'");
		}
		return switch (action) {
			case PAUSE -> pause(elector);
			case RESUME -> resume(elector);
			default -> resign(elector);
		};
	}

	private RequestDescriptor resign(LeaderElector elector) {
		logger.info("Group '{}': the endpoint was asked to resign", elector.group());
		return await(elector, RESIGN, elector.resign(), GIVEN_UP);
	}

	private RequestDescriptor pause(LeaderElector elector) {
		logger.info("Group '{}': the endpoint was asked to pause", elector.group());
		return await(elector, PAUSE, elector.eligibility().pause(),
				"This node does not stand for election until it is resumed");
	}

	private RequestDescriptor resume(LeaderElector elector) {
		logger.info("Group '{}': the endpoint was asked to resume", elector.group());
		return await(elector, RESUME, elector.eligibility().resume(), "This node is not paused");
	}

	private RequestDescriptor transfer(LeaderElector elector, @Nullable String to) {
		ElectionStatus status = elector.status();
		List<String> others = status.members().stream().map((member) -> member.id().value()).toList();
		if (to == null || !(others.contains(to) || mayBeThere(elector, to))) {
			String wrong = (to == null) ? "The 'to' is missing"
					: "'" + to + "' is not another member of group '" + status.group() + "'";
			return invalid(elector, TRANSFER,
					wrong + (others.isEmpty() ? ": this node knows of no other" : ": name one of " + others));
		}
		logger.info("Group '{}': the endpoint was asked to transfer leadership to {}", elector.group(), to);
		return await(elector, TRANSFER, elector.transferTo(NodeId.of(to)), GIVEN_UP);
	}

	/** Whether the node may exist: a store need not show all its nodes. */
	private static boolean mayBeThere(LeaderElector elector, String to) {
		if (ElectorInternals.of(elector).storeUse().isEmpty()) {
			return false;
		}
		try {
			return !NodeId.of(to).equals(elector.status().node());
		}
		catch (IllegalArgumentException ex) {
			return false;
		}
	}

	private RequestDescriptor await(LeaderElector elector, String action, CompletionStage<Void> request, String done) {
		try {
			request.toCompletableFuture().get(this.patience.toNanos(), TimeUnit.NANOSECONDS);
			return answer(elector, action, Outcome.DONE, done);
		}
		catch (ExecutionException ex) {
			if (ex.getCause() instanceof ElectionRequestException refusal) {
				return answer(elector, action, Outcome.REFUSED, String.valueOf(refusal.getMessage()));
			}
			throw new IllegalStateException("The action '" + action + "' failed in group '" + elector.group() + "'",
					ex.getCause());
		}
		catch (TimeoutException ex) {
			return inProgress(elector, action);
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			return inProgress(elector, action);
		}
	}

	private static RequestDescriptor inProgress(LeaderElector elector, String action) {
		return answer(elector, action, Outcome.IN_PROGRESS,
				"This node is giving up its leadership and waits for running work: look at 'draining' and 'leading'");
	}

	private static RequestDescriptor invalid(LeaderElector elector, @Nullable String action, String message) {
		return answer(elector, action, Outcome.INVALID, message);
	}

	private static RequestDescriptor answer(LeaderElector elector, @Nullable String action, Outcome outcome,
			String message) {
		return new RequestDescriptor(elector.group(), action, outcome, message, elector.status().node().value());
	}

}
