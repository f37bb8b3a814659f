package io.github.leaderelection.runtime;

import io.github.leaderelection.protocol.Timer;

/**
 * Timers of the fake election.
 */
public enum FakeTimer implements Timer {

	A, B, C

}
