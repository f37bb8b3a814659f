package io.github.leaderelection.internal.trace;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.LongStream;

import io.github.leaderelection.internal.protocol.Effect;
import io.github.leaderelection.internal.protocol.Event;
import io.github.leaderelection.internal.protocol.Input;
import io.github.leaderelection.internal.protocol.Now;
import io.github.leaderelection.internal.trace.CountingProtocol.Count;
import io.github.leaderelection.internal.trace.CountingProtocol.Note;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class TraceRecorderTests {

	private final CountedTrace counted = new CountedTrace();

	@Test
	void aShortTraceBeginsWithTheStart() {
		this.counted.record(3);
		Trace<TraceEntry<Count, Note>> trace = this.counted.trace();
		assertThat(CountedTrace.numbers(trace)).containsExactly(0L, 1L, 2L, 3L);
		assertThat(trace.lines().get(0).entry()).isEqualTo(new TraceEntry.Started<>(CountingProtocol.recovered(),
				new Now(-7_000_000_000L, 1_700_000_000_000L), 9, List.of(new Effect.LeaderLost<>())));
		assertThat(trace.lines().get(2).entry())
			.isEqualTo(new TraceEntry.Stepped<>(CountingProtocol.input(2, "some text"), false,
					new Outcome.Taken<>(List.of(new Effect.Send<>(CountingProtocol.OTHER, new Note(2, "heard"), 0),
							new Effect.CancelTimer<>(CountingProtocol.Bell.TWO)))));
	}

	@Test
	void aLongTraceHoldsTheNewestInputsFromAStateOn() {
		this.counted.record(20_000);
		Trace<TraceEntry<Count, Note>> trace = this.counted.trace();
		long first = trace.lines().get(0).number();
		assertThat(trace.lines().get(0).entry()).isEqualTo(new TraceEntry.Resumed<>(new Count(first)));
		assertThat(CountedTrace.numbers(trace)).isEqualTo(LongStream.rangeClosed(first, 20_000).boxed().toList());
		assertThat(CountedTrace.checkedInputs(trace)).isBetween(4096, 4096 + 1200);
	}

	@Test
	void largeInputsAreKeptAsFarAsAMebibyteReaches() {
		for (int i = 0; i < 10_000; i++) {
			this.counted.record("x".repeat(65 + i % 16_000));
		}
		Trace<TraceEntry<Count, Note>> trace = this.counted.trace();
		assertThat(CountedTrace.checkedInputs(trace)).isBetween(50, 4096);
		assertThat(trace.lines().get(trace.lines().size() - 1).number()).isEqualTo(10_000);
	}

	@Test
	void whateverComesLittleIsKeptAlive() {
		assertThat(RetainedSize.of(this.counted.recorder)).isLessThan(64 * 1024);
		for (int i = 0; i < 30_000; i++) {
			this.counted.record("\u2026".repeat(240) + i);
			this.counted.record("y".repeat(i % 20_000));
		}
		assertThat(RetainedSize.of(this.counted.recorder)).isBetween(TraceRecorder.MOST_BYTES / 2L,
				(long) TraceRecorder.MOST_BYTES);
	}

	@Test
	void anInputTooLargeIsAGapAfterWhichAStateFollows() {
		this.counted.record(2);
		this.counted.record("z".repeat(40_000));
		this.counted.record(2);
		Trace<TraceEntry<Count, Note>> trace = this.counted.trace();
		assertThat(CountedTrace.numbers(trace)).containsExactly(0L, 1L, 2L, 3L, 4L, 5L);
		assertThat(trace.lines().get(3).entry()).isEqualTo(new TraceEntry.Resumed<>(new Count(3)));
		assertThat(CountedTrace.checkedInputs(trace)).isEqualTo(4);
		assertThat(this.counted.format.read(this.counted.format.write(trace).lines().toList())).isEqualTo(trace);
	}

	@Test
	void anInputThatCannotBeWrittenIsAGapAndNoFailure() {
		this.counted.record(1);
		this.counted.recorder.stepped(new Count(1),
				new TraceEntry.Stepped<>(new Input<>(null, new Now(0, 0), 0), false, new Outcome.Taken<>(List.of())));
		this.counted.recorder.stepped(new Count(2),
				new TraceEntry.Stepped<>(CountingProtocol.input(3, "x"), false, new Outcome.Taken<>(List.of())));
		assertThat(CountedTrace.numbers(this.counted.trace())).containsExactly(0L, 1L, 2L, 3L);
		assertThat(this.counted.trace().lines().get(2).entry()).isEqualTo(new TraceEntry.Resumed<>(new Count(2)));
	}

	@Test
	void stepsThatFailedOrWereRefusedAreTold() {
		Input<Note> input = new Input<>(new Event.TimerFired<>(CountingProtocol.Bell.ONE), new Now(1, 2), 3);
		this.counted.recorder.stepped(new Count(0), new TraceEntry.Stepped<>(input, true, new Outcome.Failed<>("no")));
		this.counted.recorder.stepped(new Count(0),
				new TraceEntry.Stepped<>(input, true, new Outcome.Refused<>(List.of(new Effect.LeaderLost<>()))));
		List<Trace.Line<TraceEntry<Count, Note>>> lines = this.counted.trace().lines();
		assertThat(lines.get(1).entry()).isEqualTo(new TraceEntry.Stepped<>(input, true, new Outcome.Failed<>("no")));
		assertThat(lines.get(2).entry()).isEqualTo(
				new TraceEntry.Stepped<>(input, true, new Outcome.Refused<>(List.of(new Effect.LeaderLost<>()))));
	}

	@Test
	void readersSeeWholeInputsWhileTheLoopRecords() throws Exception {
		CompletableFuture<Integer> reading = CompletableFuture.supplyAsync(() -> {
			int read = 0;
			long newest = 0;
			while (newest < 200_000) {
				Trace<TraceEntry<Count, Note>> trace = this.counted.trace();
				CountedTrace.checkedInputs(trace);
				List<Long> numbers = CountedTrace.numbers(trace);
				assertThat(numbers).isEqualTo(
						LongStream.rangeClosed(numbers.get(0), numbers.get(numbers.size() - 1)).boxed().toList());
				newest = numbers.get(numbers.size() - 1);
				read++;
			}
			return read;
		});
		this.counted.record(200_000);
		assertThat(reading.get(5, TimeUnit.MINUTES)).isPositive();
	}

}
