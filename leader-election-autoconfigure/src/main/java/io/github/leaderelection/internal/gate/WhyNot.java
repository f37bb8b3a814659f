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
record WhyNot(Reason reason, @Nullable LeaderInfo leader) {

	NotLeaderException exception(GatedOperation operation) {
		return new NotLeaderException(operation.group(), operation.name(), this.reason, this.leader);
	}

}
