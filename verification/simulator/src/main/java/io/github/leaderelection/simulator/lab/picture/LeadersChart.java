package io.github.leaderelection.simulator.lab.picture;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

import io.github.leaderelection.simulator.lab.picture.Svg.Anchor;
import io.github.leaderelection.simulator.lab.stage.Recording;
import io.github.leaderelection.simulator.lab.stage.Recording.Fault;
import io.github.leaderelection.simulator.lab.stage.Recording.Kind;
import io.github.leaderelection.simulator.lab.stage.Recording.Span;

/**
 * How many lead at once against time: a row for each election, a column for each way of
 * dividing the network. Time is in leases from the first thing that is done after the
 * start.
 */
public final class LeadersChart {

	private static final double LEFT = 92;

	private static final double TOP = 92;

	private static final double COLUMN = 330;

	private static final double GAP = 34;

	private static final double ROW = 56;

	private static final double STEP = 13;

	private static final int HIGHEST = 3;

	private static final int BEFORE = 2;

	private final String title;

	private final Map<String, Map<String, Recording>> runs = new LinkedHashMap<>();

	private final List<String> columns = new ArrayList<>();

	private final Svg svg = new Svg();

	/** An empty chart. */
	public LeadersChart(String title) {
		this.title = title;
	}

	/**
	 * Adds a run, which has begun before anything was done to it.
	 * @param recording the run; what was done to it first is the start
	 */
	public void add(String row, String column, Recording recording) {
		if (!this.columns.contains(column)) {
			this.columns.add(column);
		}
		this.runs.computeIfAbsent(row, (name) -> new LinkedHashMap<>()).put(column, recording);
	}

	/** Draws it. */
	public String svg() {
		this.svg.text(LEFT, 26, 15, Anchor.START, fill(Palette.INK), this.title);
		this.svg.text(LEFT, 46, 12, Anchor.START, fill(Palette.FAINT),
				"up: how many answer that they lead; across: leases since the cut; red: cut, green: whole again");
		for (int column = 0; column < this.columns.size(); column++) {
			this.svg.text(left(column), TOP - 16, 13, Anchor.START, fill(Palette.INK), this.columns.get(column));
		}
		int row = 0;
		for (Map.Entry<String, Map<String, Recording>> each : this.runs.entrySet()) {
			this.svg.text(LEFT - 24, base(row) - STEP, 13, Anchor.END, fill(Palette.node(row)), each.getKey());
			for (int column = 0; column < this.columns.size(); column++) {
				Recording recording = each.getValue().get(this.columns.get(column));
				if (recording != null) {
					panel(row, column, recording);
				}
			}
			row++;
		}
		double width = left(this.columns.size()) + 8;
		return this.svg.picture(width, base(row - 1) + 34, this.title);
	}

	private void panel(int row, int column, Recording recording) {
		List<Fault> faults = recording.faults().stream().skip(1).toList();
		long cut = faults.isEmpty() ? 0 : faults.get(0).at();
		Scale scale = new Scale(left(column), cut - BEFORE * recording.settings().lease(), recording.endNanos());
		for (int leaders = 0; leaders <= HIGHEST; leaders++) {
			double y = base(row) - leaders * STEP;
			this.svg.line(left(column), y, left(column) + COLUMN, y, "stroke=\"" + Palette.GRID + "\"");
		}
		this.svg.text(left(column) - 6, base(row) + 4, 11, Anchor.END, fill(Palette.FAINT), "0");
		this.svg.text(left(column) - 6, base(row) - 2 * STEP + 4, 11, Anchor.END, fill(Palette.FAINT), "2");
		for (int i = 0; i < faults.size(); i++) {
			double x = scale.x(faults.get(i).at());
			String colour = (i == 0) ? Palette.FAULT : "#2b8a4b";
			this.svg.line(x, base(row) - HIGHEST * STEP - 2, x, base(row),
					"stroke=\"" + colour + "\" stroke-dasharray=\"3 3\"");
		}
		if (row == this.runs.size() - 1) {
			ticks(row, recording, scale, cut);
		}
		steps(row, recording, scale);
	}

	private void ticks(int row, Recording recording, Scale scale, long cut) {
		for (int lease = -BEFORE; cut + lease * recording.settings().lease() <= recording.endNanos(); lease += 2) {
			this.svg.text(scale.x(cut + lease * recording.settings().lease()), base(row) + 18, 11, Anchor.MIDDLE,
					fill(Palette.FAINT), String.format(Locale.ROOT, "%d", lease));
		}
	}

	private void steps(int row, Recording recording, Scale scale) {
		String style = "stroke=\"" + Palette.node(row) + "\" stroke-width=\"2\"";
		long at = scale.from();
		int leaders = 0;
		for (Change change : changes(recording)) {
			if (change.at() > scale.from()) {
				double y = base(row) - leaders * STEP;
				this.svg.line(scale.x(at), y, scale.x(change.at()), y, style);
				this.svg.line(scale.x(change.at()), y, scale.x(change.at()), y - change.by() * STEP, style);
				at = change.at();
			}
			leaders += change.by();
		}
		this.svg.line(scale.x(at), base(row) - leaders * STEP, scale.x(recording.endNanos()),
				base(row) - leaders * STEP, style);
	}

	/** A reign that lasts to the end of the run does not end in the picture. */
	private static List<Change> changes(Recording recording) {
		List<Change> changes = new ArrayList<>();
		for (Span span : recording.spans()) {
			if (span.kind() == Kind.LEADS) {
				changes.add(new Change(span.from(), 1));
				if (span.until() < recording.endNanos()) {
					changes.add(new Change(span.until(), -1));
				}
			}
		}
		changes.sort(Comparator.comparingLong(Change::at));
		return changes;
	}

	private static double left(int column) {
		return LEFT + column * (COLUMN + GAP);
	}

	private static double base(int row) {
		return TOP + row * ROW + HIGHEST * STEP;
	}

	private static String fill(String colour) {
		return "fill=\"" + colour + "\"";
	}

	/**
	 * Where instants lie.
	 */
	private record Scale(double left, long from, long until) {

		double x(long nanos) {
			return this.left + COLUMN * (Math.max(nanos, this.from) - this.from) / Math.max(1, this.until - this.from);
		}

	}

	/**
	 * One more leads, or one less.
	 */
	private record Change(long at, int by) {
	}

}
