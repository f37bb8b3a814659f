package io.github.leaderelection.simulator.lab.picture;

import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

import io.github.leaderelection.simulator.lab.stage.RecordedMessage;
import io.github.leaderelection.simulator.lab.stage.Recording;
import io.github.leaderelection.simulator.lab.stage.Recording.Kind;
import io.github.leaderelection.simulator.lab.stage.Recording.Span;
import io.github.leaderelection.simulator.lab.stage.Recording.Standing;

/**
 * Who spoke to whom, as a page with a diagram for Mermaid: a lifeline for each node, an
 * arrow for each message where it was sent. Time runs downwards, in order but not to
 * scale.
 */
public final class SequenceDiagram {

	/** A longer time without anything is told. */
	private static final long LONG = 12_000_000;

	private final Recording recording;

	private final Excerpt excerpt;

	private final Terms terms;

	/** Lines by their time. */
	private final NavigableMap<Long, StringBuilder> lines = new TreeMap<>();

	/** Prepares a diagram. */
	public SequenceDiagram(Recording recording) {
		this.recording = recording;
		this.excerpt = new Excerpt(recording);
		this.terms = Terms.of(recording);
	}

	/** Draws it. */
	public String markdown() {
		faults();
		standings();
		this.excerpt.messages().forEach(this::message);
		leases();
		String nodes = IntStream.range(0, this.recording.settings().nodes())
			.mapToObj((node) -> "    participant n" + node + "\n")
			.collect(Collectors.joining());
		return "# " + this.recording.title() + "\n\n" + this.recording.about() + "\n\nA bar beside a lifeline is a "
				+ "lease held, a cross a message that was never handled.\n\n```mermaid\nsequenceDiagram\n" + nodes
				+ body() + "```\n" + (this.excerpt.goesOn() ? "\nThe run goes on.\n" : "");
	}

	private String body() {
		StringBuilder body = new StringBuilder();
		Long before = null;
		for (Map.Entry<Long, StringBuilder> entry : this.lines.entrySet()) {
			if (before != null && entry.getKey() - before > LONG) {
				long leftOut = this.excerpt.leftOut(before, entry.getKey());
				overAll(body, String.format(Locale.ROOT, "%.0f ms pass%s", (entry.getKey() - before) / 1e6,
						(leftOut > 0) ? ", " + leftOut + " heartbeats and answers not drawn" : ""));
			}
			body.append(entry.getValue());
			before = entry.getKey();
		}
		return body.toString();
	}

	private StringBuilder at(long time) {
		return this.lines.computeIfAbsent(time, (key) -> new StringBuilder());
	}

	private void overAll(StringBuilder body, String text) {
		body.append("    Note over n0,n")
			.append(this.recording.settings().nodes() - 1)
			.append(": ")
			.append(plain(text));
		body.append('\n');
	}

	private void faults() {
		this.excerpt.faults()
			.forEach((fault) -> overAll(at(fault.at()),
					String.format(Locale.ROOT, "%+.1f ms: ", (fault.at() - this.excerpt.origin()) / 1e6)
							+ fault.text()));
	}

	private void message(RecordedMessage message) {
		boolean seen = !message.lost() && message.arrived() <= this.excerpt.until();
		at(message.sent()).append("    n")
			.append(message.from())
			.append(seen ? "->>" : "-x")
			.append('n')
			.append(message.to())
			.append(": ")
			.append(plain(Says.words(message.body(), this.terms)))
			.append('\n');
	}

	/**
	 * What a node is, where it becomes something else; as the diagram begins, what all
	 * are.
	 */
	private void standings() {
		Map<Integer, Standing> last = new HashMap<>();
		this.recording.standings()
			.stream()
			.filter((standing) -> standing.at() < this.excerpt.from())
			.forEach((standing) -> last.put(standing.node(), standing));
		last.values().stream().sorted(Comparator.comparing(Standing::node)).forEach((first) -> {
			String role = first.role().name().toLowerCase(Locale.ROOT);
			note(this.excerpt.from(), first.node(), role + ", term " + this.terms.shown(first.term()));
		});
		for (Standing standing : this.excerpt.standings()) {
			Standing before = last.put(standing.node(), standing);
			boolean newTerm = before == null || before.term() != standing.term();
			boolean newRole = before == null || before.role() != standing.role();
			String text = (newRole ? standing.role().name().toLowerCase(Locale.ROOT) : "")
					+ ((newRole && newTerm) ? ", " : "") + (newTerm ? "term " + this.terms.shown(standing.term()) : "");
			if (newRole || newTerm) {
				note(standing.at(), standing.node(), text);
			}
		}
	}

	private void note(long at, int node, String text) {
		at(at).append("    Note over n").append(node).append(": ").append(text).append('\n');
	}

	private void leases() {
		List<Span> leases = this.excerpt.spans().stream().filter((span) -> span.kind() == Kind.LEADS).toList();
		for (Span lease : leases) {
			at(lease.from()).append("    activate n").append(lease.node()).append('\n');
			at(lease.until()).append("    deactivate n").append(lease.node()).append('\n');
		}
	}

	/** Without what means something to Mermaid. */
	private static String plain(String text) {
		return text.replace(';', ',').replace('#', ' ');
	}

}
