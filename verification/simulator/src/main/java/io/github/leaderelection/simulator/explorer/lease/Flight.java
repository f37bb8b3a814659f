package io.github.leaderelection.simulator.explorer.lease;

import io.github.leaderelection.spi.LeaseStore.Answer;
import io.github.leaderelection.spi.LeaseStore.Request;
import org.jspecify.annotations.Nullable;

/**
 * A request that was sent.
 *
 * @param awaited whether its sender waits for the answer; one that was given up may still
 * reach the store
 * @param answer what the store answered, null while it has not been reached
 */
record Flight(Request request, boolean awaited, @Nullable Answer answer) {

	Flight givenUp() {
		return new Flight(this.request, false, this.answer);
	}

	Flight answered(Answer given) {
		return new Flight(this.request, true, given);
	}

}
