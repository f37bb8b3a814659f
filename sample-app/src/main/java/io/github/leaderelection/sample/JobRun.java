package io.github.leaderelection.sample;

import java.time.LocalDateTime;

import org.jspecify.annotations.Nullable;

/**
 * One run of a job.
 *
 * @param id the number of the run
 * @param job the job's name
 * @param node the node that ran it
 * @param fencingToken the token of the leadership under which it ran
 * @param startedAt when it began
 * @param finishedAt when it ended; null while it runs, or if its process died
 * @param outcome {@code running}, {@code done} or {@code failed}
 * @param items the number of items processed
 */
public record JobRun(long id, String job, String node, long fencingToken, LocalDateTime startedAt,
		@Nullable LocalDateTime finishedAt, String outcome, int items) {
}
