package io.github.leaderelection.simulator.lab.picture;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.NavigableSet;

/**
 * Where instants lie in a sequence diagram: in order, with room for what is written, long
 * stretches without anything cut short.
 */
final class Ruler {

	private static final long SAME = 40_000;

	private static final long LONG = 12_000_000;

	private static final double STEP = 13;

	private static final double GAP = 44;

	private static final double PER_MILLI = 1.6;

	private final List<Long> times = new ArrayList<>();

	private final List<Double> ys = new ArrayList<>();

	Ruler(NavigableSet<Long> instants, double top) {
		double y = top;
		for (long instant : instants) {
			if (this.times.isEmpty()) {
				add(instant, y);
				continue;
			}
			long span = instant - this.times.get(this.times.size() - 1);
			if (span > SAME) {
				y += isCut(span) ? GAP : STEP + Math.min(span / 1e6 * PER_MILLI, GAP - STEP);
				add(instant, y);
			}
		}
	}

	private void add(long time, double y) {
		this.times.add(time);
		this.ys.add(y);
	}

	static boolean isCut(long span) {
		return span > LONG;
	}

	/**
	 * The instants that have a height of their own.
	 */
	List<Long> times() {
		return this.times;
	}

	double bottom() {
		return this.ys.get(this.ys.size() - 1);
	}

	double y(long time) {
		int found = Collections.binarySearch(this.times, time);
		if (found >= 0) {
			return this.ys.get(found);
		}
		int next = -found - 1;
		if (next == 0) {
			return this.ys.get(0);
		}
		if (next == this.times.size() || time - this.times.get(next - 1) <= SAME) {
			return this.ys.get(next - 1);
		}
		double part = (double) (time - this.times.get(next - 1)) / (this.times.get(next) - this.times.get(next - 1));
		return this.ys.get(next - 1) + part * (this.ys.get(next) - this.ys.get(next - 1));
	}

}
