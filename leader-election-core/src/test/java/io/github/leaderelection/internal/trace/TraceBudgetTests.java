package io.github.leaderelection.internal.trace;

import java.util.List;
import java.util.stream.IntStream;

import io.github.leaderelection.internal.protocol.Now;
import io.github.leaderelection.internal.trace.CountingProtocol.Count;
import io.github.leaderelection.internal.trace.CountingProtocol.Note;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

class TraceBudgetTests {

	@Test
	void fewGroupsHaveTheWholeEach() {
		assertThat(List.of(0, 1, 10, 18))
			.allSatisfy((groups) -> assertThat(TraceBudget.shareOf(groups)).isEqualTo(TraceBudget.WHOLE));
	}

	@ParameterizedTest
	@ValueSource(ints = { 19, 50, 100, 300, 1000 })
	void manyGroupsKeepNoMoreTogetherThanTheNodeMay(int groups) {
		TraceBudget share = TraceBudget.shareOf(groups);
		assertThat((long) groups * share.segments() * share.segmentBytes()).isBetween(TraceBudget.NODE_BYTES / 2L,
				(long) TraceBudget.NODE_BYTES);
		assertThat(share.segments()).isGreaterThanOrEqualTo(2);
	}

	@Test
	void besideItsSegmentsARecorderKeepsLittle() {
		TraceBudget share = TraceBudget.shareOf(1_000);
		CountingProtocol protocol = new CountingProtocol();
		TraceRecorder<Count, TraceEntry<Count, Note>> recorder = new TraceRecorder<>(TraceFormat.of(protocol),
				TraceEntry.Resumed::new, share);
		Now now = new Now(1, 2);
		recorder.started(new TraceEntry.Started<>(CountingProtocol.recovered(), now, 9,
				protocol.start(CountingProtocol.recovered(), now, 9).effects()));
		assertThat(RetainedSize.of(recorder)).isBetween((long) share.segmentBytes(), share.segmentBytes() + 3 * 1024L);
	}

	@Test
	void textsThatNeedMoreRoomKeepTheirNumbers() {
		CountedTrace counted = new CountedTrace();
		List<String> texts = IntStream.range(0, 600).mapToObj((i) -> "text " + i % 300).toList();
		texts.forEach(counted::record);
		assertThat(counted.trace().lines()).map((line) -> line.entry().toString())
			.filteredOn((entry) -> entry.contains("text "))
			.hasSize(600)
			.zipSatisfy(texts, (entry, text) -> assertThat(entry).contains("text=" + text + "]"));
	}

	@Test
	void howeverManyThereAreEachKeepsItsNewestInputs() {
		TraceBudget share = TraceBudget.shareOf(100_000);
		CountingProtocol protocol = new CountingProtocol();
		TraceRecorder<Count, TraceEntry<Count, Note>> recorder = new TraceRecorder<>(TraceFormat.of(protocol),
				TraceEntry.Resumed::new, share);
		Now now = new Now(1, 2);
		var step = protocol.start(CountingProtocol.recovered(), now, 9);
		recorder.started(new TraceEntry.Started<>(CountingProtocol.recovered(), now, 9, step.effects()));
		Count state = step.state();
		for (int i = 1; i <= 5_000; i++) {
			var input = CountingProtocol.input(i, "some text");
			var next = protocol.step(state, input);
			recorder.stepped(state, new TraceEntry.Stepped<>(input, false, new Outcome.Taken<>(next.effects())));
			state = next.state();
		}
		Trace<TraceEntry<Count, Note>> trace = recorder.trace(CountedTrace.HEADING);
		assertThat(trace).isNotNull();
		assertThat(CountedTrace.checkedInputs(trace)).isGreaterThan(100);
		assertThat(trace.lines().get(trace.lines().size() - 1).number()).isEqualTo(5_000);
		assertThat(RetainedSize.of(recorder)).isLessThan(32 * 1024);
	}

}
