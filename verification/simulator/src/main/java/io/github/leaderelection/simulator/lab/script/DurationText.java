package io.github.leaderelection.simulator.lab.script;

import java.math.BigDecimal;
import java.math.RoundingMode;

import io.github.leaderelection.simulator.lab.stage.Range;
import io.github.leaderelection.simulator.lab.stage.Settings;

/**
 * A duration as it is written, or two between which a seed draws one.
 */
record DurationText(BigDecimal low, Unit lowUnit, BigDecimal high, Unit highUnit) {

	/** Ten years, which is far below what a long can count in nanoseconds. */
	static final long LONGEST_DAYS = 3650;

	/**
	 * What it is under the settings of a scenario.
	 */
	Range range(Settings settings) {
		return new Range(nanos(this.low, this.lowUnit, settings), nanos(this.high, this.highUnit, settings));
	}

	boolean isAbsolute() {
		return this.lowUnit.isAbsolute() && this.highUnit.isAbsolute();
	}

	boolean isTooLong() {
		BigDecimal longest = BigDecimal.valueOf(LONGEST_DAYS * Unit.DAY.nanos(Settings.DEFAULT));
		return exact(this.low, this.lowUnit, Settings.DEFAULT).compareTo(longest) > 0
				|| exact(this.high, this.highUnit, Settings.DEFAULT).compareTo(longest) > 0;
	}

	private static BigDecimal exact(BigDecimal count, Unit unit, Settings settings) {
		return count.multiply(BigDecimal.valueOf(unit.nanos(settings)));
	}

	private static long nanos(BigDecimal count, Unit unit, Settings settings) {
		return exact(count, unit, settings).setScale(0, RoundingMode.HALF_UP).longValue();
	}

}
