package io.github.leaderelection.simulator.lab.script;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;

/**
 * The words of one line, read one after another. Every complaint names the line, what was
 * found and what would be right.
 */
final class Words {

	private static final BigDecimal HUNDRED = BigDecimal.valueOf(100);

	private static final BigDecimal THOUSAND = BigDecimal.valueOf(1000);

	private static final BigDecimal MILLION = BigDecimal.valueOf(1_000_000);

	private static final BigDecimal LONGEST = BigDecimal.valueOf(1_000_000_000);

	private final String source;

	private final int line;

	private final List<String> words;

	private int at;

	Words(String source, int line, String text) {
		this.source = source;
		this.line = line;
		// a number may touch its unit, and a comma its words
		String spaced = text.replace(",", " , ").replaceAll("(?<![\\w.-])([+-]?\\d+(?:\\.\\d+)?)(%|[a-z]+)", "$1 $2");
		this.words = List.of(spaced.trim().split("\\s+"));
	}

	int at() {
		return this.at;
	}

	void goTo(int position) {
		this.at = position;
	}

	boolean atEnd() {
		return this.at == this.words.size();
	}

	String peek() {
		return atEnd() ? "" : this.words.get(this.at);
	}

	String next(String wanted) {
		if (atEnd()) {
			throw wrong("the line ends where " + wanted + " is wanted");
		}
		return this.words.get(this.at++);
	}

	/**
	 * Skips words if they are the next ones.
	 */
	boolean accept(String... expected) {
		if (this.at + expected.length > this.words.size()) {
			return false;
		}
		for (int i = 0; i < expected.length; i++) {
			if (!this.words.get(this.at + i).equals(expected[i])) {
				return false;
			}
		}
		this.at += expected.length;
		return true;
	}

	/**
	 * Reads several with commas between them.
	 */
	<T> List<T> list(Supplier<T> one) {
		List<T> all = new ArrayList<>();
		do {
			all.add(one.get());
		}
		while (accept(","));
		return List.copyOf(all);
	}

	/**
	 * What stands between quotation marks.
	 */
	String quoted(String wanted) {
		StringBuilder text = new StringBuilder(next(wanted + ", in quotation marks,"));
		if (text.charAt(0) != '"') {
			throw wrong("'" + text + "' where " + wanted + " are wanted: put them in quotation marks");
		}
		while (text.length() == 1 || text.charAt(text.length() - 1) != '"') {
			text.append(' ').append(next("the quotation mark that ends " + wanted));
		}
		return text.substring(1, text.length() - 1).replace(" , ", ", ");
	}

	void expect(String word) {
		if (!accept(word)) {
			throw lacks(List.of("'" + word + "'"));
		}
	}

	void end() {
		if (!atEnd()) {
			throw lacks(List.of());
		}
	}

	/**
	 * Complains of the next word.
	 * @param wanted what may stand in its place, none for nothing
	 */
	ScriptException lacks(List<String> wanted) {
		String found = atEnd() ? "the line ends" : "'" + peek() + "'";
		if (wanted.isEmpty()) {
			return wrong(found + " is too much: end the line before it");
		}
		String others = String.join(", ", wanted.subList(0, wanted.size() - 1));
		return wrong(found + " where " + others + (others.isEmpty() ? "" : " or ") + wanted.get(wanted.size() - 1)
				+ " is wanted");
	}

	BigDecimal number(String wanted) {
		String found = next(wanted);
		try {
			return new BigDecimal(found);
		}
		catch (NumberFormatException ex) {
			throw wrong("'" + found + "' where " + wanted + " is wanted: write a number such as 5 or 0.5");
		}
	}

	int count(String wanted, int least) {
		BigDecimal found = number(wanted);
		try {
			int count = found.intValueExact();
			if (count >= least) {
				return count;
			}
		}
		catch (ArithmeticException ex) {
			throw wrong(found + " where " + wanted + " is wanted: write a whole number");
		}
		throw wrong(found + " where " + wanted + " is wanted: write " + least + " or more");
	}

	/**
	 * A percentage, as a part of a thousand.
	 */
	int perMille(String wanted) {
		return scaled(wanted, THOUSAND, BigDecimal.ZERO).intValueExact();
	}

	/**
	 * A percentage, as millionths; it may be negative.
	 */
	long ppm(String wanted) {
		return scaled(wanted, MILLION, HUNDRED.negate()).longValueExact();
	}

	private BigDecimal scaled(String wanted, BigDecimal whole, BigDecimal least) {
		BigDecimal found = number(wanted);
		expect("%");
		BigDecimal value = found.multiply(whole).divide(HUNDRED);
		boolean exact = value.stripTrailingZeros().scale() <= 0;
		if (found.compareTo(least) < 0 || found.compareTo(HUNDRED) > 0 || !exact) {
			throw wrong(found + " % where " + wanted + " is wanted: write " + least + " % to 100 %, in steps of "
					+ HUNDRED.divide(whole) + " %");
		}
		return value;
	}

	/**
	 * A duration, or two with 'to' between them.
	 */
	DurationText span(String wanted) {
		BigDecimal low = amount(wanted);
		DurationText span = accept("to") ? between(low, null, wanted) : from(low, unit(wanted), wanted);
		if (span.isTooLong()) {
			throw wrong("the duration is too long: write at most " + DurationText.LONGEST_DAYS + " days");
		}
		return span;
	}

	private DurationText from(BigDecimal low, Unit unit, String wanted) {
		return accept("to") ? between(low, unit, wanted) : new DurationText(low, unit, low, unit);
	}

	private DurationText between(BigDecimal low, @Nullable Unit lowUnit, String wanted) {
		BigDecimal high = amount(wanted);
		Unit highUnit = unit(wanted);
		Unit unit = (lowUnit != null) ? lowUnit : highUnit;
		if (unit == highUnit && low.compareTo(high) > 0) {
			throw wrong("from " + low + " to " + high + ": put the shorter one first");
		}
		return new DurationText(low, unit, high, highUnit);
	}

	private BigDecimal amount(String wanted) {
		BigDecimal amount = number(wanted);
		if (amount.signum() < 0 || amount.compareTo(LONGEST) > 0) {
			throw wrong(amount + " where " + wanted + " is wanted: write 0 to " + LONGEST + " and a unit");
		}
		return amount;
	}

	private Unit unit(String wanted) {
		String found = next("the unit of " + wanted + ", one of " + Unit.all());
		Unit unit = Unit.of(found);
		if (unit == null) {
			throw wrong("'" + found + "' is no unit: use one of " + Unit.all());
		}
		return unit;
	}

	ScriptException wrong(String what) {
		return new ScriptException(this.source, this.line, what);
	}

}
