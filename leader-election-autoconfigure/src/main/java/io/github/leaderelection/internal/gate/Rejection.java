package io.github.leaderelection.internal.gate;

import io.github.leaderelection.LeaderInfo;
import io.github.leaderelection.spring.NotLeaderException;
import io.github.leaderelection.spring.NotLeaderException.Reason;
import org.jspecify.annotations.Nullable;

/**
 * Why a call was refused.
 *
 * @param leader the known leader, or null
 */
public record Rejection(Reason reason, @Nullable LeaderInfo leader) {

	public NotLeaderException exception(String group, String operation) {
		return new NotLeaderException(group, operation, this.reason, this.leader);
	}

}
