package io.github.leaderelection.crashdetection.autoconfigure;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * The setting of crash detection.
 *
 * @param crashDetection Whether the end of a process ends what was promised to it, so
 * that a crash of the leader costs milliseconds in place of the lease. Safe on conditions
 * only, and on Linux only.
 */
@ConfigurationProperties("leader-election")
record CrashDetectionProperties(@DefaultValue("none") CrashDetection crashDetection) {

	/**
	 * How a node notices that the process of another has ended.
	 */
	enum CrashDetection {

		/** The lease runs out. */
		NONE,

		/** Its connection ends, and its address refuses another one. */
		CONNECTION

	}

}
