package io.github.leaderelection.crashdetection.autoconfigure;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * The setting of crash detection.
 *
 * @param crashDetection Whether the end of a process ends the promises made to it. A
 * crash of the leader then costs milliseconds instead of the lease. Safe only on
 * conditions, and only on Linux.
 */
@ConfigurationProperties("leader-election")
record CrashDetectionProperties(@DefaultValue("none") CrashDetection crashDetection) {

	/**
	 * How a node detects that the process of another node has ended.
	 */
	enum CrashDetection {

		/** The node detects nothing; the lease runs out. */
		NONE,

		/** The connection to the process ends, and its address refuses a new one. */
		CONNECTION

	}

}
