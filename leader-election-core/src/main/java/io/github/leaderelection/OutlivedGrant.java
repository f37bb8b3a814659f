package io.github.leaderelection;

import java.util.List;
import java.util.Objects;

/**
 * A leadership that ended while leader-only work ran under it: from here on another node
 * may lead, and that work runs beside it.
 *
 * @param group the group
 * @param fencingToken the token of the leadership
 * @param reason why the leadership ended
 * @param works the names of the work that runs on, the oldest first; never empty
 */
public record OutlivedGrant(String group, long fencingToken, RevocationReason reason, List<String> works) {

	/**
	 * Keeps a copy.
	 */
	public OutlivedGrant {
		Objects.requireNonNull(group, "group");
		Objects.requireNonNull(reason, "reason");
		works = List.copyOf(works);
	}

}
