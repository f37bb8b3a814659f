package io.github.leaderelection.simulator.lease;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.function.Consumer;

import io.github.leaderelection.spi.LeaseRecord;
import io.github.leaderelection.spi.LeaseStore.Answer;
import io.github.leaderelection.spi.LeaseStore.Request;
import org.jspecify.annotations.Nullable;

/**
 * The register that every store is: one record, written if its version is as it was read.
 * It remembers what it was before, and so can be put back.
 */
final class StoreRegister {

	private static final int REMEMBERED = 40;

	private final Consumer<LeaseRecord> written;

	/** What the record was, the oldest first; the last is what it is. */
	private final Deque<State> states = new ArrayDeque<>(List.of(new State(null, 0)));

	/**
	 * An empty register.
	 * @param written told of each write that is done
	 */
	StoreRegister(Consumer<LeaseRecord> written) {
		this.written = written;
	}

	@Nullable LeaseRecord record() {
		return this.states.getLast().record();
	}

	/** What the record was some writes ago, or at the beginning. */
	@Nullable LeaseRecord earlier(int writes) {
		return state(writes).record();
	}

	private State state(int writes) {
		List<State> all = new ArrayList<>(this.states);
		return all.get(Math.max(0, all.size() - 1 - writes));
	}

	/** Somebody deletes the record. */
	void delete() {
		become(new State(null, this.states.getLast().writes()));
	}

	/** An older copy is put back: all that came after it is gone. */
	void restore(int writes) {
		State copy = state(writes);
		this.states.clear();
		this.states.add(copy);
	}

	private void become(State state) {
		this.states.add(state);
		if (this.states.size() > REMEMBERED) {
			this.states.removeFirst();
		}
	}

	/**
	 * Does what is asked, if the record is as it was read.
	 * @param request what is asked
	 * @param millis the clock that numbers takes
	 * @return the answer
	 */
	Answer handle(Request request, long millis) {
		LeaseRecord old = record();
		if (request instanceof Request.Read) {
			return Answer.read(old);
		}
		if (request instanceof Request.Create create) {
			return (old != null) ? new Answer.NotDone()
					: write(new LeaseRecord(null, 0, 0, null, Math.max(create.leastToken(), millis),
							create.durationNanos(), create.free(), null, 0, version(create.stamp())));
		}
		if (request instanceof Request.Take take && old != null && old.version().equals(take.version())) {
			long token = Math.max(Math.max(take.leastToken(), millis), old.token() + 1);
			return write(new LeaseRecord(take.holder(), take.incarnation(), take.attempt(), take.url(), token,
					take.durationNanos(), false, null, 0, version(take.stamp())));
		}
		if (request instanceof Request.Renew renew && old != null && old.version().equals(renew.version())) {
			return write(new LeaseRecord(old.holder(), old.incarnation(), old.attempt(), old.url(), old.token(),
					renew.durationNanos(), false, null, 0, version(renew.stamp())));
		}
		if (request instanceof Request.Release release && old != null && old.version().equals(release.version())) {
			return write(new LeaseRecord(old.holder(), old.incarnation(), old.attempt(), old.url(), old.token(),
					old.durationNanos(), true, release.preferred(), release.preferredNanos(),
					version(release.stamp())));
		}
		return new Answer.NotDone();
	}

	private String version(long stamp) {
		return (this.states.getLast().writes() + 1) + "-" + Long.toHexString(stamp);
	}

	private Answer write(LeaseRecord record) {
		become(new State(record, this.states.getLast().writes() + 1));
		this.written.accept(record);
		return new Answer.Mine(record);
	}

	/**
	 * What the register was.
	 *
	 * @param record the record, null if it was missing
	 * @param writes how many writes there had been, which a copy has, too
	 */
	private record State(@Nullable LeaseRecord record, long writes) {
	}

}
