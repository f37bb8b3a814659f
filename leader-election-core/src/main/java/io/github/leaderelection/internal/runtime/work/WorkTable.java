package io.github.leaderelection.internal.runtime.work;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.Consumer;

import org.jspecify.annotations.Nullable;

/**
 * The work of a group that runs, to be looked at now and then. It lies in slots, found by
 * when it began, so that entering costs no memory and takes no lock; only where slots are
 * scarce work is kept in a set. Safe for use from any thread.
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

	/** So many slots are tried before the set is used. */
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

	/** From here on the work is seen. */
	public void add(AdmittedWork work) {
		for (int i = 0; i < this.tries; i++) {
			if (this.slots.compareAndSet(slot(work, i), null, work)) {
				return;
			}
		}
		work.leadership().crowded().incrementAndGet();
		this.crowd.add(work);
	}

	/** The work, which has ended, is soon not seen any more. To be called once. */
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
	 * Shows all work that is in the table from before this call until after it; of other
	 * work perhaps some.
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
	 * Whether work that was admitted under a leadership has not ended. True if any has
	 * not from before this call until after it; perhaps true if some has not for a part
	 * of it.
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
