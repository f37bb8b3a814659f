package io.github.leaderelection.simulator.lab.exercise;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

import io.github.leaderelection.simulator.lab.stage.RecordedMessage;

/**
 * Puts a run into words. Times are milliseconds from the mark.
 */
final class Telling {

	private static final double MILLI = 1e6;

	private static final List<String> KINDS = List.of("Election", "Answer", "Coordinator");

	private final SevenNodes nodes;

	private final List<String> lines = new ArrayList<>();

	private final List<Event> events = new ArrayList<>();

	private final Map<String, Long> figures = new LinkedHashMap<>();

	Telling(SevenNodes nodes) {
		this.nodes = nodes;
	}

	void line(String format, Object... values) {
		this.lines.add(String.format(Locale.ROOT, format, values));
	}

	void figure(String name, long value) {
		this.figures.put(name, value);
	}

	/** What happened at an instant. */
	void at(long nanos, String what) {
		line("%12.3f ms  %s", millis(nanos), what);
	}

	double millis(long nanos) {
		return (nanos - this.nodes.origin()) / MILLI;
	}

	/** Notes what happened at an instant, to be told with {@link #events}. */
	void event(long nanos, String what) {
		this.events.add(new Event(nanos, what));
	}

	/** Every message, and what was noted, in the order of time. */
	void events(List<RecordedMessage> messages) {
		for (RecordedMessage message : messages) {
			event(message.sent(), String.format(Locale.ROOT, "%s -> %s  %-11s  %s", SevenNodes.name(message.from()),
					SevenNodes.name(message.to()), kind(message), arrival(message)));
		}
		this.events.sort(Comparator.comparing(Event::at));
		this.events.forEach((event) -> at(event.at(), event.text()));
		this.events.clear();
	}

	private String arrival(RecordedMessage message) {
		return message.lost() ? "nobody is there"
				: String.format(Locale.ROOT, "handled at %.3f ms", millis(message.arrived()));
	}

	/** How many of each kind there are. */
	void count(List<RecordedMessage> messages) {
		List<String> parts = new ArrayList<>();
		for (String kind : KINDS) {
			long count = messages.stream().filter((message) -> kind(message).equals(kind)).count();
			figure(kind, count);
			parts.add(count + " " + kind);
		}
		figure("messages", messages.size());
		line("  %s: %d messages of the algorithm", String.join(", ", parts), messages.size());
		Map<String, Long> below = this.nodes.below();
		figure("votes", below.values().stream().mapToLong(Long::longValue).sum());
		line("  of the election below, which votes and grants: %s", below.isEmpty() ? "none" : below.toString());
	}

	private static String kind(RecordedMessage message) {
		return message.body().getClass().getSimpleName();
	}

	Story story() {
		return new Story(this.lines, this.figures);
	}

	/**
	 * Something to be told.
	 */
	private record Event(long at, String text) {
	}

}
