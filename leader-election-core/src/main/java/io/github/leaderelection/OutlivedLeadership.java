package io.github.leaderelection;

import java.util.List;
import java.util.Objects;

/**
 * A leadership that ended while its leader-only work was running. Another node may lead
 * while that work still runs.
 *
 * @param group the group
 * @param fencingToken the token of the leadership
 * @param reason why the leadership ended
 * @param works the names of the running work, the oldest first; never empty
 */
public record OutlivedLeadership(String group, long fencingToken, RevocationReason reason, List<String> works) {

	/**
	 * Checks that nothing is missing.
	 */
	public OutlivedLeadership {
		Objects.requireNonNull(group, "group");
		Objects.requireNonNull(reason, "reason");
		works = List.copyOf(works);
	}

}
