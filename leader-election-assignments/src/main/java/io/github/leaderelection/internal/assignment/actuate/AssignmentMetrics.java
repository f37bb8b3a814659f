package io.github.leaderelection.internal.assignment.actuate;

import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.ToDoubleFunction;
import java.util.function.UnaryOperator;

import io.github.leaderelection.assignments.OwnershipEnd;
import io.github.leaderelection.internal.assignment.application.GroupPart;
import io.github.leaderelection.internal.assignment.protocol.LeaderState;
import io.github.leaderelection.internal.assignment.view.AssignmentReport;
import io.github.leaderelection.internal.assignment.view.AssignmentStatistics;
import io.github.leaderelection.internal.assignment.view.AssignmentStatistics.Times;
import io.github.leaderelection.internal.assignment.view.PlanView;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.FunctionTimer;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.TimeGauge;
import io.micrometer.core.instrument.binder.MeterBinder;

/**
 * Binds the meters of assignments. What only the leader knows is not a number elsewhere.
 */
public final class AssignmentMetrics implements MeterBinder {

	private static final String PREFIX = "leader.assignments.";

	private final Map<String, GroupPart> groups;

	public AssignmentMetrics(Map<String, GroupPart> groups) {
		this.groups = groups;
	}

	@Override
	public void bindTo(MeterRegistry registry) {
		this.groups.forEach((group, part) -> {
			Tags tags = Tags.of("group", group);
			AssignmentStatistics statistics = part.publisher().statistics();
			TimeGauge
				.builder(PREFIX + "answer.age", part, TimeUnit.NANOSECONDS,
						(asked) -> value(asked, (report) -> statistics.answerAge(report.now())))
				.description("Time since the newest ping that the leader answered was sent")
				.tags(tags)
				.register(registry);
			FunctionCounter.builder(PREFIX + "conflicts", statistics, AssignmentStatistics::conflicts)
				.description("Claims of partitions that are another's: old pings, or two owners")
				.tags(tags)
				.register(registry);
			part.assignments().forEach((each) -> bind(registry, part, each, tags.and("assignment", each)));
		});
	}

	private static void bind(MeterRegistry registry, GroupPart part, String assignment, Tags tags) {
		gauge(registry, part, "owned", "Partitions that this node owns", tags,
				(report) -> report.owned(assignment).size());
		gauge(registry, part, "refusals", "Partitions that this node refuses now", tags,
				(report) -> report.state()
					.worker()
					.refusals()
					.stream()
					.filter((each) -> each.partition().assignment().equals(assignment) && each.active(report.now()))
					.count());
		gauge(registry, part, "unowned", "Partitions without an owner, as the leader sees it", tags,
				(report) -> plan(report, assignment,
						(plan) -> plan.unowned().values().stream().mapToInt(List::size).sum()));
		gauge(registry, part, "workers", "Nodes with capacity, as the leader sees it", tags,
				(report) -> plan(report, assignment, (plan) -> plan.capacity().size()));
		gauge(registry, part, "skew", "Partitions for each unit of capacity, the most less the fewest of an instance",
				tags, (report) -> plan(report, assignment, PlanView::skew));
		AssignmentStatistics.Counts counts = part.publisher().statistics().of(assignment);
		for (OwnershipEnd why : OwnershipEnd.values()) {
			FunctionCounter.builder(PREFIX + "moves", counts, (all) -> all.ends(why).sum())
				.description("Ownerships of this node that ended")
				.tags(tags.and("reason", why.name()))
				.register(registry);
		}
		timer(registry, "drain", "Time from the beginning of a drain to the end of the ownership", tags,
				counts.drain());
		timer(registry, "gap", "Time from what the leader heard last of an owner to the next owner", tags,
				counts.gap());
	}

	private static void gauge(MeterRegistry registry, GroupPart part, String name, String description, Tags tags,
			ToDoubleFunction<AssignmentReport> value) {
		Gauge.builder(PREFIX + name, part, (asked) -> value(asked, value))
			.description(description)
			.tags(tags)
			.register(registry);
	}

	private static void timer(MeterRegistry registry, String name, String description, Tags tags, Times times) {
		FunctionTimer
			.builder(PREFIX + name, times, (all) -> all.count().sum(), (all) -> all.nanos().sum(), TimeUnit.NANOSECONDS)
			.description(description)
			.tags(tags)
			.register(registry);
	}

	private static double value(GroupPart part, ToDoubleFunction<AssignmentReport> value) {
		AssignmentReport report = part.report();
		return (report != null) ? value.applyAsDouble(report) : Double.NaN;
	}

	private static double plan(AssignmentReport report, String assignment, ToDoubleFunction<PlanView> value) {
		LeaderState leader = report.leading();
		return (leader != null)
				? value.applyAsDouble(PlanView.of(report.state(), leader, assignment, UnaryOperator.identity()))
				: Double.NaN;
	}

}
