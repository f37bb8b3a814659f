package io.github.leaderelection.simulator.explorer.canonical;

import java.lang.reflect.Array;
import java.util.Arrays;

/**
 * Numbers that tell one value from another: equal for equal values only.
 */
public final class CanonicalKey implements Comparable<CanonicalKey> {

	private static final int INITIAL = 64;

	private final FactNumbers facts;

	private long[] numbers = new long[INITIAL];

	private int size;

	public CanonicalKey(FactNumbers facts) {
		this.facts = facts;
	}

	public CanonicalKey add(long number) {
		if (this.size == this.numbers.length) {
			this.numbers = Arrays.copyOf(this.numbers, 2 * this.size);
		}
		this.numbers[this.size++] = number;
		return this;
	}

	/** Adds a value that is kept as it is. */
	public CanonicalKey addFact(Object value) {
		if (value instanceof Double real) {
			return add(Double.doubleToLongBits(real));
		}
		if (value instanceof Number number) {
			return add(number.longValue());
		}
		if (value instanceof long[] numbers) {
			add(numbers.length);
			for (long number : numbers) {
				add(number);
			}
			return this;
		}
		if (value instanceof Object[] values) {
			add(values.length);
			for (Object each : values) {
				addFact(each);
			}
			return this;
		}
		if (value.getClass().isArray()) {
			int length = Array.getLength(value);
			add(length);
			for (int i = 0; i < length; i++) {
				addFact(Array.get(value, i));
			}
			return this;
		}
		return add(this.facts.number(value));
	}

	/** Adds all that another has. */
	void addAll(CanonicalKey other) {
		for (int i = 0; i < other.size; i++) {
			add(other.numbers[i]);
		}
	}

	FactNumbers facts() {
		return this.facts;
	}

	@Override
	public int compareTo(CanonicalKey other) {
		return Arrays.compare(this.numbers, 0, this.size, other.numbers, 0, other.size);
	}

	/** Ends the adding, and needs no more room than that. */
	public CanonicalKey trimmed() {
		this.numbers = Arrays.copyOf(this.numbers, this.size);
		return this;
	}

	@Override
	public boolean equals(Object other) {
		return other instanceof CanonicalKey key && this.size == key.size
				&& Arrays.equals(this.numbers, 0, this.size, key.numbers, 0, this.size);
	}

	@Override
	public int hashCode() {
		int hash = 1;
		for (int i = 0; i < this.size; i++) {
			hash = 31 * hash + Long.hashCode(this.numbers[i] * 0x9e3779b97f4a7c15L);
		}
		return hash;
	}

}
