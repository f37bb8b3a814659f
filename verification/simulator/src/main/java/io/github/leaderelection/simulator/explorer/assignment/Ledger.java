package io.github.leaderelection.simulator.explorer.assignment;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import io.github.leaderelection.LeaderSequenceNumber;
import io.github.leaderelection.internal.assignment.protocol.Owned;
import io.github.leaderelection.internal.assignment.protocol.Partition;
import org.jspecify.annotations.Nullable;

/**
 * What is left of the bounds, and the tokens that began last.
 *
 * @param pings of each worker
 */
record Ledger(List<Integer> pings, int takebacks, int restarts, int ends, Map<Partition, LeaderSequenceNumber> begun) {

	static Ledger of(AssignmentBounds bounds) {
		return new Ledger(Collections.nCopies(bounds.workers(), bounds.pings()), bounds.takebacks(), bounds.restarts(),
				bounds.ends(), Map.of());
	}

	Ledger takenBack(int count) {
		return (count == 0) ? this
				: new Ledger(this.pings, this.takebacks - count, this.restarts, this.ends, this.begun);
	}

	Ledger begin(List<Owned> owned) {
		if (owned.isEmpty()) {
			return this;
		}
		Map<Partition, LeaderSequenceNumber> tokens = new HashMap<>(this.begun);
		owned.forEach((each) -> tokens.put(each.partition(), each.token()));
		return new Ledger(this.pings, this.takebacks, this.restarts, this.ends, Map.copyOf(tokens));
	}

	/** The broken promise if ownerships begin now, null for none. */
	@Nullable String broken(List<Owned> owned) {
		for (Owned each : owned) {
			LeaderSequenceNumber last = this.begun.get(each.partition());
			if (last != null && each.token().compareTo(last) <= 0) {
				return "A4: %s begins with %s after %s".formatted(each.partition(), each.token(), last);
			}
		}
		return null;
	}

	/**
	 * What a worker does at the expense of the bounds.
	 */
	enum Cost {

		NOTHING, PING, RESTART, END;

		/** What is left after it, null if it is beyond the bounds. */
		@Nullable Ledger of(Ledger before, int place) {
			int left = switch (this) {
				case NOTHING -> 1;
				case PING -> before.pings.get(place);
				case RESTART -> before.restarts;
				case END -> before.ends;
			};
			return (left == 0) ? null : switch (this) {
				case NOTHING -> before;
				case PING -> pinged(before, place);
				case RESTART ->
					new Ledger(before.pings, before.takebacks, before.restarts - 1, before.ends, before.begun);
				case END -> new Ledger(before.pings, before.takebacks, before.restarts, before.ends - 1, before.begun);
			};
		}

		private static Ledger pinged(Ledger before, int place) {
			List<Integer> left = new ArrayList<>(before.pings);
			left.set(place, left.get(place) - 1);
			return new Ledger(List.copyOf(left), before.takebacks, before.restarts, before.ends, before.begun);
		}

	}

}
