package io.github.leaderelection.simulator.lab.picture;

import java.util.Map;
import java.util.TreeSet;

import io.github.leaderelection.simulator.lab.picture.Svg.Anchor;

/**
 * Values by whole numbers, one line for each series.
 */
public final class LineChart {

	private static final double WIDTH = 760;

	private static final double HEIGHT = 420;

	private static final double LEFT = 64;

	private static final double RIGHT = 120;

	private static final double TOP = 52;

	private static final double BOTTOM = 44;

	private static final int STEPS = 5;

	private final String title;

	private final Map<String, Map<Integer, Double>> series;

	private final TreeSet<Integer> places = new TreeSet<>();

	private double highest;

	/**
	 * Takes the values.
	 * @param series the values by place, by the series' name
	 */
	public LineChart(String title, Map<String, Map<Integer, Double>> series) {
		this.title = title;
		this.series = series;
		this.series.values().forEach((values) -> values.forEach((place, value) -> {
			this.places.add(place);
			this.highest = Math.max(this.highest, value);
		}));
	}

	/** Draws it. */
	public String svg() {
		Svg svg = new Svg();
		svg.text(LEFT, 26, 15, Anchor.START, "fill=\"" + Palette.INK + "\"", this.title);
		for (int step = 0; step <= STEPS; step++) {
			double value = this.highest * step / STEPS;
			svg.line(LEFT, y(value), WIDTH - RIGHT, y(value), "stroke=\"" + Palette.GRID + "\"");
			svg.text(LEFT - 8, y(value) + 4, 11, Anchor.END, "fill=\"" + Palette.FAINT + "\"",
					String.format(java.util.Locale.ROOT, (this.highest < 10) ? "%.2f" : "%.0f", value));
		}
		for (int place : this.places) {
			svg.text(x(place), HEIGHT - BOTTOM + 18, 11, Anchor.MIDDLE, "fill=\"" + Palette.FAINT + "\"",
					Integer.toString(place));
		}
		int number = 0;
		for (Map.Entry<String, Map<Integer, Double>> each : this.series.entrySet()) {
			line(svg, each.getKey(), each.getValue(), number++);
		}
		return svg.picture(WIDTH, HEIGHT, this.title);
	}

	private void line(Svg svg, String name, Map<Integer, Double> values, int number) {
		String colour = Palette.node(number);
		double beforeX = Double.NaN;
		double beforeY = Double.NaN;
		for (Map.Entry<Integer, Double> value : new java.util.TreeMap<>(values).entrySet()) {
			double x = x(value.getKey());
			double y = y(value.getValue());
			if (!Double.isNaN(beforeX)) {
				svg.line(beforeX, beforeY, x, y, "stroke=\"" + colour + "\" stroke-width=\"1.8\"");
			}
			svg.circle(x, y, 3, "fill=\"" + colour + "\"");
			beforeX = x;
			beforeY = y;
		}
		double legend = TOP + 18.0 * number;
		svg.line(WIDTH - RIGHT + 16, legend, WIDTH - RIGHT + 34, legend,
				"stroke=\"" + colour + "\" stroke-width=\"3\"");
		svg.text(WIDTH - RIGHT + 40, legend + 4, 12, Anchor.START, "fill=\"" + Palette.INK + "\"", name);
	}

	private double x(int place) {
		double span = Math.max(1, this.places.last() - this.places.first());
		return LEFT + (place - this.places.first()) / span * (WIDTH - LEFT - RIGHT);
	}

	private double y(double value) {
		return HEIGHT - BOTTOM - ((this.highest > 0) ? value / this.highest : 0) * (HEIGHT - TOP - BOTTOM);
	}

}
