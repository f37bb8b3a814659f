package io.github.leaderelection.simulator.lab.picture;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

import io.github.leaderelection.Role;
import io.github.leaderelection.simulator.lab.picture.Svg.Anchor;
import io.github.leaderelection.simulator.lab.stage.Message;
import io.github.leaderelection.simulator.lab.stage.Recording;
import io.github.leaderelection.simulator.lab.stage.Recording.Fault;
import io.github.leaderelection.simulator.lab.stage.Recording.Kind;
import io.github.leaderelection.simulator.lab.stage.Recording.Span;
import io.github.leaderelection.simulator.lab.stage.Recording.Standing;

/**
 * Who spoke to whom: a lifeline for each node, an arrow for each message. Time runs
 * downwards, in order but not to scale.
 */
public final class SequenceDiagram {

	private static final double LEFT = 60;

	private static final double HEAD = 146;

	private static final double LEAST_WIDTH = 800;

	private static final double GRANT = 14;

	private static final int WIDE = 7;

	private final Recording recording;

	private final Excerpt excerpt;

	private final Ruler ruler;

	private final Terms terms;

	private final Svg svg = new Svg();

	private final List<Place> taken = new ArrayList<>();

	private final double lane;

	private final double top;

	private final double width;

	/**
	 * Prepares a picture.
	 * @param recording the run
	 */
	public SequenceDiagram(Recording recording) {
		this.recording = recording;
		this.excerpt = new Excerpt(recording);
		this.terms = Terms.of(recording);
		this.lane = (recording.nodes() <= WIDE) ? 205 : 130;
		this.width = Math.max(LEAST_WIDTH, LEFT + recording.nodes() * this.lane);
		this.top = HEAD + title();
		this.ruler = new Ruler(this.excerpt.instants(), this.top);
	}

	/**
	 * Draws it.
	 * @return an SVG document
	 */
	public String svg() {
		lifelines();
		times();
		this.excerpt.messages().forEach(this::arrow);
		bars();
		faults();
		words();
		standings();
		double end = this.ruler.bottom() + 40;
		if (this.excerpt.goesOn()) {
			this.svg.text(LEFT, end - 8, 13, Anchor.START, "fill=\"" + Palette.FAINT + "\"", "The run goes on.");
		}
		return this.svg.picture(this.width, end, "Who spoke to whom: " + this.recording.title());
	}

	/**
	 * Writes what the picture shows.
	 * @return by how much more than one line that pushes the rest down
	 */
	private double title() {
		this.svg.text(20, 30, 18, Anchor.START, "fill=\"" + Palette.INK + "\" font-weight=\"bold\"",
				this.recording.title());
		double down = this.svg.paragraph(20, 52, this.width - 40, 13, Palette.FAINT, this.recording.about());
		double y = 72 + down;
		double x = 20;
		boolean nominates = this.recording.messages()
			.stream()
			.anyMatch((each) -> Says.of(each.body()) == Says.NOMINATE);
		for (Says kind : Says.values()) {
			if (kind == (nominates ? Says.GREET : Says.NOMINATE)) {
				// the legend has room for what is drawn, and nobody looks for greetings
				// there
				continue;
			}
			this.svg.line(x, y, x + 22, y, "stroke=\"" + kind.colour + "\" stroke-width=\"2\"");
			this.svg.head(x, y, x + 26, y, kind.colour);
			this.svg.text(x + 32, y + 4, 12, Anchor.START, "fill=\"" + Palette.INK + "\"", kind.title);
			x += 46 + Svg.width(kind.title, 12);
		}
		this.svg.rect(x, y - 8, GRANT, 16, "fill=\"" + Palette.node(0) + "\"");
		this.svg.text(x + 20, y + 4, 12, Anchor.START, "fill=\"" + Palette.INK + "\"", "holds the lease");
		return down;
	}

	private void lifelines() {
		for (int node = 0; node < this.recording.nodes(); node++) {
			double x = x(node);
			this.svg.line(x, this.top - 14, x, this.ruler.bottom() + 16, "stroke=\"#bdbdbd\"");
			this.svg.rect(x - 24, this.top - 40, 48, 24,
					"rx=\"5\" fill=\"#ffffff\" stroke-width=\"2\" stroke=\"" + Palette.node(node) + "\"");
			this.svg.text(x, this.top - 23, 14, Anchor.MIDDLE,
					"font-weight=\"bold\" fill=\"" + Palette.node(node) + "\"", "n" + node);
		}
	}

	private void times() {
		List<Long> times = this.ruler.times();
		double free = 0;
		for (int i = 0; i < times.size(); i++) {
			long time = times.get(i);
			double y = this.ruler.y(time);
			if (i > 0 && Ruler.isCut(time - times.get(i - 1))) {
				cut(times.get(i - 1), time);
			}
			if (y >= free) {
				this.svg.text(84, y + 4, 11, Anchor.END, "fill=\"" + Palette.FAINT + "\"",
						String.format(Locale.ROOT, "%+.1f ms", (time - this.excerpt.origin()) / 1e6));
				free = y + 13;
			}
		}
	}

	private void cut(long before, long after) {
		double y = (this.ruler.y(before) + this.ruler.y(after)) / 2;
		this.svg.line(20, y, this.width - 10, y, "stroke=\"#ededed\" stroke-width=\"8\"");
		long leftOut = this.excerpt.leftOut(before, after);
		this.svg.text(this.width - 14, y + 4, 11, Anchor.END, "fill=\"" + Palette.FAINT + "\"",
				String.format(Locale.ROOT, "%.0f ms pass%s", (after - before) / 1e6,
						(leftOut > 0) ? ", " + leftOut + " heartbeats and answers not drawn" : ""));
	}

	private void bars() {
		for (Span span : this.excerpt.spans()) {
			double half = (span.kind() == Kind.LEADS) ? GRANT / 2 : GRANT / 2 - 1;
			double from = this.ruler.y(span.from());
			double until = this.ruler.y(span.until());
			this.svg.rect(x(span.node()) - half, from, 2 * half, Math.max(until - from, 3), Palette.fill(span));
		}
	}

	private void arrow(Message message) {
		String colour = Says.of(message.body()).colour;
		double x1 = x(message.from());
		double y1 = this.ruler.y(message.sent());
		double x2 = x(message.to());
		boolean seen = !message.lost() && message.arrived() <= this.excerpt.until();
		double y2 = seen ? this.ruler.y(message.arrived()) : y1 + 10;
		double edge = Math.signum(x2 - x1) * GRANT / 2;
		if (seen) {
			this.svg.line(x1, y1, x2 - edge, y2, "stroke=\"" + colour + "\" stroke-width=\"1.3\"");
			this.svg.head(x1, y1, x2 - edge, y2, colour);
			return;
		}
		double stop = x1 + Math.signum(x2 - x1) * this.lane * 0.62;
		double part = (stop - x1) / (x2 - x1);
		double y = y1 + part * (y2 - y1);
		this.svg.line(x1, y1, stop, y, "stroke=\"" + colour + "\" stroke-width=\"1.3\" stroke-dasharray=\"5 3\"");
		String cross = "stroke=\"" + Palette.FAULT + "\" stroke-width=\"1.6\"";
		this.svg.line(stop - 4, y - 4, stop + 4, y + 4, cross);
		this.svg.line(stop - 4, y + 4, stop + 4, y - 4, cross);
	}

	/**
	 * What a node says is written once, beside the beginning of its arrows.
	 */
	private void words() {
		Set<String> told = new HashSet<>();
		for (Message message : this.excerpt.messages()) {
			String words = Says.words(message.body(), this.terms);
			double y = this.ruler.y(message.sent());
			boolean leftwards = message.to() < message.from();
			if (words.isEmpty() || !told.add(message.from() + " " + Math.round(y) + " " + words)) {
				continue;
			}
			double x = x(message.from()) + (leftwards ? -12 : 12);
			Place place = new Place(message.from(), leftwards, y - 11, y + 1);
			while (this.taken.stream().anyMatch(place::overlaps)) {
				place = new Place(message.from(), leftwards, place.top + 11, place.bottom + 11);
			}
			this.taken.add(place);
			this.svg.label(x, place.bottom - 2, 11, leftwards ? Anchor.END : Anchor.START,
					Says.of(message.body()).colour, words);
		}
	}

	private void standings() {
		long[] terms = new long[this.recording.nodes()];
		Role[] roles = new Role[this.recording.nodes()];
		before(terms, roles);
		for (Standing standing : this.excerpt.standings()) {
			int node = standing.node();
			boolean newTerm = terms[node] != standing.term();
			boolean newRole = roles[node] != standing.role();
			terms[node] = standing.term();
			roles[node] = standing.role();
			String text = (newRole ? standing.role().name().toLowerCase(Locale.ROOT) : "")
					+ ((newRole && newTerm) ? ", " : "") + (newTerm ? "term " + this.terms.shown(standing.term()) : "");
			if (!text.isEmpty()) {
				tag(node, this.ruler.y(standing.at()), text);
			}
		}
	}

	/**
	 * Where the nodes stand as the picture begins.
	 */
	private void before(long[] terms, Role[] roles) {
		long begin = this.ruler.times().get(0);
		for (Standing standing : this.recording.standings()) {
			if (standing.at() < begin) {
				terms[standing.node()] = standing.term();
				roles[standing.node()] = standing.role();
			}
		}
		for (int node = 0; node < terms.length; node++) {
			if (roles[node] != null) {
				this.svg.text(x(node), this.top - 48, 12, Anchor.MIDDLE, "fill=\"" + Palette.INK + "\"",
						roles[node].name().toLowerCase(Locale.ROOT) + ", term " + this.terms.shown(terms[node]));
			}
		}
	}

	/**
	 * Beside the lifeline, where nothing is written yet.
	 */
	private void tag(int node, double at, String text) {
		double wide = Svg.width(text, 11) + 8;
		Place place = new Place(node, false, at - 6, at + 8);
		for (int i = 0; this.taken.stream().anyMatch(place::overlaps); i++) {
			place = (i % 2 == 0) ? new Place(node, true, place.top, place.bottom)
					: new Place(node, false, place.top + 8, place.bottom + 8);
		}
		this.taken.add(place);
		double x = place.left ? x(node) - 12 - wide : x(node) + 12;
		this.svg.rect(x, place.top, wide, 14, "rx=\"4\" fill=\"#ffffff\" stroke=\"" + Palette.node(node) + "\"");
		this.svg.text(x + 4, place.top + 11, 11, Anchor.START, "fill=\"" + Palette.node(node) + "\"", text);
	}

	/**
	 * What was done at one instant shares a line.
	 */
	private void faults() {
		Map<Double, String> texts = new TreeMap<>();
		for (Fault fault : this.excerpt.faults()) {
			texts.merge(this.ruler.y(fault.at()), fault.text(), (one, other) -> one + "; " + other);
		}
		texts.forEach((y, text) -> {
			this.svg.line(92, y, this.width - 10, y,
					"stroke=\"" + Palette.FAULT + "\" stroke-width=\"1.4\" stroke-dasharray=\"7 4\"");
			this.svg.label(this.width - 14, y - 4, 13, Anchor.END, Palette.FAULT, text);
		});
	}

	private double x(int node) {
		return LEFT + this.lane / 2 + node * this.lane;
	}

	/**
	 * Where something is written.
	 *
	 * @param node beside whose lifeline
	 * @param left on which side of it
	 * @param top from where
	 * @param bottom to where
	 */
	private record Place(int node, boolean left, double top, double bottom) {

		boolean overlaps(Place other) {
			return this.node == other.node && this.left == other.left && this.top < other.bottom
					&& other.top < this.bottom;
		}

	}

}
