package io.github.leaderelection.simulator.explorer.canonical;

import java.util.Arrays;

/**
 * How a node's heartbeats are called after a step. Numbers that name nothing any more
 * become 0.
 *
 * @param beats by number, before renaming, what a heartbeat is called
 * @param kept how many heartbeats have a name afterwards
 */
public record Naming(long[] beats, int kept, Questions questions) {

	/** Of a node that is gone. */
	public static final Naming GONE = new Naming(new long[0], 0, Questions.NONE);

	public long beat(long number) {
		return (number > 0 && number < this.beats.length) ? this.beats[(int) number] : 0;
	}

	public long question(long round) {
		return this.questions.named(round);
	}

	/** Whether every number that had a meaning before keeps it. */
	public boolean keeps(Naming before) {
		for (int number = 1; number <= before.kept; number++) {
			if (beat(number) != number) {
				return false;
			}
		}
		return this.questions.keeps(before.questions);
	}

	@Override
	public boolean equals(Object other) {
		return other instanceof Naming naming && naming.kept == this.kept
				&& naming.questions.early() == this.questions.early() && Arrays.equals(naming.beats, this.beats);
	}

	@Override
	public int hashCode() {
		return 31 * Arrays.hashCode(this.beats) + this.kept + (int) (17 * this.questions.early());
	}

}
