package io.github.leaderelection.benchmark;

import java.util.Collection;

import org.openjdk.jmh.profile.GCProfiler;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.OptionsBuilder;

/**
 * What the methods of a benchmark cost.
 *
 * @param results the results, with those of the {@link GCProfiler}
 */
record Figures(Collection<RunResult> results) {

	static Figures of(Class<?> benchmark) throws RunnerException {
		return new Figures(new Runner(new OptionsBuilder().include(benchmark.getName() + "\\.")
			.addProfiler(GCProfiler.class)
			.shouldFailOnError(true)
			.build()).run());
	}

	/** Nanoseconds a call. */
	double nanos(String method) {
		return result(method).getPrimaryResult().getScore();
	}

	/** Bytes allocated a call. */
	double bytes(String method) {
		return result(method).getSecondaryResults().get("gc.alloc.rate.norm").getScore();
	}

	private RunResult result(String method) {
		return this.results.stream()
			.filter((result) -> result.getParams().getBenchmark().endsWith("." + method))
			.findFirst()
			.orElseThrow(() -> new IllegalStateException("There is no result of " + method));
	}

}
