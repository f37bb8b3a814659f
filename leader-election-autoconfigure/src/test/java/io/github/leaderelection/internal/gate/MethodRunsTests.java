package io.github.leaderelection.internal.gate;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link MethodRuns}.
 */
class MethodRunsTests {

	private final MethodRuns runs = new MethodRuns();

	@Test
	void runHasAnEndOnceItEnded() {
		Instant before = Instant.ofEpochMilli(System.currentTimeMillis());
		MethodRuns.Run run = this.runs.begin(Admission.UNCOUNTED);
		assertThat(this.runs.newestFirst()).singleElement().satisfies((entry) -> {
			assertThat(entry.at()).isBetween(before, Instant.now());
			assertThat(entry.outcome()).isEqualTo("RUNNING");
			assertThat(entry.until()).isNull();
			assertThat(entry.lasted()).isNull();
			assertThat(entry.times()).isEqualTo(1);
		});
		run.ended(true);
		assertThat(this.runs.newestFirst()).singleElement().satisfies((entry) -> {
			assertThat(entry.outcome()).isEqualTo("RAN");
			assertThat(entry.until()).isBetween(entry.at(), Instant.now());
			assertThat(entry.lasted()).isEqualTo(Duration.between(entry.at(), entry.until()));
		});
	}

	@Test
	void callsInARowThatDidNotRunAreOneEntry() {
		this.runs.begin(Admission.UNCOUNTED).ended(false);
		for (int i = 0; i < 1000; i++) {
			this.runs.refused("SKIPPED");
		}
		this.runs.refused("REFUSED");
		MethodRuns.Run run = this.runs.begin(Admission.UNCOUNTED);
		this.runs.refused("SKIPPED");
		run.ended(true);
		assertThat(outcomes()).containsExactly("SKIPPED", "RAN", "REFUSED", "SKIPPED", "FAILED");
		assertThat(this.runs.newestFirst()).extracting(MethodRuns.Entry::times).containsExactly(1L, 1L, 1L, 1000L, 1L);
		assertThat(this.runs.newestFirst().get(3)).satisfies((skips) -> {
			assertThat(skips.until()).isBetween(skips.at(), Instant.now());
			assertThat(skips.lasted()).isNull();
			assertThat(skips.fencingToken()).isNull();
		});
	}

	@Test
	void oldestEntriesGo() {
		List<MethodRuns.Run> begun = new ArrayList<>();
		for (int i = 0; i <= MethodRuns.LIMIT; i++) {
			begun.add(this.runs.begin(Admission.UNCOUNTED));
		}
		begun.get(0).ended(true);
		assertThat(outcomes()).hasSize(MethodRuns.LIMIT).containsOnly("RUNNING");
		begun.get(1).ended(true);
		assertThat(outcomes()).endsWith("RUNNING", "RAN");
	}

	@RepeatedTest(20)
	void callsOfManyThreadsInARowAreOneEntry() throws Exception {
		this.runs.begin(Admission.UNCOUNTED).ended(true);
		CyclicBarrier together = new CyclicBarrier(8);
		Callable<Void> skips = () -> {
			together.await();
			for (int i = 0; i < 100; i++) {
				this.runs.refused("SKIPPED");
			}
			return null;
		};
		ExecutorService threads = Executors.newFixedThreadPool(8);
		try {
			for (Future<Void> each : threads.invokeAll(Collections.nCopies(8, skips))) {
				each.get();
			}
		}
		finally {
			threads.shutdown();
		}
		assertThat(outcomes()).containsExactly("SKIPPED", "RAN");
		assertThat(this.runs.newestFirst().get(0).times()).isEqualTo(800);
	}

	private List<String> outcomes() {
		return this.runs.newestFirst().stream().map(MethodRuns.Entry::outcome).toList();
	}

}
