package io.github.leaderelection.simulator.lease;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;

import io.github.leaderelection.spi.LeaseRecord;
import io.github.leaderelection.spi.LeaseStore.Answer;
import io.github.leaderelection.spi.LeaseStore.Key;
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

	/** Values beside the record, which nobody puts back. */
	private final Map<Key, Answer.Value> values = new HashMap<>();

	private long valueWrites;

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

	/** Somebody writes something else over the record. */
	void put(LeaseRecord other) {
		become(new State(other, this.states.getLast().writes()));
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

	/** Does what is asked, if the record is as it was read. */
	Answer handle(Request request, long millis) {
		if (request instanceof Request.ReadValue || request instanceof Request.WriteValue) {
			return value(request);
		}
		LeaseRecord old = record();
		if (request instanceof Request.Create create) {
			return (old != null) ? new Answer.NotDone() : write(create.made(millis, version(create.stamp())));
		}
		if (request instanceof Request.Change change) {
			return (old != null && old.version().equals(change.version()))
					? write(change.after(old, millis, version(change.stamp()))) : new Answer.NotDone();
		}
		return Answer.read(old);
	}

	private Answer value(Request request) {
		Answer.Value old = this.values.getOrDefault(request.key(), Answer.Value.NONE);
		if (!(request instanceof Request.WriteValue write)) {
			return old;
		}
		if (!Objects.equals(old.version(), write.version())) {
			return new Answer.NotDone();
		}
		Answer.Value next = new Answer.Value(++this.valueWrites + "-" + Long.toHexString(write.stamp()), write.text());
		this.values.put(write.key(), next);
		return next;
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
