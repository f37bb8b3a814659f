package io.github.leaderelection.spring;

import java.util.Objects;
import java.util.Optional;

import io.github.leaderelection.LeaderInfo;
import org.jspecify.annotations.Nullable;

/**
 * A leader-only method was called on a node that does not lead, or no longer admits work.
 */
public class NotLeaderException extends IllegalStateException {

	private static final long serialVersionUID = 1L;

	private final String group;

	private final Reason reason;

	/** Not serialized, as another node knows its own leader. */
	private final transient @Nullable LeaderInfo leader;

	/**
	 * Creates an exception for a refused call.
	 * @param group the group whose leader may run the method
	 * @param method the method
	 * @param reason why the method did not run
	 * @param leader the leader that this node knows, or null
	 */
	public NotLeaderException(String group, String method, Reason reason, @Nullable LeaderInfo leader) {
		super("This node " + reason.text(group) + ", so " + method + consequence(reason, leader));
		this.group = group;
		this.reason = Objects.requireNonNull(reason, "reason");
		this.leader = leader;
	}

	private static String consequence(Reason reason, @Nullable LeaderInfo leader) {
		return switch (reason) {
			case REVOKED -> " must not go on";
			case UNCONFIRMED -> " was rolled back: see its cause, and try again";
			default -> " was not run" + remedy(reason, leader);
		};
	}

	private static String remedy(Reason reason, @Nullable LeaderInfo leader) {
		if (reason == Reason.FOLLOWER && leader != null) {
			return ": call it on the leader " + leader.id() + ((leader.url() != null) ? " at " + leader.url() : "");
		}
		return (reason == Reason.DISABLED) ? ": set leader-election.enabled=true"
				: ": try again once a leader is known";
	}

	/**
	 * The group whose leader may run the method.
	 * @return the group's name
	 */
	public String group() {
		return this.group;
	}

	/**
	 * Why the call was refused.
	 * @return the reason
	 */
	public Reason reason() {
		return this.reason;
	}

	/**
	 * The leader this node knew at the call.
	 * @return the leader, or empty if none was known
	 */
	public Optional<LeaderInfo> leader() {
		return Optional.ofNullable(this.leader);
	}

	/**
	 * Why a node does not run leader-only work.
	 */
	public enum Reason {

		/** Another node leads. */
		FOLLOWER("does not lead group '%s'"),

		/** No leader is known, for instance because the node has not started yet. */
		NO_LEADER("knows no leader of group '%s'"),

		/** No leader is known, and too few members are reachable to elect one. */
		NOT_ENOUGH_MEMBERS("knows no leader of group '%s', as too few members are reachable to elect one"),

		/**
		 * The leadership under which the work began has ended. This node may lead again.
		 */
		REVOKED("has lost the leadership of group '%s' under which the work began"),

		/**
		 * Whether this node still leads could not be found out before a commit. The cause
		 * of the exception says why.
		 */
		UNCONFIRMED("could not confirm that it still leads group '%s'"),

		/** This node leads, but is giving up its leadership. */
		DRAINING("is giving up its leadership of group '%s'"),

		/** Leader election is disabled on this node. */
		DISABLED("takes no part in the election of group '%s'");

		private final String text;

		Reason(String text) {
			this.text = text;
		}

		private String text(String group) {
			return String.format(this.text, group);
		}

	}

}
