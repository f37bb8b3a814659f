package io.github.leaderelection.spring;

import java.util.Optional;
import java.util.Set;

import io.github.leaderelection.LeaderElector;

/**
 * Looks up electors by group. Safe for use from any thread.
 */
public interface LeaderElectorRegistry {

	/**
	 * The groups that this node takes part in.
	 * @return their names; empty if leader election is disabled
	 */
	Set<String> groups();

	/**
	 * Finds the elector of a group.
	 * @param group the group's name
	 * @return the elector, or empty for an unknown group
	 */
	Optional<LeaderElector> find(String group);

	/**
	 * Returns the elector of a configured group.
	 * @param group the group's name
	 * @return the elector
	 * @throws IllegalArgumentException for an unknown group; the message names the known
	 * ones
	 */
	default LeaderElector elector(String group) {
		return find(group).orElseThrow(() -> new IllegalArgumentException(
				"Unknown group '" + group + "': add the line 'leader-election.groups." + group
						+ ":' with nothing behind it, or use one of " + groups()));
	}

}
