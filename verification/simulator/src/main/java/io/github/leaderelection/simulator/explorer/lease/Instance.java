package io.github.leaderelection.simulator.explorer.lease;

import java.util.List;

import io.github.leaderelection.internal.lease.ExploredLease;
import io.github.leaderelection.internal.lease.LeaseState;
import io.github.leaderelection.spi.LeaseRecord;
import io.github.leaderelection.spi.LeaseStore.Answer;
import io.github.leaderelection.spi.LeaseStore.Request;
import org.jspecify.annotations.Nullable;

/**
 * One instance, and what concerns it alone.
 *
 * @param kind its clock, lease and id, by a number
 * @param writer who took the record that the store has, as this instance sees it
 * @param flights its requests, the one that is awaited first
 * @param reign what it was granted, null while that was revoked
 */
record Instance(int kind, LeaseState state, Writer writer, List<Flight> flights, @Nullable LeaseLeadership reign) {

	ExploredLease explored() {
		return new ExploredLease(this.state);
	}

	boolean leads() {
		return this.reign != null && this.reign.leads();
	}

	Instance with(Writer other) {
		return new Instance(this.kind, this.state, other, this.flights, this.reign);
	}

	Instance with(List<Flight> others) {
		return new Instance(this.kind, this.state, this.writer, others, this.reign);
	}

	/** The answer that is on its way, null for none. */
	@Nullable Answer answer() {
		return (!this.flights.isEmpty() && this.flights.get(0).awaited()) ? this.flights.get(0).answer() : null;
	}

	/**
	 * The take whose outcome is not known, if it may have been done or may still be: else
	 * no record that is shown will be of it.
	 * @param current the version of the store's record, null where there is none
	 * @return its random number, 0 for none
	 */
	long openAttempt(@Nullable String current) {
		long open = explored().openAttempt();
		LeaseRecord shown = shown(answer());
		boolean matters = isOf(this.writer, open) || shown != null && isOf(Writer.of(shown), open)
				|| this.flights.stream().anyMatch((flight) -> mayBeDone(flight, open, current));
		return matters ? open : 0;
	}

	private static boolean isOf(Writer writer, long attempt) {
		return writer.isSelf() && writer.attempt() == attempt;
	}

	private static boolean mayBeDone(Flight flight, long attempt, @Nullable String current) {
		return flight.answer() == null && flight.request() instanceof Request.Take take
				&& take.incarnation() == Writer.OWN && take.attempt() == attempt && take.version().equals(current);
	}

	/**
	 * Whether it neither leads nor has anything to give back, and knows the outcome of
	 * each take.
	 */
	boolean isWaiting(@Nullable String current) {
		return explored().isWaiting() && openAttempt(current) == 0;
	}

	/** The record in an answer. */
	static @Nullable LeaseRecord shown(@Nullable Answer answer) {
		if (answer instanceof Answer.Mine mine) {
			return mine.record();
		}
		if (answer instanceof Answer.Held held) {
			return held.record();
		}
		return (answer instanceof Answer.Free free) ? free.record() : null;
	}

}
