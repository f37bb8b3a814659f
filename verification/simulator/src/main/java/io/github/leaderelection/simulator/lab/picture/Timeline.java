package io.github.leaderelection.simulator.lab.picture;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;

import io.github.leaderelection.simulator.lab.picture.Svg.Anchor;
import io.github.leaderelection.simulator.lab.stage.RecordedMessage;
import io.github.leaderelection.simulator.lab.stage.Recording;
import io.github.leaderelection.simulator.lab.stage.Recording.Fault;
import io.github.leaderelection.simulator.lab.stage.Recording.Kind;
import io.github.leaderelection.simulator.lab.stage.Recording.Span;
import io.github.leaderelection.simulator.lab.stage.Recording.Standing;

/**
 * Who led when: a row for each node, the axis in leases.
 */
public final class Timeline {

	private static final double WIDTH = 1120;

	private static final double LEFT = 74;

	private static final double RIGHT = 24;

	private static final double HEAD = 116;

	private static final double ROW = 40;

	private static final double BAR = 22;

	private static final int FAULTS_NUMBERED = 16;

	private static final int MOST_TICKS = 16;

	private static final double NUMBER_SPACE = 19;

	private final Recording recording;

	private final Terms terms;

	private final Svg svg = new Svg();

	private final double top;

	private final double bottom;

	/** Prepares a picture. */
	public Timeline(Recording recording) {
		this.recording = recording;
		this.terms = Terms.of(recording);
		this.top = HEAD + title();
		this.bottom = this.top + recording.settings().nodes() * ROW;
	}

	/** Draws it. */
	public String svg() {
		grid();
		spans();
		marks();
		terms();
		double legend = faults();
		return this.svg.picture(WIDTH, legend, "Who led when: " + this.recording.title());
	}

	/**
	 * Writes what the picture shows.
	 * @return by how much more than one line that pushes the rest down
	 */
	private double title() {
		this.svg.text(LEFT, 30, 18, Anchor.START, bold(Palette.INK), this.recording.title());
		double down = this.svg.paragraph(LEFT, 51, WIDTH - LEFT - RIGHT, 13, Palette.FAINT, this.recording.about());
		double y = 75 + down;
		double x = key(LEFT, y, "fill=\"" + Palette.node(0) + "\"", "leads, with its fencing token");
		x = key(x, y, "fill=\"url(#down)\"", "down");
		x = key(x, y, "fill=\"url(#paused)\"", "stands still");
		x = key(x, y, fill(Palette.SCOUT), "scouts");
		x = key(x, y, fill(Palette.PROPOSE), "proposes");
		x = key(x, y, fill(Palette.FAULT), "nobody leads");
		key(x, y, fill(Palette.INK), "two lead");
		return down;
	}

	private double key(double x, double y, String fill, String text) {
		this.svg.rect(x, y - 9, 16, 10, fill);
		this.svg.text(x + 21, y, 12, Anchor.START, fill(Palette.INK), text);
		return x + 41 + Svg.width(text, 12);
	}

	private void grid() {
		double leases = leases(this.recording.endNanos());
		double step = step(leases);
		for (double at = 0; at <= leases; at += step) {
			double x = x((long) (at * this.recording.settings().lease()));
			this.svg.line(x, this.top, x, this.bottom + 40, "stroke=\"" + Palette.GRID + "\"");
			this.svg.text(x, this.bottom + 56, 12, Anchor.MIDDLE, fill(Palette.FAINT),
					String.format(Locale.ROOT, (step < 1) ? "%.1f" : "%.0f", at));
		}
		this.svg.text(LEFT, this.bottom + 74, 12, Anchor.START, fill(Palette.FAINT),
				String.format(Locale.ROOT, "time in leases of %.0f ms", this.recording.settings().lease() / 1e6));
		for (int node = 0; node < this.recording.settings().nodes(); node++) {
			double y = this.top + node * ROW + ROW / 2;
			this.svg.text(LEFT - 12, y + 5, 14, Anchor.END, bold(Palette.node(node)), "n" + node);
			this.svg.line(LEFT, y, WIDTH - RIGHT, y, "stroke=\"#cfcfcf\"");
		}
		this.svg.text(LEFT - 12, this.bottom + 18, 12, Anchor.END, fill(Palette.INK), "not one");
		this.svg.text(LEFT - 12, this.bottom + 36, 12, Anchor.END, fill(Palette.INK), "term");
	}

	private static double step(double leases) {
		double step = 0.1;
		double[] factors = { 2, 2.5, 2 };
		for (int i = 0; leases / step > MOST_TICKS; i++) {
			step *= factors[i % factors.length];
		}
		return step;
	}

	private void spans() {
		List<Span> spans = new ArrayList<>(this.recording.spans());
		spans.sort(Comparator.comparing(Span::kind).reversed().thenComparing(Span::from));
		for (Span span : spans) {
			double x = x(span.from());
			double width = x(Math.min(span.until(), this.recording.endNanos())) - x;
			double y = this.top + span.node() * ROW + (ROW - BAR) / 2;
			this.svg.rect(x, y, width, BAR, Palette.fill(span));
			long shown = this.terms.shown(span.token());
			String token = "token " + shown;
			if (span.kind() == Kind.LEADS) {
				String told = (width > Svg.width(token, 12) + 6) ? token : "" + shown;
				if (width > Svg.width(told, 12) + 2) {
					this.svg.text(x + width / 2, y + 15.5, 12, Anchor.MIDDLE, fill("#ffffff"), told);
				}
			}
		}
		leaderless();
	}

	private void leaderless() {
		List<Span> reigns = new ArrayList<>(
				this.recording.spans().stream().filter((span) -> span.kind() == Kind.LEADS).toList());
		reigns.sort(Comparator.comparing(Span::from));
		long led = 0;
		for (Span reign : reigns) {
			strip(led, reign.from(), Palette.FAULT);
			strip(reign.from(), Math.min(led, reign.until()), Palette.INK);
			led = Math.max(led, reign.until());
		}
		strip(led, this.recording.endNanos(), Palette.FAULT);
	}

	private void strip(long from, long until, String colour) {
		if (until > from) {
			this.svg.rect(x(from), this.bottom + 8, x(until) - x(from), 12, fill(colour));
		}
	}

	private void marks() {
		for (RecordedMessage message : this.recording.messages()) {
			Says kind = Says.of(message.body());
			boolean asks = Says.words(message.body(), this.terms)
				.startsWith((kind == Says.SCOUT) ? "scout" : "propose");
			if ((kind == Says.SCOUT || kind == Says.PROPOSE) && asks) {
				double y = this.top + message.from() * ROW + ROW / 2 + ((kind == Says.SCOUT) ? BAR / 2 : -BAR / 2 - 6);
				this.svg.rect(x(message.sent()) - 1, y, 2, 6,
						"fill=\"" + ((kind == Says.SCOUT) ? Palette.SCOUT : Palette.PROPOSE) + "\"");
			}
		}
	}

	private void terms() {
		long highest = 0;
		double free = LEFT;
		for (Standing standing : this.recording.standings()) {
			if (standing.term() > highest) {
				highest = standing.term();
				double x = x(standing.at());
				String term = "" + this.terms.shown(highest);
				if (x >= free) {
					this.svg.text(x, this.bottom + 36, 12, Anchor.START, fill(Palette.INK), term);
					free = x + Svg.width(term, 12) + 6;
				}
			}
		}
	}

	/** Numbers what was done, and says below what it was. */
	private double faults() {
		List<Fault> faults = this.recording.faults();
		double y = this.bottom + 100;
		double free = 0;
		int row = 0;
		for (int i = 0; i < faults.size(); i++) {
			Fault fault = faults.get(i);
			double x = x(fault.at());
			this.svg.line(x, this.top - 6, x, this.bottom, "stroke=\"" + Palette.FAULT + "\" stroke-dasharray=\"3 3\"");
			if (i >= FAULTS_NUMBERED) {
				continue;
			}
			double at = Math.max(x, free);
			free = at + NUMBER_SPACE;
			number(at, this.top - 14, i + 1);
			double column = LEFT + 9 + (row % 2) * (WIDTH - LEFT - RIGHT) / 2;
			double line = y + (row / 2) * 21;
			number(column, line - 4, i + 1);
			this.svg.text(column + 15, line, 13, Anchor.START, fill(Palette.INK),
					String.format(Locale.ROOT, "at %.2f  %s", leases(fault.at()), fault.text()));
			row++;
		}
		if (faults.size() > FAULTS_NUMBERED) {
			this.svg.text(LEFT, y + ((row + 1) / 2) * 21, 13, Anchor.START, fill(Palette.FAINT),
					"and " + (faults.size() - FAULTS_NUMBERED) + " more");
			row += 2;
		}
		return y + ((row + 1) / 2) * 21 + 6;
	}

	private void number(double x, double y, int number) {
		this.svg.circle(x, y, 9, "fill=\"#ffffff\" stroke=\"" + Palette.FAULT + "\"");
		this.svg.text(x, y + 4, 11, Anchor.MIDDLE, fill(Palette.FAULT), "" + number);
	}

	private double leases(long nanos) {
		return (double) nanos / this.recording.settings().lease();
	}

	private double x(long nanos) {
		return LEFT + (WIDTH - LEFT - RIGHT) * nanos / Math.max(1, this.recording.endNanos());
	}

	private static String fill(String colour) {
		return "fill=\"" + colour + "\"";
	}

	private static String bold(String colour) {
		return "fill=\"" + colour + "\" font-weight=\"bold\"";
	}

}
