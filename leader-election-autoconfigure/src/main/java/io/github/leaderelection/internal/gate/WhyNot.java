package io.github.leaderelection.internal.gate;

import io.github.leaderelection.LeaderInfo;
import io.github.leaderelection.spring.NotLeaderException;
import io.github.leaderelection.spring.NotLeaderException.Reason;
import org.jspecify.annotations.Nullable;

/**
 * Why a call was not admitted.
 *
 * @param reason the reason
 * @param leader the leader known, or null
 */
public record WhyNot(Reason reason, @Nullable LeaderInfo leader) {

	/**
	 * The refusal of a call.
	 * @param group the group whose leader may run it
	 * @param operation its name, as operators see it
	 * @return the refusal
	 */
	public NotLeaderException exception(String group, String operation) {
		return new NotLeaderException(group, operation, this.reason, this.leader);
	}

}
