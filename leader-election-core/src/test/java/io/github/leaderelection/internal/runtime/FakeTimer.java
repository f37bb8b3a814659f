package io.github.leaderelection.internal.runtime;

import io.github.leaderelection.internal.protocol.Timer;

/**
 * Timers of the fake election.
 */
public enum FakeTimer implements Timer {

	A, B, C

}
