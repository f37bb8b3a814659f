package io.github.leaderelection.simulator.time;

import java.util.List;

/**
 * Chance that is the same on every machine and in every version of Java: SplitMix64,
 * written out, integers only.
 */
public final class Dice {

	private static final long GOLDEN_GAMMA = 0x9e3779b97f4a7c15L;

	private static final int PER_MILLE = 1000;

	private long state;

	/** Begins a sequence. */
	public Dice(long seed) {
		this.state = mix(seed + GOLDEN_GAMMA);
	}

	/**
	 * Begins a sequence that depends on this one's present state but leaves it as it is,
	 * so that what one part draws does not shift what another draws.
	 */
	public Dice branch(long salt) {
		return new Dice(mix(this.state ^ mix(salt * GOLDEN_GAMMA + 1)));
	}

	/** Draws 64 bits. */
	public long nextLong() {
		this.state += GOLDEN_GAMMA;
		return mix(this.state);
	}

	/**
	 * Draws a number below a bound.
	 * @param bound positive
	 * @return 0 to bound - 1
	 */
	public long below(long bound) {
		return (nextLong() >>> 1) % bound;
	}

	/**
	 * Draws an index.
	 * @param bound positive
	 * @return 0 to bound - 1
	 */
	public int index(int bound) {
		return (int) below(bound);
	}

	/**
	 * Draws a number between two.
	 * @param high the largest, not below the smallest
	 */
	public long between(long low, long high) {
		return (high <= low) ? low : low + below(high - low + 1);
	}

	/**
	 * Draws a number between two such that each order of magnitude is as likely.
	 * @param low the smallest, positive
	 */
	public long magnitude(long low, long high) {
		int lowBits = Long.SIZE - Long.numberOfLeadingZeros(low);
		int highBits = Long.SIZE - Long.numberOfLeadingZeros(high);
		int bits = (int) between(lowBits, highBits);
		long from = Math.max(low, 1L << (bits - 1));
		long to = Math.min(high, (1L << (bits - 1)) - 1 + (1L << (bits - 1)));
		return between(from, to);
	}

	/** Draws yes or no. */
	public boolean chance(int perMille) {
		return perMille > 0 && below(PER_MILLE) < perMille;
	}

	/**
	 * Draws one of several.
	 * @param choices at least one
	 */
	public <T> T pick(List<? extends T> choices) {
		return choices.get(index(choices.size()));
	}

	/**
	 * Draws an order.
	 * @return 0 to size - 1 in that order
	 */
	public int[] order(int size) {
		int[] order = new int[size];
		for (int i = 0; i < size; i++) {
			int j = index(i + 1);
			order[i] = order[j];
			order[j] = i;
		}
		return order;
	}

	private static long mix(long value) {
		long z = value;
		z = (z ^ (z >>> 30)) * 0xbf58476d1ce4e5b9L;
		z = (z ^ (z >>> 27)) * 0x94d049bb133111ebL;
		return z ^ (z >>> 31);
	}

}
