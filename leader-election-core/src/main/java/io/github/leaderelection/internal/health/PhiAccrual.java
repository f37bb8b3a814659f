package io.github.leaderelection.internal.health;

import io.github.leaderelection.internal.setting.InvalidSettingException;

/**
 * The accrual failure detector (Hayashibara and others, 2004), as Akka reckons it: from
 * the newest gaps, taken to be normally distributed, how unlikely is it that a member
 * which is alive is silent for so long? Phi is that likelihood as a negative power of
 * ten; at the threshold the member is suspected.
 * <p>
 * Keeps the newest 64 gaps in sixteen longs. Two guesses around the configured heartbeat
 * interval stand for the first ones, so that it can judge from the beginning.
 *
 * @param threshold the phi at which a member is suspected, above 0 and at most 100
 */
public record PhiAccrual(double threshold) implements FailureDetector {

	/** The name. */
	public static final String NAME = "phi-accrual";

	/** The threshold that is used where none is set. */
	public static final double DEFAULT_THRESHOLD = 8;

	private static final int MOST_THRESHOLD = 100;

	private static final int KEPT = 64;

	private static final int BITS = 16;

	private static final int PER_LONG = Long.SIZE / BITS;

	private static final long MASK = (1L << BITS) - 1;

	/** Gaps are kept as multiples of this part of a heartbeat. */
	private static final int PARTS = 256;

	/** Clocks and schedulers are not more regular than that. */
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
		// stays between one and two windows: enough to know the place and that it is full
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
	 * How many deviations behind the mean the threshold is reached: where a y + b y^3
	 * equals ln(10^threshold - 1).
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
		// -log10 of e^-x / (1 + e^-x), in the form that neither overflows nor vanishes
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
					"Leave it out for 8, which suits most networks; 12 suits busy ones");
		}
	}

}
