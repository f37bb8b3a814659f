package io.github.leaderelection.autoconfigure;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * What becomes of a process that loses leadership in the midst of its work.
 *
 * @param onRevocation What this process does when a leadership ends while leader-only
 * work still runs under it.
 */
@ConfigurationProperties("leader-election")
record RevocationProperties(@DefaultValue("continue") OnRevocation onRevocation) {

	/**
	 * What a process does when a leadership ends while leader-only work still runs under
	 * it.
	 */
	public enum OnRevocation {

		/** It logs and counts the work, which goes on. */
		CONTINUE,

		/** It closes its application context gracefully. */
		CLOSE_CONTEXT,

		/** It ends at once, without shutdown hooks. */
		HALT

	}

}
