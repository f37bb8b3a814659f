package io.github.leaderelection.internal.gate.method;

import io.github.leaderelection.internal.gate.Admission;
import io.github.leaderelection.spring.LeadershipContext;
import org.jspecify.annotations.Nullable;

/**
 * The outcome of a reactive call at a subscription.
 *
 * @param publisher the result of the method or of its replacement, may be null
 * @param context the context under which the publisher works, null for none
 */
record SubscribedCall(@Nullable Object publisher, Admission admission, @Nullable LeadershipContext context) {

	void ended() {
		this.admission.ended();
	}

}
