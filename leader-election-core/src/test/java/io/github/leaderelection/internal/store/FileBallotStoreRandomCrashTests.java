package io.github.leaderelection.internal.store;

import java.io.IOException;
import java.util.HashSet;
import java.util.Random;
import java.util.Set;

import io.github.leaderelection.spi.Ballot;
import io.github.leaderelection.spi.BallotStoreException;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Long runs of saves, failures, kills and losses of power in any order.
 */
class FileBallotStoreRandomCrashTests {

	private static final int SEEDS = 1500;

	private static final int STEPS = 60;

	@Test
	void whatIsFoundIsNeverOlderThanWhatWasSavedOrLoadedLast() {
		int opened = 0;
		int rotten = 0;
		for (int seed = 0; seed < SEEDS; seed++) {
			Run run = new Run(seed);
			opened += run.run();
			rotten += run.rotten;
		}
		assertThat(opened).isGreaterThan(SEEDS * STEPS / 10);
		assertThat(rotten).isGreaterThan(SEEDS * STEPS / 20);
	}

	private static final class Run {

		private final int seed;

		private final Random random;

		private final Set<@Nullable Ballot> possible = new HashSet<>();

		private SimulatedStateFile file = new SimulatedStateFile();

		private FileBallotStore store = Ballots.over(this.file);

		private int opened;

		private int rotten;

		private long term;

		Run(int seed) {
			this.seed = seed;
			this.random = new Random(seed);
			this.possible.add(null);
		}

		int run() {
			for (int step = 0; step < STEPS; step++) {
				switch (this.random.nextInt(8)) {
					case 0 -> this.file.failNextWriteAfter(bytes());
					case 1 -> this.file.failNextForceAfter(bytes());
					case 2 -> reopen(this.file.afterKill());
					case 3 -> reopen(this.file.afterPowerLoss(bytes()));
					case 4 -> secure();
					case 5 -> rot();
					default -> save();
				}
			}
			return this.opened;
		}

		private void save() {
			Ballot ballot = Ballots.ofTerm(++this.term);
			try {
				this.store.save(ballot);
				this.possible.clear();
			}
			catch (IOException ex) {
				// The ballot is found again, or it is not.
			}
			this.possible.add(ballot);
		}

		private void secure() {
			try {
				this.store.secure();
			}
			catch (IOException ex) {
				// A later save copies first.
			}
		}

		/** The disk damages one slot of a file at rest. */
		private void rot() {
			try {
				this.store.secure();
			}
			catch (IOException ex) {
				return;
			}
			if (this.possible.size() == 1) {
				SimulatedStateFile damaged = this.random.nextBoolean() ? this.file.afterKill()
						: this.file.afterPowerLoss(0);
				int slot = this.random.nextInt(2) * SlotPair.STRIDE;
				damaged.flip(slot + this.random.nextInt(SlotCodec.SIZE), 1 << this.random.nextInt(Byte.SIZE));
				reopen(damaged);
				this.rotten++;
			}
		}

		private void reopen(SimulatedStateFile found) {
			this.file = found;
			if (this.random.nextInt(4) == 0) {
				this.file.failNextForceAfter(bytes());
			}
			else if (this.random.nextInt(4) == 0) {
				this.file.failNextWriteAfter(bytes());
			}
			while (true) {
				try {
					this.store = Ballots.over(this.file);
					break;
				}
				catch (BallotStoreException ex) {
					assertThat(ex).as("seed %s", this.seed).hasMessageContaining("cannot be used");
					this.file = this.random.nextBoolean() ? this.file.afterKill() : this.file.afterPowerLoss(bytes());
				}
			}
			Ballot loaded = this.store.load();
			assertThat(this.possible).as("seed %s", this.seed).contains(loaded);
			this.possible.clear();
			this.possible.add(loaded);
			this.opened++;
		}

		private int bytes() {
			return this.random.nextInt(SlotCodec.SIZE + 2);
		}

	}

}
