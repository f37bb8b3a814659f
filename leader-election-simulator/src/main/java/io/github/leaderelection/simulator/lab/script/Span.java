package io.github.leaderelection.simulator.lab.script;

import java.math.BigDecimal;
import java.math.RoundingMode;

import io.github.leaderelection.simulator.lab.stage.Range;
import io.github.leaderelection.simulator.lab.stage.Settings;

/**
 * A duration as it is written, or two between which a seed draws one.
 *
 * @param low the shortest
 * @param lowUnit its unit
 * @param high the longest
 * @param highUnit its unit
 */
record Span(BigDecimal low, Unit lowUnit, BigDecimal high, Unit highUnit) {

	/**
	 * What it is under the settings of a scenario.
	 */
	Range range(Settings settings) {
		return new Range(nanos(this.low, this.lowUnit, settings), nanos(this.high, this.highUnit, settings));
	}

	boolean isAbsolute() {
		return this.lowUnit.isAbsolute() && this.highUnit.isAbsolute();
	}

	private static long nanos(BigDecimal count, Unit unit, Settings settings) {
		return count.multiply(BigDecimal.valueOf(unit.nanos(settings))).setScale(0, RoundingMode.HALF_UP).longValue();
	}

}
