package io.github.leaderelection.internal.trace;

import java.util.ArrayList;
import java.util.List;

import io.github.leaderelection.internal.recordcodec.Shape;
import io.github.leaderelection.internal.recordcodec.Shapes;
import io.github.leaderelection.internal.recordcodec.Sink;
import io.github.leaderelection.internal.recordcodec.Source;

/**
 * Writes and reads the traces of one protocol: a line that names the format, a heading,
 * then one line an entry. The form is derived once from the protocol's records. Safe for
 * use from any thread.
 */
public class EntryFormat<E> {

	private static final String FIRST_LINE = "leader-election-trace 1";

	private static final int LINES_BEFORE_ENTRIES = 2;

	private static final Shape HEADING = Shapes.ofValues().of(Heading.class);

	private final Shape entries;

	private final Class<?> inputs;

	/**
	 * Derives the form.
	 * @param entries the sealed type of the entries: starts, states and inputs
	 * @param inputs the type of those that are inputs
	 * @throws IllegalArgumentException if an entry contains a value that cannot be
	 * written
	 */
	public EntryFormat(Shapes shapes, Class<?> entries, Class<?> inputs) {
		this.entries = shapes.of(entries);
		this.inputs = inputs;
	}

	/**
	 * Writes a trace as ASCII text. A line feed ends each line.
	 */
	public String write(Trace<E> trace) {
		StringBuilder text = new StringBuilder(FIRST_LINE).append('\n');
		TextSink sink = new TextSink(text);
		HEADING.write(trace.heading(), sink);
		text.append('\n');
		for (Trace.Line<E> line : trace.lines()) {
			text.append(line.number()).append(' ');
			write(line.entry(), sink);
			text.append('\n');
		}
		return text.toString();
	}

	/**
	 * Reads the heading of a trace of any protocol.
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
	public Trace<E> read(List<String> lines) {
		Heading heading = heading(lines);
		List<Trace.Line<E>> read = new ArrayList<>();
		for (int i = LINES_BEFORE_ENTRIES; i < lines.size(); i++) {
			TextSource source = new TextSource(lines.get(i), i + 1);
			long number = source.number();
			source.expect(" ");
			E entry = entry(source);
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

	private void checkOrder(List<Trace.Line<E>> before, long number, E entry, int line) {
		boolean step = this.inputs.isInstance(entry);
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

	@SuppressWarnings("unchecked") // The shapes were derived for E.
	E entry(Source source) {
		return (E) this.entries.read(source);
	}

	void write(E entry, Sink sink) {
		this.entries.write(entry, sink);
	}

}
