package io.github.leaderelection.internal.gate.skipped;

import java.lang.reflect.Method;
import java.util.stream.Stream;

import org.springframework.core.annotation.MergedAnnotation;
import org.springframework.core.annotation.MergedAnnotations;
import org.springframework.core.annotation.MergedAnnotations.SearchStrategy;
import org.springframework.scheduling.annotation.Scheduled;

/**
 * The frequency at which Spring calls a method by its schedules.
 */
public enum ScheduledRuns {

	/** The method has no schedule. */
	NONE,

	/** One of the method's schedules has no repetition. */
	ONCE,

	/** All of the method's schedules repeat. */
	REPEATED;

	public static ScheduledRuns of(Method method) {
		MergedAnnotations annotations = MergedAnnotations.from(method, SearchStrategy.TYPE_HIERARCHY);
		if (!annotations.isPresent(Scheduled.class)) {
			return NONE;
		}
		return annotations.stream(Scheduled.class).allMatch(ScheduledRuns::repeats) ? REPEATED : ONCE;
	}

	private static boolean repeats(MergedAnnotation<Scheduled> schedule) {
		return Stream.of("cron", "fixedDelayString", "fixedRateString")
			.anyMatch((text) -> !schedule.getString(text).isEmpty())
				|| Stream.of("fixedDelay", "fixedRate").anyMatch((number) -> schedule.getLong(number) >= 0);
	}

}
