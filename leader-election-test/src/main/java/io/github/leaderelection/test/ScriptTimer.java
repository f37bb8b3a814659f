package io.github.leaderelection.test;

import io.github.leaderelection.internal.protocol.Timer;

/**
 * Timers of the {@link ScriptedProtocol}.
 */
enum ScriptTimer implements Timer {

	/** The drain time is over. */
	DRAIN

}
