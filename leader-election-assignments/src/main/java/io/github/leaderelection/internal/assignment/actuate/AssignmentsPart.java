package io.github.leaderelection.internal.assignment.actuate;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

import io.github.leaderelection.ElectionNode;
import io.github.leaderelection.LeaderElector;
import io.github.leaderelection.internal.actuate.LeaderEndpoint;
import io.github.leaderelection.internal.actuate.RequestDescriptor;
import io.github.leaderelection.internal.actuate.RequestDescriptor.Outcome;
import io.github.leaderelection.internal.assignment.application.GroupPart;
import io.github.leaderelection.internal.assignment.application.KeptPins;
import io.github.leaderelection.internal.assignment.protocol.AssignmentEvent;
import io.github.leaderelection.internal.assignment.protocol.LeaderState;
import io.github.leaderelection.internal.assignment.protocol.LeaderState.Start;
import io.github.leaderelection.internal.assignment.protocol.PartitionList;
import io.github.leaderelection.internal.assignment.runtime.Ownership;
import io.github.leaderelection.internal.assignment.view.AssignmentReport;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.aot.hint.annotation.RegisterReflectionForBinding;

/**
 * Shows assignments below a group, and lets an operator move partitions.
 */
@RegisterReflectionForBinding(AssignmentsDescriptor.class)
public final class AssignmentsPart implements LeaderEndpoint.Part {

	private static final Logger logger = LoggerFactory.getLogger(LeaderElector.class);

	private static final String RELEASE = "release";

	private static final String UNPIN = "unpin";

	private static final String MOVE = "move";

	private static final String REQUIRE = "require";

	private static final Set<String> ACTIONS = Set.of(MOVE, "pin", REQUIRE, UNPIN, RELEASE);

	private static final long PATIENCE_SECONDS = 5;

	private static final String NOT_KEPT = "Perhaps this node alone knows of it; do it again on the next leader, for it "
			+ "was not kept: ";

	private static final String USAGE = ": send {\"action\":\"move\",\"assignment\":\"<name>\",\"partition\":\"<name>\","
			+ "\"to\":\"<node>\"}, or the action pin, require, unpin or release, of which the last two have no 'to'";

	private final ElectionNode node;

	private final Map<String, GroupPart> groups;

	private final @Nullable KeptPins kept;

	/**
	 * Makes a part of the endpoint.
	 * @param kept keeps pins over leaders, null where nothing does
	 */
	public AssignmentsPart(ElectionNode node, Map<String, GroupPart> groups, @Nullable KeptPins kept) {
		this.node = node;
		this.groups = groups;
		this.kept = kept;
	}

	@Override
	public String name() {
		return "assignments";
	}

	@Override
	public @Nullable Object read(String group, boolean detailed) {
		GroupPart part = this.groups.get(group);
		AssignmentReport report = (part != null) ? part.report() : null;
		return (report != null) ? AssignmentsDescriptor.of(report, this.node.id().value(), detailed) : null;
	}

	@Override
	public Optional<String> trace(String group) {
		GroupPart part = this.groups.get(group);
		return (part != null) ? part.trace() : Optional.empty();
	}

	@Override
	public RequestDescriptor request(String group, @Nullable String action, @Nullable String assignment,
			@Nullable String partition, @Nullable String to) {
		Answers answers = new Answers(group, action, this.node.id().value());
		GroupPart part = this.groups.get(group);
		AssignmentReport report = (part != null) ? part.report() : null;
		if (part == null || report == null) {
			return answers.with(Outcome.UNKNOWN_GROUP,
					"Group '" + group + "' has no assignments: use one of " + this.groups.keySet());
		}
		List<String> known = List.copyOf(report.assignments());
		String name = (assignment == null && known.size() == 1) ? known.get(0) : assignment;
		if (action == null || !ACTIONS.contains(action) || partition == null
				|| (to == null) != (UNPIN.equals(action) || RELEASE.equals(action))) {
			return answers.with(Outcome.INVALID, "The request is not complete, or asks for too much" + USAGE);
		}
		if (name == null || !known.contains(name)) {
			return answers.with(Outcome.INVALID,
					"There is no assignment '" + name + "' in group '" + group + "': name one of " + known);
		}
		LeaderState leader = report.leading();
		String refusal = RELEASE.equals(action) ? null : refusal(group, leader, report.state().list(name), partition);
		if (refusal == null && MOVE.equals(action) && leader != null) {
			refusal = refusal(leader, name, partition, to);
		}
		if (refusal != null) {
			return answers.with(Outcome.REFUSED, refusal);
		}
		if (RELEASE.equals(action)) {
			Ownership owned = part.publisher().owned(name, partition);
			if (owned == null) {
				return answers.with(Outcome.REFUSED, "This node does not own the partition: ask its owner");
			}
			logger.info("Group '{}': the endpoint was asked to release {}", group, owned.partition());
			part.publisher().tell(new AssignmentEvent.Released(owned.partition()));
			return answers.with(Outcome.IN_PROGRESS,
					"The partition drains, and then goes to an instance that does not refuse it");
		}
		logger.info("Group '{}': the endpoint was asked to {} {}/{} to {}", group, action, name, partition, to);
		AssignmentEvent.Pinned pinned = new AssignmentEvent.Pinned(name, partition, to, REQUIRE.equals(action));
		part.publisher().tell(pinned);
		String kept = keep(group, pinned);
		return switch (action) {
			case MOVE -> answers.with(Outcome.IN_PROGRESS, "The partition is pinned to " + to
					+ ", and moves once its work has ended: unpin it to let it go. " + kept);
			case REQUIRE -> answers.with(Outcome.DONE,
					"The partition belongs to " + to + " alone, and to nobody while that is not there. " + kept);
			case UNPIN -> answers.with(Outcome.DONE, "The partition is pinned no more. " + kept);
			default -> answers.with(Outcome.DONE, "The partition belongs to " + to + " while that is there. " + kept);
		};
	}

	/** Says how long a pin is known. */
	private String keep(String group, AssignmentEvent.Pinned pinned) {
		if (this.kept == null) {
			return "This node alone knows of it, until it restarts: another leader has the pins of its configuration, "
					+ "unless leader-election-metadata is on the class path";
		}
		try {
			this.kept.keep(group, pinned).toCompletableFuture().get(PATIENCE_SECONDS, TimeUnit.SECONDS);
			return "Later leaders know of it, too, whatever they have configured";
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			return NOT_KEPT + ex;
		}
		catch (ExecutionException | TimeoutException ex) {
			return NOT_KEPT + ((ex.getCause() != null) ? ex.getCause() : ex);
		}
	}

	private @Nullable String refusal(String group, @Nullable LeaderState leader, @Nullable PartitionList list,
			String partition) {
		if (leader == null) {
			return "This node does not lead: ask the leader"
					+ this.node.elector(group).leader().map((each) -> " " + each.id()).orElse("");
		}
		return (list != null && list.names().contains(partition)) ? null
				: "The leader knows of no such partition '" + partition + "'";
	}

	/** Why a partition cannot move there now, null if it can. */
	private static @Nullable String refusal(LeaderState leader, String assignment, String partition,
			@Nullable String to) {
		List<Start> able = leader.starts().stream().filter((each) -> each.capacity(assignment) > 0).toList();
		List<Start> there = able.stream().filter((each) -> each.worker().equals(to)).toList();
		if (there.isEmpty()) {
			return "'" + to + "' has no capacity for it, or is not there: name one of "
					+ able.stream().map(Start::worker).toList();
		}
		return there.stream()
			.flatMap((each) -> each.stands().stream())
			.anyMatch((each) -> each.assignment().equals(assignment) && !each.refused().contains(partition)) ? null
					: "'" + to + "' refuses the partition now: its log names the cause";
	}

	/**
	 * Answers to one request.
	 */
	private record Answers(String group, @Nullable String action, String node) {

		RequestDescriptor with(Outcome outcome, String message) {
			return new RequestDescriptor(this.group, this.action, outcome, message, this.node);
		}

	}

}
