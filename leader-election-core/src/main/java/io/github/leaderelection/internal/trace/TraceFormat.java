package io.github.leaderelection.internal.trace;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

import io.github.leaderelection.internal.protocol.Effect;
import io.github.leaderelection.internal.protocol.ElectionProtocol;
import io.github.leaderelection.internal.protocol.Event;
import io.github.leaderelection.internal.protocol.Timer;
import io.github.leaderelection.internal.recordcodec.Shape;
import io.github.leaderelection.internal.recordcodec.Shapes;
import io.github.leaderelection.internal.recordcodec.Sink;
import io.github.leaderelection.internal.recordcodec.Source;
import io.github.leaderelection.spi.ElectionMessage;

/**
 * Writes and reads the traces of one algorithm: a line that names the format, a heading,
 * then one line an entry. The form is derived once from the algorithm's records. Safe for
 * use from any thread.
 */
public final class TraceFormat<S, M extends ElectionMessage> {

	private static final String FIRST_LINE = "leader-election-trace 1";

	private static final int LINES_BEFORE_ENTRIES = 2;

	/** By the types of messages, state and timers. */
	private static final Map<List<Class<?>>, TraceFormat<?, ?>> DERIVED = new ConcurrentHashMap<>();

	private static final Shape HEADING = new Shapes(ElectionMessage.class, Object.class, Timer.class).of(Heading.class);

	private final Shape entries;

	private final Shape event;

	private final Shape effect;

	private final Shape message;

	private final Shape state;

	private TraceFormat(ElectionProtocol<S, M> protocol) {
		Shapes shapes = new Shapes(protocol.messageType(), protocol.stateType(), protocol.timerType());
		this.entries = shapes.of(TraceEntry.class);
		this.event = shapes.of(Event.class);
		this.effect = shapes.of(Effect.class);
		this.message = shapes.of(protocol.messageType());
		this.state = shapes.of(protocol.stateType());
	}

	/**
	 * The format of an algorithm's traces.
	 * @throws IllegalArgumentException if its state or messages contain values that
	 * cannot be written
	 */
	@SuppressWarnings("unchecked") // The types it was derived from are S and M.
	public static <S, M extends ElectionMessage> TraceFormat<S, M> of(ElectionProtocol<S, M> protocol) {
		List<Class<?>> types = List.of(protocol.messageType(), protocol.stateType(), protocol.timerType());
		return (TraceFormat<S, M>) DERIVED.computeIfAbsent(types, (key) -> new TraceFormat<>(protocol));
	}

	/**
	 * Writes a trace as ASCII text. A line feed ends each line.
	 */
	public String write(Trace<S, M> trace) {
		StringBuilder text = new StringBuilder(FIRST_LINE).append('\n');
		TextSink sink = new TextSink(text);
		HEADING.write(trace.heading(), sink);
		text.append('\n');
		for (Trace.Line<S, M> line : trace.lines()) {
			text.append(line.number()).append(' ');
			write(line.entry(), sink);
			text.append('\n');
		}
		return text.toString();
	}

	/**
	 * Reads the heading of a trace of any algorithm.
	 * @throws TraceException if the text is not a trace, or has another format
	 */
	public static Heading heading(List<String> lines) {
		if (lines.size() < LINES_BEFORE_ENTRIES || !lines.get(0).equals(FIRST_LINE)) {
			throw new TraceException("Line 1: a trace begins with '" + FIRST_LINE + "', but there is "
					+ (lines.isEmpty() ? "nothing"
							: "'" + lines.get(0).substring(0, Math.min(lines.get(0).length(), 80)) + "'")
					+ ". Pass the file as /actuator/leader/{group}/trace answered it, or read it with the"
					+ " version that wrote it");
		}
		TextSource source = new TextSource(lines.get(1), 2);
		Heading heading = (Heading) HEADING.read(source);
		source.end();
		return heading;
	}

	/**
	 * Reads a trace, which has at least one line.
	 * @throws TraceException at the first line that cannot be read
	 */
	public Trace<S, M> read(List<String> lines) {
		Heading heading = heading(lines);
		List<Trace.Line<S, M>> read = new ArrayList<>();
		for (int i = LINES_BEFORE_ENTRIES; i < lines.size(); i++) {
			TextSource source = new TextSource(lines.get(i), i + 1);
			long number = source.number();
			source.expect(" ");
			TraceEntry<S, M> entry = entry(source);
			source.end();
			checkOrder(read, number, entry, i + 1);
			read.add(new Trace.Line<>(number, entry));
		}
		if (read.isEmpty()) {
			throw new TraceException(
					"Line 3: a trace contains at least a start or a state, but this one ends before it."
							+ " Download it again");
		}
		return new Trace<>(heading, read);
	}

	private void checkOrder(List<Trace.Line<S, M>> before, long number, TraceEntry<S, M> entry, int line) {
		boolean step = entry instanceof TraceEntry.Stepped<S, M>;
		if (before.isEmpty()) {
			if (step) {
				throw new TraceException("Line " + line
						+ ": a trace begins with a start or a state, but this one with an input. Download it again");
			}
			return;
		}
		long last = before.get(before.size() - 1).number();
		if (step ? number != last + 1 : number <= last) {
			throw new TraceException("Line " + line + ": input " + last + " is followed by " + number
					+ ", so lines are missing or out of order. Download the trace again");
		}
	}

	public String text(Event<M> shown) {
		return text(this.event, shown);
	}

	public String text(M shown) {
		return text(this.message, shown);
	}

	public String text(Effect<M> shown) {
		return text(this.effect, shown);
	}

	/**
	 * The text of a state; equal states have equal texts.
	 */
	public String stateText(S shown) {
		return text(this.state, shown);
	}

	private static String text(Shape shape, Object value) {
		StringBuilder text = new StringBuilder();
		shape.write(value, new TextSink(text));
		return text.toString();
	}

	@SuppressWarnings("unchecked") // The shapes were derived for S and M.
	TraceEntry<S, M> entry(Source source) {
		return (TraceEntry<S, M>) this.entries.read(source);
	}

	void write(TraceEntry<S, M> entry, Sink sink) {
		this.entries.write(entry, sink);
	}

}
