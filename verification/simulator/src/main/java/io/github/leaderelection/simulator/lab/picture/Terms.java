package io.github.leaderelection.simulator.lab.picture;

import io.github.leaderelection.simulator.lab.stage.Recording;
import io.github.leaderelection.simulator.lab.stage.Recording.Standing;

/**
 * Terms and tokens as pictures show them: counted from the first term of the run, which a
 * new cluster takes from the wall clock.
 */
record Terms(long before) {

	static Terms of(Recording recording) {
		return new Terms(
				recording.standings().stream().mapToLong(Standing::term).filter((term) -> term > 0).min().orElse(1)
						- 1);
	}

	long shown(long term) {
		return Math.max(term - this.before, 0);
	}

}
