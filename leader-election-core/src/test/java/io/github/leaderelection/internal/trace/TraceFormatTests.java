package io.github.leaderelection.internal.trace;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

import io.github.leaderelection.internal.protocol.Effect;
import io.github.leaderelection.internal.protocol.ElectionProtocol;
import io.github.leaderelection.internal.protocol.Event;
import io.github.leaderelection.internal.protocol.Recovered;
import io.github.leaderelection.internal.quorum.QuorumMessage;
import io.github.leaderelection.internal.quorum.QuorumState;
import io.github.leaderelection.internal.quorum.protocol.QuorumProtocol;
import io.github.leaderelection.internal.recordcodec.Shape;
import io.github.leaderelection.internal.recordcodec.Shapes;
import io.github.leaderelection.internal.trace.CountingProtocol.Count;
import io.github.leaderelection.internal.trace.CountingProtocol.Note;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

class TraceFormatTests {

	private static final int DRAWS = 50;

	private static final ElectionProtocol<QuorumState, QuorumMessage> protocol = new QuorumProtocol();

	private final Shapes shapes = new Shapes(protocol.messageType(), protocol.stateType(), protocol.timerType());

	private final CountedTrace counted = new CountedTrace();

	/** Every record that may be written, of every sealed type. */
	static Set<Class<?>> records() {
		Set<Class<?>> records = new LinkedHashSet<>();
		Stream.of(Event.class, Effect.class, QuorumMessage.class, Outcome.class, TraceEntry.class)
			.forEach((sealed) -> add(sealed, records));
		records.addAll(List.of(QuorumState.class, Recovered.class, Heading.class));
		return records;
	}

	private static void add(Class<?> type, Set<Class<?>> records) {
		if (type.isRecord()) {
			records.add(type);
			return;
		}
		for (Class<?> permitted : type.getPermittedSubclasses()) {
			add(permitted, records);
		}
	}

	@Test
	void everyKindOfEventEffectAndMessageIsTried() {
		assertThat(records()).contains(Event.LoopLate.class, Effect.Report.class, QuorumMessage.StaleHeartbeat.class)
			.hasSizeGreaterThan(45);
	}

	@ParameterizedTest
	@MethodSource("records")
	void whatIsWrittenAsTextIsReadAsItWas(Class<?> type) {
		Shape shape = this.shapes.of(type);
		RandomValues values = new RandomValues(1, protocol);
		for (int i = 0; i < DRAWS; i++) {
			Object value = values.of(type);
			StringBuilder text = new StringBuilder();
			shape.write(value, new TextSink(text));
			assertThat(text.toString()).startsWith(type.getSimpleName() + "(").matches("[ -~]+");
			TextSource source = new TextSource(text.toString(), 1);
			Object read = shape.read(source);
			source.end();
			assertThat(RandomValues.same(read, value)).as(text.toString()).isTrue();
		}
	}

	@ParameterizedTest
	@MethodSource("records")
	void whatIsWrittenAsBytesIsReadAsItWas(Class<?> type) {
		Shape shape = this.shapes.of(type);
		RandomValues values = new RandomValues(2, protocol);
		ByteSink sink = new ByteSink();
		byte[] bytes = new byte[1 << 20];
		sink.into(bytes);
		List<Object> written = new ArrayList<>();
		for (int i = 0; i < DRAWS; i++) {
			Object value = values.of(type);
			written.add(value);
			shape.write(value, sink);
		}
		assertThat(sink.isFull()).isFalse();
		ByteSource source = new ByteSource(bytes, sink.position());
		for (Object value : written) {
			assertThat(RandomValues.same(shape.read(source), value)).as(value.toString()).isTrue();
		}
		assertThat(source.isAtEnd()).isTrue();
	}

	@Test
	void valuesThatDifferAnywhereAreToldApart() {
		RandomValues values = new RandomValues(3, protocol);
		Set<String> texts = new LinkedHashSet<>();
		for (int i = 0; i < DRAWS; i++) {
			StringBuilder text = new StringBuilder();
			this.shapes.of(QuorumState.class).write(values.of(QuorumState.class), new TextSink(text));
			texts.add(text.toString());
		}
		assertThat(texts).hasSize(DRAWS);
	}

	@Test
	void aMessageToAllIsWrittenOnce() {
		Object message = new RandomValues(4, protocol).of(QuorumMessage.LeaderHeartbeat.class);
		Shape shape = this.shapes.of(QuorumMessage.class);
		ByteSink sink = new ByteSink();
		byte[] bytes = new byte[4096];
		sink.into(bytes);
		shape.write(message, sink);
		int once = sink.position();
		shape.write(message, sink);
		assertThat(sink.position()).isEqualTo(once + 1);
		ByteSource source = new ByteSource(bytes, sink.position());
		assertThat(shape.read(source)).isEqualTo(message);
		assertThat(shape.read(source)).isEqualTo(message);
	}

	@Test
	void whatDoesNotFitIsSaid() {
		ByteSink sink = new ByteSink();
		sink.into(new byte[10]);
		sink.number(5);
		assertThat(sink.isFull()).isFalse();
		sink.text("more than ten bytes");
		assertThat(sink.isFull()).isTrue();
	}

	@Test
	void aTraceIsReadAsItWasWritten() {
		this.counted.record(10_000);
		this.counted.record("z".repeat(40_000));
		this.counted.record(3);
		Trace<TraceEntry<Count, Note>> trace = this.counted.trace();
		String text = this.counted.format.write(trace);
		assertThat(text).startsWith("leader-election-trace 1\nHeading(algorithm=\"counting\", cluster=\"cluster\", "
				+ "group=\"default\", node=\"a\", version=\"1.0\", writtenAt=\"now\")\n");
		assertThat(this.counted.format.read(text.lines().toList())).isEqualTo(trace);
		assertThat(TraceFormat.heading(text.lines().toList())).isEqualTo(CountedTrace.HEADING);
	}

	@Test
	void everyLineThatWasTamperedWithIsRefusedOrReadAsSomethingElse() {
		this.counted.record(2);
		Trace<TraceEntry<Count, Note>> trace = this.counted.trace();
		String text = this.counted.format.write(trace);
		int refused = 0;
		for (int i = text.indexOf("\n0 ") + 1; i < text.length() - 1; i++) {
			String without = text.substring(0, i) + text.substring(i + 1);
			try {
				assertThat(this.counted.format.read(without.lines().toList())).as(without).isNotEqualTo(trace);
			}
			catch (TraceException ex) {
				assertThat(ex).hasMessageMatching("Line [345](, column \\d+)?: .*\\. .+");
				refused++;
			}
		}
		assertThat(refused).isGreaterThan(text.length() / 2);
	}

	@Test
	void aTraceOfAnotherFormOrWithoutEntriesIsRefused() {
		assertThatExceptionOfType(TraceException.class)
			.isThrownBy(() -> TraceFormat.heading(List.of("leader-election-trace 2", "")))
			.withMessageContaining("'leader-election-trace 1', but there is 'leader-election-trace 2'");
		List<String> text = this.counted.format.write(this.counted.trace()).lines().toList();
		assertThatExceptionOfType(TraceException.class).isThrownBy(() -> this.counted.format.read(text.subList(0, 2)))
			.withMessageStartingWith("Line 3: ");
	}

	@Test
	void aTypeThatCannotBeWrittenIsNamed() {
		Shapes none = new Shapes(Note.class, Thread.class, CountingProtocol.Bell.class);
		assertThatIllegalArgumentException().isThrownBy(() -> none.of(Thread.class))
			.withMessageContaining("java.lang.Thread cannot be written");
		assertThatIllegalArgumentException().isThrownBy(() -> none.of(Endless.class))
			.withMessageContaining("contains itself");
	}

	/**
	 * A type without end.
	 *
	 * @param next another
	 */
	record Endless(Endless next) {
	}

}
