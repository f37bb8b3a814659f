package io.github.leaderelection.system.benchmark;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/**
 * A series of measurements.
 */
final class Figures {

	private final double[] sorted;

	Figures(List<Double> values) {
		if (values.isEmpty()) {
			throw new IllegalArgumentException("Nothing was measured");
		}
		this.sorted = values.stream().mapToDouble(Double::doubleValue).sorted().toArray();
	}

	double median() {
		int middle = this.sorted.length / 2;
		return (this.sorted.length % 2 == 1) ? this.sorted[middle]
				: (this.sorted[middle - 1] + this.sorted[middle]) / 2;
	}

	/** The smallest value that 95 % of all do not exceed. */
	double p95() {
		return this.sorted[(int) Math.ceil(this.sorted.length * 0.95) - 1];
	}

	double worst() {
		return this.sorted[this.sorted.length - 1];
	}

	String json() {
		return String.format(Locale.ROOT, "{\"median\":%.1f,\"p95\":%.1f,\"worst\":%.1f,\"all\":%s}", median(), p95(),
				worst(),
				Arrays.stream(this.sorted).mapToObj((value) -> String.format(Locale.ROOT, "%.1f", value)).toList());
	}

}
