package io.github.leaderelection.internal.gate.method;

import io.github.leaderelection.internal.gate.Admission;
import org.jspecify.annotations.Nullable;

/**
 * A call of a method with a reactive result that was made, or answered for.
 *
 * @param publisher what it returned, null for nothing
 * @param admission what ends with the publisher
 */
record Entered(@Nullable Object publisher, Admission admission) {

	void ended() {
		this.admission.ended();
	}

}
