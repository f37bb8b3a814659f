package io.github.leaderelection.benchmark;

import io.github.leaderelection.spring.LeaderOnly;
import net.javacrumbs.shedlock.spring.annotation.SchedulerLock;

/**
 * Methods that do nothing, each behind another interceptor.
 */
public class GatedCalls {

	/** Behind one that lets every call pass. */
	public String plain() {
		return "plain";
	}

	/**
	 * Behind the gate.
	 * @return a constant on the leader, null elsewhere
	 */
	@LeaderOnly
	public String gated() {
		return "gated";
	}

	/** Behind a lock that is free. */
	@SchedulerLock(name = "locked")
	public String locked() {
		return "locked";
	}

}
