package io.github.leaderelection.internal.assignment.actuate;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;

import com.fasterxml.jackson.annotation.JsonFormat;
import com.fasterxml.jackson.annotation.JsonInclude;
import io.github.leaderelection.LeaderSequenceNumber;
import io.github.leaderelection.internal.assignment.protocol.LeaderState;
import io.github.leaderelection.internal.assignment.protocol.LeaderState.Start;
import io.github.leaderelection.internal.assignment.view.AssignmentReport;
import io.github.leaderelection.internal.assignment.view.PlanView;
import io.github.leaderelection.internal.protocol.Now;
import org.jspecify.annotations.Nullable;

import org.springframework.boot.actuate.endpoint.OperationResponseBody;

/**
 * The assignments of a group in the answers of the endpoint.
 *
 * @param waitingUntil until when a new leader gives nothing that a former owner may hold,
 * null on a node that does not lead or waits no more
 * @param workers the instances that the leader promised something, null on a node that
 * does not lead
 */
@JsonInclude
public record AssignmentsDescriptor(boolean leading, @JsonFormat(shape = JsonFormat.Shape.STRING) Instant asOf,
		@JsonFormat(shape = JsonFormat.Shape.STRING) @Nullable Instant waitingUntil,
		Map<String, AssignmentDescriptor> assignments, @Nullable List<WorkerDescriptor> workers,
		String node) implements OperationResponseBody {

	private static final String HIDDEN_NAME = "(hidden name)";

	/** Names that the application gave may name its customers. */
	static AssignmentsDescriptor of(AssignmentReport report, String node, boolean detailed) {
		Now now = report.now();
		LeaderState leader = report.leading();
		UnaryOperator<String> names = (name) -> (detailed || name.matches("p\\d+")) ? name : HIDDEN_NAME;
		Map<String, AssignmentDescriptor> assignments = new TreeMap<>();
		for (String each : report.assignments()) {
			List<OwnedDescriptor> owned = report.owned(each)
				.stream()
				.map((one) -> new OwnedDescriptor(names.apply(one.partition().name()), text(one.token()),
						one.release()))
				.toList();
			assignments.put(each, new AssignmentDescriptor(owned,
					(leader != null) ? PlanView.of(report.state(), leader, each, names) : null));
		}
		Instant asOf = Instant.ofEpochMilli(now.wallMillis());
		return new AssignmentsDescriptor(leader != null, asOf,
				(leader != null && !leader.waited())
						? asOf.plus(millis(now.until(leader.grantedNanos() + report.waitNanos()))) : null,
				assignments,
				(leader != null)
						? leader.starts().stream().map((each) -> WorkerDescriptor.of(leader, each, now)).toList()
						: null,
				node);
	}

	/** As text, for numbers of scripts are too short. */
	private static String text(LeaderSequenceNumber token) {
		return token.fencingToken() + "." + token.counter();
	}

	private static Duration millis(long nanos) {
		return Duration.ofMillis(TimeUnit.NANOSECONDS.toMillis(nanos));
	}

	/**
	 * One assignment.
	 *
	 * @param owned what this node owns
	 * @param plan what the leader sees, null on a node that does not lead
	 */
	@JsonInclude
	public record AssignmentDescriptor(List<OwnedDescriptor> owned, @Nullable PlanView plan) {
	}

	/**
	 * A partition that this node owns.
	 *
	 * @param token the fencing token of the leader and the counter, with a dot between
	 * @param draining whether it is given up and admits no new work
	 */
	public record OwnedDescriptor(String partition, String token, boolean draining) {
	}

	/**
	 * A start of an instance, as the leader sees it.
	 *
	 * @param promiseLeft how long its partitions are given to nobody else, even if it is
	 * silent
	 * @param behind whether it did not say yet that it has its newest list
	 */
	public record WorkerDescriptor(String id, String incarnation,
			@JsonFormat(shape = JsonFormat.Shape.STRING) Duration lastPing,
			@JsonFormat(shape = JsonFormat.Shape.STRING) Duration promiseLeft, long owned, boolean behind) {

		static WorkerDescriptor of(LeaderState leader, Start start, Now now) {
			return new WorkerDescriptor(start.worker(), Long.toUnsignedString(start.incarnation()),
					millis(now.monotonicNanos() - start.pingedNanos()), millis(now.until(start.promiseNanos())),
					leader.book().stream().filter((each) -> each.isOf(start)).count(), start.seen() < start.version());
		}

	}

}
