package io.github.leaderelection.simulator.fault.plan;

import java.util.Arrays;

import io.github.leaderelection.simulator.time.Dice;

/**
 * Which faults a run has, and how often.
 *
 * @param means per kind the mean time between two, in nanoseconds, 0 for never
 */
@SuppressWarnings("ArrayRecordComponent")
public record Mixture(long[] means) {

	private static final long MILLI = 1_000_000;

	private static final long SECOND = 1_000 * MILLI;

	private static final int RARE_PER_MILLE = 60;

	private static final int END_LEARNED_PER_MILLE = 300;

	static Mixture draw(Dice dice, boolean durable, int members) {
		long[] means = new long[FaultKind.count()];
		int richness = (int) dice.between(100, 700);
		for (int i = 0; i < means.length - FaultKind.RARE.size(); i++) {
			long mean = dice.magnitude(300 * MILLI, 40 * SECOND);
			means[i] = dice.chance(richness) ? mean : 0;
		}
		if (dice.chance(30)) {
			Arrays.fill(means, 0);
		}
		// the margin of the second check is for clocks at the same rate
		int suspension = FaultKind.SUSPENSION.ordinal();
		means[suspension] = dice.chance(300) ? means[suspension] : 0;
		if (means[suspension] > 0) {
			means[FaultKind.CLOCK_RATE.ordinal()] = 0;
		}
		if (!durable) {
			means[FaultKind.EMPTY_DISK.ordinal()] = 0;
			means[FaultKind.POWER_LOSS.ordinal()] = 0;
			means[FaultKind.BIT_ROT.ordinal()] = 0;
			means[FaultKind.FAILING_DISK.ordinal()] = 0;
			means[FaultKind.SLOW_DISK.ordinal()] = 0;
			means[FaultKind.SLOW_DISKS.ordinal()] = 0;
		}
		if (members < 2) {
			means[FaultKind.MEMBER_CHANGE.ordinal()] = 0;
		}
		if (members < 3) {
			means[FaultKind.FOREIGN_LIST.ordinal()] = 0;
		}
		return new Mixture(means);
	}

	/**
	 * The same with faults that are rare, each in few runs, and with crash detection.
	 */
	Mixture withRare(Dice dice) {
		long[] more = this.means.clone();
		for (FaultKind kind : FaultKind.RARE) {
			long mean = dice.magnitude(300 * MILLI, 10 * SECOND);
			more[kind.ordinal()] = dice.chance((kind == FaultKind.END_LEARNED) ? END_LEARNED_PER_MILLE : RARE_PER_MILLE)
					? mean : 0;
		}
		return new Mixture(more);
	}

	Mixture without(FaultKind kind) {
		long[] fewer = this.means.clone();
		fewer[kind.ordinal()] = 0;
		return new Mixture(fewer);
	}

	public boolean has(FaultKind kind) {
		return this.means[kind.ordinal()] > 0;
	}

	public long mean(FaultKind kind) {
		return this.means[kind.ordinal()];
	}

	@Override
	public String toString() {
		return Arrays.toString(this.means);
	}

}
