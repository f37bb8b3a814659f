package io.github.leaderelection.test;

import io.github.leaderelection.internal.protocol.Timer;

/**
 * Timers of the {@link ScriptedProtocol}.
 */
enum ScriptTimer implements Timer {

	/** Running work has been awaited for long enough. */
	DRAIN

}
