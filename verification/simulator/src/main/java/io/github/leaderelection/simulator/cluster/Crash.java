package io.github.leaderelection.simulator.cluster;

/**
 * How a process ends without warning.
 */
public enum Crash {

	/** It is killed; its machine runs on and closes its links. */
	KILLED(true),

	/** Its machine is gone; nobody is told, and all that was written is found again. */
	VANISHED(false),

	/** Its machine loses power, and with it what was not synced. */
	POWER_LOST(false),

	/** It comes back with an empty disk. */
	DISK_LOST(true);

	private final boolean noticed;

	Crash(boolean noticed) {
		this.noticed = noticed;
	}

	/** Whether the others are told by the machine that the links are closed. */
	public boolean isNoticed() {
		return this.noticed;
	}

}
