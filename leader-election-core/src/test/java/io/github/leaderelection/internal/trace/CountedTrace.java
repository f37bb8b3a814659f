package io.github.leaderelection.internal.trace;

import java.util.List;

import io.github.leaderelection.internal.protocol.Now;
import io.github.leaderelection.internal.trace.CountingProtocol.Count;
import io.github.leaderelection.internal.trace.CountingProtocol.Note;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * A recorder under a counting election, and what its traces must look like.
 */
final class CountedTrace {

	static final Heading HEADING = new Heading("counting", "cluster", "default", CountingProtocol.SELF, "1.0", "now");

	final CountingProtocol protocol = new CountingProtocol();

	final TraceFormat<Count, Note> format = TraceFormat.of(this.protocol);

	final TraceRecorder<Count, TraceEntry<Count, Note>> recorder = new TraceRecorder<>(this.format,
			TraceEntry.Resumed::new, TraceBudget.WHOLE);

	private Count state;

	CountedTrace() {
		var start = CountingProtocol.recovered();
		Now now = new Now(-7_000_000_000L, 1_700_000_000_000L);
		var step = this.protocol.start(start, now, 9);
		this.state = step.state();
		this.recorder.started(new TraceEntry.Started<>(start, now, 9, step.effects()));
	}

	void record(String text) {
		var input = CountingProtocol.input(this.state.inputs() + 1, text);
		var step = this.protocol.step(this.state, input);
		this.recorder.stepped(this.state, new TraceEntry.Stepped<>(input, false, new Outcome.Taken<>(step.effects())));
		this.state = step.state();
	}

	void record(int inputs) {
		for (int i = 0; i < inputs; i++) {
			record("some text");
		}
	}

	Trace<TraceEntry<Count, Note>> trace() {
		Trace<TraceEntry<Count, Note>> trace = this.recorder.trace(HEADING);
		assertThat(trace).isNotNull();
		return trace;
	}

	static List<Long> numbers(Trace<TraceEntry<Count, Note>> trace) {
		return trace.lines().stream().map(Trace.Line::number).toList();
	}

	/** How many inputs a trace holds, each being what was recorded under its number. */
	static int checkedInputs(Trace<TraceEntry<Count, Note>> trace) {
		int inputs = 0;
		for (Trace.Line<TraceEntry<Count, Note>> line : trace.lines()) {
			if (line.entry() instanceof TraceEntry.Resumed<Count, Note> resumed) {
				assertThat(resumed.state().inputs()).isEqualTo(line.number());
			}
			else if (line.entry() instanceof TraceEntry.Stepped<Count, Note> stepped) {
				inputs++;
				Note note = new Note(line.number(), "heard");
				assertThat(stepped.input().entropy()).isEqualTo(line.number() * 31);
				assertThat(stepped.outcome().toString()).contains(note.toString());
			}
			else {
				assertThat(line.number()).isZero();
			}
		}
		return inputs;
	}

}
