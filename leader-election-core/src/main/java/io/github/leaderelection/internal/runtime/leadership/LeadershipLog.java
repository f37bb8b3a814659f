package io.github.leaderelection.internal.runtime.leadership;

import java.util.function.Supplier;

import io.github.leaderelection.LeaderInfo;
import io.github.leaderelection.NodeId;
import io.github.leaderelection.RevocationReason;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.event.Level;
import org.slf4j.spi.LoggingEventBuilder;

/**
 * Logs changes of the leader. Each line repeats its values as key-value pairs, for logs
 * that machines read.
 */
final class LeadershipLog {

	private static final String KEYS = "leader.election.";

	private final String group;

	private final Supplier<NodeId> self;

	private final Logger logger;

	LeadershipLog(String group, Supplier<NodeId> self, Logger logger) {
		this.group = group;
		this.self = self;
		this.logger = logger;
	}

	void leads(long term, long fencingToken) {
		line(Level.INFO, "granted").addKeyValue(KEYS + "term", term)
			.addKeyValue(KEYS + "token", fencingToken)
			.log("Group '{}': node {} leads with fencing token {}", this.group, this.self.get(), fencingToken);
	}

	/**
	 * Logs the end of a leadership.
	 * @param why why its lease ended, null if that is not known
	 */
	void ended(long fencingToken, RevocationReason reason, @Nullable String why) {
		line(isWanted(reason) ? Level.INFO : Level.WARN, "revoked").addKeyValue(KEYS + "token", fencingToken)
			.addKeyValue(KEYS + "reason", reason)
			.log("Group '{}': node {} no longer leads: {} ended the leadership with fencing token {}{}", this.group,
					this.self.get(), reason, fencingToken, (why != null) ? ". " + why : "");
	}

	void outlivedByListeners(long fencingToken, RevocationReason reason) {
		this.logger
			.warn("Group '{}': leadership listeners of node {} have not returned from the drain though {} ended the "
					+ "leadership with fencing token {}: what they stop may run while another node leads. Let them "
					+ "return within the drain timeout", this.group, this.self.get(), reason, fencingToken);
	}

	void follows(LeaderInfo leader) {
		line(Level.INFO, "followed").addKeyValue(KEYS + "leader", leader.id())
			.addKeyValue(KEYS + "term", leader.term())
			.log("Group '{}': node {} follows leader {}{}", this.group, this.self.get(), leader.id(),
					leader.direct() ? "" : ", of whom other members told it");
		this.logger.debug("Group '{}': {} leads in term {}", this.group, leader.id(), leader.term());
	}

	void knowsNobody(LeaderInfo last) {
		line(Level.INFO, "lost").addKeyValue(KEYS + "leader", last.id())
			.log("Group '{}': node {} no longer knows a leader; the last was {}", this.group, this.self.get(),
					last.id());
	}

	private LoggingEventBuilder line(Level level, String event) {
		return this.logger.atLevel(level)
			.addKeyValue(KEYS + "event", event)
			.addKeyValue(KEYS + "group", this.group)
			.addKeyValue(KEYS + "node", this.self.get());
	}

	/** Whether somebody asked for this end. */
	private static boolean isWanted(RevocationReason reason) {
		return switch (reason) {
			case RESIGNED, TRANSFERRED, PREEMPTED, INELIGIBLE, STOPPED -> true;
			case LEASE_EXPIRED, SUPERSEDED, STALLED -> false;
		};
	}

}
