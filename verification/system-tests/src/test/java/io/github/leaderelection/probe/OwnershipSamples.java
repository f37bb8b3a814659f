package io.github.leaderelection.probe;

import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

import io.github.leaderelection.LeaderSequenceNumber;
import io.github.leaderelection.assignments.AssignedPartition;

/**
 * Asks whether this process owns one partition or key, and writes down the answers. The
 * answer under an ownership is its token, as one number.
 */
final class OwnershipSamples {

	/** A fencing token has fifty bits at most, so this is left for the counter. */
	private static final int COUNTER_BITS = 13;

	private final BooleanSupplier owns;

	private final Supplier<Optional<AssignedPartition>> owned;

	private final RunFile file;

	private long lastAnswer;

	private long lastToken;

	OwnershipSamples(BooleanSupplier owns, Supplier<Optional<AssignedPartition>> owned, RunFile file) {
		this.owns = owns;
		this.owned = owned;
		this.file = file;
	}

	void take() {
		long before = System.nanoTime();
		boolean yes = this.owns.getAsBoolean();
		long after = System.nanoTime();
		if (!yes) {
			add(0, before, after);
			return;
		}
		long token = this.owned.get().map(AssignedPartition::token).map(OwnershipSamples::number).orElse(0L);
		if (token == 0) {
			// It ended just now: only a yes before tells which ownership it was.
			token = this.lastAnswer;
		}
		else if (token != this.lastToken) {
			// It was certainly owned only when the token was read.
			after = System.nanoTime();
			this.lastToken = token;
		}
		if (token != 0) {
			add(token, before, after);
		}
	}

	private void add(long answer, long before, long after) {
		this.file.add(answer, before, after);
		this.lastAnswer = answer;
	}

	/** Rises as the tokens do. */
	private static long number(LeaderSequenceNumber token) {
		if (token.counter() >> COUNTER_BITS != 0) {
			throw new IllegalStateException(token + " does not fit a number");
		}
		return Math.multiplyExact(token.fencingToken(), 1L << COUNTER_BITS) + token.counter();
	}

}
