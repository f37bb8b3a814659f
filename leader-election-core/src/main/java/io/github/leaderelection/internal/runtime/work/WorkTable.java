package io.github.leaderelection.internal.runtime.work;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.Consumer;

import org.jspecify.annotations.Nullable;

/**
 * The running work of a group, which is searched now and then. Work is put into slots by
 * its begin time, so that adding it allocates nothing and takes no lock. Work without a
 * free slot is kept in a set. Safe for use from any thread.
 */
public class WorkTable {

	public static final int SLOTS = 128;

	private static final int MOST_TRIES = 8;

	/**
	 * Spreads times that differ by a few nanoseconds or by the tick of a coarse clock.
	 */
	private static final long GOLDEN = 0x9E3779B97F4A7C15L;

	private final AtomicReferenceArray<@Nullable AdmittedWork> slots;

	private final int shift;

	/** The number of slots that are tried before the set is used. */
	private final int tries;

	private final Set<AdmittedWork> crowd = ConcurrentHashMap.newKeySet();

	/**
	 * An empty table.
	 * @param slots a power of two, two at least
	 */
	public WorkTable(int slots) {
		this.slots = new AtomicReferenceArray<>(slots);
		this.shift = Long.numberOfLeadingZeros(slots - 1);
		this.tries = Math.min(slots, MOST_TRIES);
	}

	/** Adds work; searches find it from here on. */
	public void add(AdmittedWork work) {
		for (int i = 0; i < this.tries; i++) {
			if (this.slots.compareAndSet(slot(work, i), null, work)) {
				return;
			}
		}
		work.leadership().crowded().incrementAndGet();
		this.crowd.add(work);
	}

	/** Removes ended work; searches soon miss it. Called once. */
	void remove(AdmittedWork work) {
		for (int i = 0; i < this.tries; i++) {
			int slot = slot(work, i);
			if (this.slots.get(slot) == work) {
				this.slots.setRelease(slot, null);
				return;
			}
		}
		this.crowd.remove(work);
		work.leadership().crowded().decrementAndGet();
	}

	/**
	 * Passes on all work that is in the table during the whole call, and perhaps other
	 * work.
	 */
	void forEach(Consumer<AdmittedWork> action) {
		for (int i = 0; i < this.slots.length(); i++) {
			AdmittedWork work = this.slots.get(i);
			if (work != null) {
				action.accept(work);
			}
		}
		this.crowd.forEach(action);
	}

	/**
	 * Whether work runs that was admitted under a leadership. True if any runs during the
	 * whole call; perhaps true if some runs for a part of it.
	 */
	boolean holdsAny(Admission leadership) {
		for (int i = 0; i < this.slots.length(); i++) {
			AdmittedWork work = this.slots.get(i);
			if (work != null && work.leadership() == leadership && work.phase() != AdmittedWork.Phase.ENDED) {
				return true;
			}
		}
		return leadership.crowded().get() > 0;
	}

	private int slot(AdmittedWork work, int step) {
		int first = (int) (work.begunNanos() * GOLDEN >>> this.shift);
		return (first + step) & (this.slots.length() - 1);
	}

}
