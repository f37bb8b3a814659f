package io.github.leaderelection.internal.gate.method;

import io.github.leaderelection.internal.gate.Admission;
import org.jspecify.annotations.Nullable;

/**
 * The outcome of a reactive call at a subscription.
 *
 * @param publisher the result of the method, or of what replaces it; may be null
 * @param admission ends with the publisher
 */
record SubscribedCall(@Nullable Object publisher, Admission admission) {

	void ended() {
		this.admission.ended();
	}

}
