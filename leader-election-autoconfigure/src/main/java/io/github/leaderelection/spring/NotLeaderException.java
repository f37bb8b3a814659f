package io.github.leaderelection.spring;

/**
 * A leader-only method was called on a node that does not lead, or no longer admits work,
 * and followers are configured to throw.
 */
public class NotLeaderException extends IllegalStateException {

	private static final long serialVersionUID = 1L;

	private final String group;

	/**
	 * Says what was called.
	 * @param group the group whose leader may run it
	 * @param method the method
	 */
	public NotLeaderException(String group, String method) {
		super("This node does not lead group '" + group + "' or no longer admits work, so " + method
				+ " was not run: call it on the leader, or set leader-election.gate.on-follower=skip");
		this.group = group;
	}

	/**
	 * The group whose leader may run it.
	 * @return the group's name
	 */
	public String group() {
		return this.group;
	}

}
