package io.github.leaderelection.internal.runtime;

import io.github.leaderelection.spi.ElectionMessage;

/**
 * A message of the fake election: a text on which a test has it react.
 */
public record FakeMessage(String text) implements ElectionMessage {

	@Override
	public long term() {
		return 0;
	}

}
