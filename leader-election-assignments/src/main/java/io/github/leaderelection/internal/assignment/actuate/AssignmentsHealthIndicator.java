package io.github.leaderelection.internal.assignment.actuate;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Supplier;

import io.github.leaderelection.internal.assignment.runtime.AssignmentsFactory;
import io.github.leaderelection.internal.assignment.view.AssignmentReport;

import org.springframework.boot.health.contributor.AbstractHealthIndicator;
import org.springframework.boot.health.contributor.Health;

/**
 * Shows what lasts too long, and is up: a restart of the instance would move more
 * partitions and mend nothing.
 */
public final class AssignmentsHealthIndicator extends AbstractHealthIndicator {

	private final Supplier<Map<String, AssignmentsFactory>> groups;

	public AssignmentsHealthIndicator(Supplier<Map<String, AssignmentsFactory>> groups) {
		super("The health check of the assignments failed");
		this.groups = groups;
	}

	@Override
	protected void doHealthCheck(Health.Builder builder) {
		builder.up();
		this.groups.get().forEach((group, factory) -> {
			AssignmentReport report = factory.report();
			Map<String, Object> details = new LinkedHashMap<>();
			if (report != null && !report.longUnowned().isEmpty()) {
				details.put("unowned", report.longUnowned());
			}
			if (report != null && report.isUnanswered()) {
				details.put("unansweredFor",
						Duration.ofSeconds(Duration.ofNanos(report.statistics().answerAge(report.now())).toSeconds())
							.toString());
			}
			if (!details.isEmpty()) {
				builder.withDetail(group, details);
			}
		});
	}

}
