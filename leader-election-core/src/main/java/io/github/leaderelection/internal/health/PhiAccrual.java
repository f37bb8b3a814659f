package io.github.leaderelection.internal.health;

import io.github.leaderelection.internal.setting.InvalidSettingException;

/**
 * The accrual failure detector (Hayashibara and others, 2004), computed like Akka's. It
 * assumes that gaps are normally distributed. Phi is the negative decimal logarithm of
 * the probability that a live member is silent for so long. At the threshold the member
 * is suspected.
 * <p>
 * Keeps the newest 64 gaps in sixteen longs. Two assumed gaps around the heartbeat
 * interval replace the first ones, so that it can judge from the beginning.
 *
 * @param threshold the phi at which a member is suspected, above 0 and at most 100
 */
public record PhiAccrual(double threshold) implements FailureDetector {

	public static final String NAME = "phi-accrual";

	/** The default threshold. */
	public static final double DEFAULT_THRESHOLD = 8;

	private static final int MOST_THRESHOLD = 100;

	private static final int KEPT = 64;

	private static final int BITS = 16;

	private static final int PER_LONG = Long.SIZE / BITS;

	private static final long MASK = (1L << BITS) - 1;

	/** The unit of kept gaps is this part of a heartbeat. */
	private static final int PARTS = 256;

	/** Clocks and schedulers are not more precise than this. */
	private static final int LEAST_DEVIATION_PART = 10;

	private static final int GUESSED_DEVIATION_PART = 4;

	/** The normal distribution by its logistic approximation: a y + b y^3. */
	private static final double A = 1.5976;

	private static final double B = 0.070566;

	private static final double LN_10 = 2.302585092994046;

	@Override
	public String name() {
		return NAME;
	}

	@Override
	public Gaps measured(Gaps gaps, long gapNanos, SuspicionBounds bounds) {
		long unit = unit(bounds);
		boolean first = gaps.window().length == 0;
		long[] window = first ? new long[KEPT / PER_LONG] : gaps.window().clone();
		int count = gaps.measured();
		if (first) {
			long guess = PARTS / GUESSED_DEVIATION_PART;
			put(window, 0, PARTS - guess);
			put(window, 1, PARTS + guess);
			count = 2;
		}
		put(window, count % KEPT, Math.min(gapNanos / unit, MASK));
		// Stays between one and two windows, which suffices for the place and the
		// fullness.
		count = (count + 1 < 2 * KEPT) ? count + 1 : KEPT;
		return of(window, count, unit);
	}

	private static Gaps of(long[] window, int count, long unit) {
		int size = Math.min(count, KEPT);
		long sum = 0;
		long squares = 0;
		for (int i = 0; i < size; i++) {
			long gap = get(window, i);
			sum += gap;
			squares += gap * gap;
		}
		double mean = (double) sum / size;
		double deviation = StrictMath.sqrt(Math.max(0, (double) squares / size - mean * mean));
		return new Gaps(Math.max(1, (long) (mean * unit)), (long) (deviation * unit), window, count);
	}

	private static long unit(SuspicionBounds bounds) {
		return Math.max(1, bounds.heartbeatNanos() / PARTS);
	}

	private static void put(long[] window, int place, long gap) {
		int shift = place % PER_LONG * BITS;
		window[place / PER_LONG] = (window[place / PER_LONG] & ~(MASK << shift)) | gap << shift;
	}

	private static long get(long[] window, int place) {
		return window[place / PER_LONG] >>> (place % PER_LONG * BITS) & MASK;
	}

	@Override
	public long patienceNanos(Gaps gaps, SuspicionBounds bounds) {
		return mean(gaps, bounds) + (long) StrictMath.ceil(deviations() * deviation(gaps, bounds));
	}

	/**
	 * The number of deviations above the mean at the threshold, where a y + b y^3 equals
	 * ln(10^threshold - 1).
	 */
	private double deviations() {
		double wanted = this.threshold * LN_10 + StrictMath.log1p(-StrictMath.exp(-this.threshold * LN_10));
		double p = A / B;
		double x = 1.5 * wanted / B / p * StrictMath.sqrt(3 / p);
		double arsinh = StrictMath.log(Math.abs(x) + StrictMath.sqrt(x * x + 1));
		return Math.signum(x) * 2 * StrictMath.sqrt(p / 3) * StrictMath.sinh(arsinh / 3);
	}

	@Override
	public Double phi(Gaps gaps, long silentNanos, SuspicionBounds bounds) {
		double y = (silentNanos - mean(gaps, bounds)) / (double) deviation(gaps, bounds);
		double exponent = y * (A + B * y * y);
		// -log10 of e^-x / (1 + e^-x), in a form without overflow or underflow
		double phi = (exponent > 0) ? exponent + StrictMath.log1p(StrictMath.exp(-exponent))
				: StrictMath.log1p(StrictMath.exp(exponent));
		return phi / LN_10;
	}

	private static long mean(Gaps gaps, SuspicionBounds bounds) {
		return gaps.isUnknown() ? bounds.heartbeatNanos() : gaps.meanNanos();
	}

	private static long deviation(Gaps gaps, SuspicionBounds bounds) {
		return gaps.isUnknown() ? bounds.heartbeatNanos() / GUESSED_DEVIATION_PART
				: Math.max(gaps.deviationNanos(), bounds.heartbeatNanos() / LEAST_DEVIATION_PART);
	}

	@Override
	public void check(SuspicionBounds bounds) {
		if (!(this.threshold > 0 && this.threshold <= MOST_THRESHOLD)) {
			throw new InvalidSettingException("failure-detector.threshold", this.threshold,
					"It is not above 0 and at most " + MOST_THRESHOLD,
					"Omit it for 8, which suits most networks; 12 suits busy ones");
		}
	}

}
