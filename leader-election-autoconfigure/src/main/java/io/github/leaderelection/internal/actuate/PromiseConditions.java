package io.github.leaderelection.internal.actuate;

import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

import io.github.leaderelection.Promise;
import io.github.leaderelection.internal.transport.spi.CrashDetector;

/**
 * The conditions of promises beside those of the clocks. The guide explains in the same
 * words what breaks each.
 */
final class PromiseConditions {

	private static final List<String> KEPT = List.of("The store keeps what it acknowledged");

	private static final List<String> KEPT_OR_TIMED = List
		.of("The store keeps what it acknowledged, or no clock falls behind");

	private static final List<String> ANSWERED = List.of("The store answers");

	private PromiseConditions() {
	}

	/**
	 * The conditions of a group.
	 * @param byStore whether the group leads by a lease in a store
	 */
	static Map<Promise, List<String>> of(boolean byStore, boolean crashesDetected) {
		Map<Promise, List<String>> conditions = new EnumMap<>(Promise.class);
		if (byStore) {
			conditions.put(Promise.S1, KEPT_OR_TIMED);
			conditions.put(Promise.S2, KEPT);
			conditions.put(Promise.S3, KEPT_OR_TIMED);
			conditions.put(Promise.L1, ANSWERED);
			conditions.put(Promise.L2, ANSWERED);
		}
		else if (crashesDetected) {
			conditions.put(Promise.S2, CrashDetector.CONDITIONS);
		}
		return Collections.unmodifiableMap(conditions);
	}

}
