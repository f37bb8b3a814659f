package io.github.leaderelection.internal.gate.method;

import io.github.leaderelection.internal.gate.MethodRuns;
import io.github.leaderelection.spring.LeadershipContext;
import org.jspecify.annotations.Nullable;

/**
 * The outcome of a reactive call at a subscription.
 *
 * @param publisher the result of the method or of its replacement, may be null
 * @param run the run of the method, null for a replacement
 * @param context the context under which the publisher works, null for none
 */
record SubscribedCall(@Nullable Object publisher, MethodRuns.@Nullable Run run, @Nullable LeadershipContext context) {

	void ended(boolean ran) {
		if (this.run != null) {
			this.run.ended(ran);
		}
	}

}
