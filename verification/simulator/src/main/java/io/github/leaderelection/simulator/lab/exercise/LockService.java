package io.github.leaderelection.simulator.lab.exercise;

import java.util.HashMap;
import java.util.Map;

import org.jspecify.annotations.Nullable;

/**
 * A lock service that both parts of a divided network reach: whoever comes to lead asks
 * it for a token, and each token is higher than all before.
 */
final class LockService {

	private final Map<Lock, Long> tokens = new HashMap<>();

	private long last;

	/** Gives the lock to a leader, under a new token; a second time the same. */
	void lock(int node, long grant) {
		this.tokens.computeIfAbsent(new Lock(node, grant), (lock) -> ++this.last);
	}

	/**
	 * The token of a leader.
	 * @return null if it did not ask yet
	 */
	@Nullable Long token(int node, long grant) {
		return this.tokens.get(new Lock(node, grant));
	}

	/**
	 * Who asked.
	 */
	private record Lock(int node, long grant) {
	}

}
