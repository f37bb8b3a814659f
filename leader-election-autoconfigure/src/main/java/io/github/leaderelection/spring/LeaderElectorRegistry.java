package io.github.leaderelection.spring;

import java.util.Optional;
import java.util.Set;

import io.github.leaderelection.LeaderElector;

/**
 * Looks up electors by group. Safe for use from any thread.
 */
public interface LeaderElectorRegistry {

	/**
	 * The groups this node takes part in.
	 * @return their names, none where leader election is switched off
	 */
	Set<String> groups();

	/**
	 * The elector of a group.
	 * @param group the group's name
	 * @return the elector, empty if there is no such group
	 */
	Optional<LeaderElector> find(String group);

	/**
	 * The elector of a group that must exist.
	 * @param group the group's name
	 * @return the elector
	 * @throws IllegalArgumentException if there is no such group; the message names those
	 * there are
	 */
	default LeaderElector elector(String group) {
		return find(group).orElseThrow(() -> new IllegalArgumentException("There is no group '" + group + "' among "
				+ groups() + ": add leader-election.groups." + group + " or use one of these"));
	}

}
