package io.github.leaderelection.internal.assignment.actuate;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;

import io.github.leaderelection.internal.assignment.application.GroupPart;
import io.github.leaderelection.internal.assignment.view.AssignmentReport;

import org.springframework.boot.health.contributor.AbstractHealthIndicator;
import org.springframework.boot.health.contributor.Health;

/**
 * Shows what lasts too long, and is up: a restart of the instance would move more
 * partitions and mend nothing.
 */
public final class AssignmentsHealthIndicator extends AbstractHealthIndicator {

	private final Map<String, GroupPart> groups;

	public AssignmentsHealthIndicator(Map<String, GroupPart> groups) {
		super("The health check of the assignments failed");
		this.groups = groups;
	}

	@Override
	protected void doHealthCheck(Health.Builder builder) {
		builder.up();
		this.groups.forEach((group, part) -> {
			AssignmentReport report = part.report();
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
