package io.github.leaderelection.simulator.explorer;

import io.github.leaderelection.spi.ElectionMessage;
import io.github.leaderelection.spi.Envelope;

/**
 * A message of a nomination's own.
 *
 * @param from the sender
 * @param to the receiver
 * @param envelope the message
 */
record Speech(int from, int to, Envelope<? extends ElectionMessage> envelope) {

	@Override
	public String toString() {
		return Scale.id(this.from) + "->" + Scale.id(this.to) + " " + this.envelope.body();
	}

}
