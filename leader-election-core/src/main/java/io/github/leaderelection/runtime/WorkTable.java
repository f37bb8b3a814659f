package io.github.leaderelection.runtime;

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
final class WorkTable {

	static final int SLOTS = 128;

	/** So many slots are tried before the set is used. */
	private static final int TRIES = 8;

	/**
	 * Spreads times that differ by a few nanoseconds or by the tick of a coarse clock.
	 */
	private static final long GOLDEN = 0x9E3779B97F4A7C15L;

	private static final int SHIFT = Long.numberOfLeadingZeros(SLOTS - 1);

	private final AtomicReferenceArray<@Nullable AdmittedWork> slots = new AtomicReferenceArray<>(SLOTS);

	private final Set<AdmittedWork> crowd = ConcurrentHashMap.newKeySet();

	/** From here on the work is seen. */
	void add(AdmittedWork work) {
		int first = first(work);
		for (int i = 0; i < TRIES; i++) {
			if (this.slots.compareAndSet((first + i) % SLOTS, null, work)) {
				return;
			}
		}
		this.crowd.add(work);
	}

	/** From here on the work is not seen. To be called once. */
	void remove(AdmittedWork work) {
		int first = first(work);
		for (int i = 0; i < TRIES; i++) {
			int slot = (first + i) % SLOTS;
			if (this.slots.get(slot) == work) {
				this.slots.set(slot, null);
				return;
			}
		}
		this.crowd.remove(work);
	}

	/**
	 * Shows all work that is in the table from before this call until after it; of other
	 * work perhaps some.
	 */
	void forEach(Consumer<AdmittedWork> action) {
		for (int i = 0; i < SLOTS; i++) {
			AdmittedWork work = this.slots.get(i);
			if (work != null) {
				action.accept(work);
			}
		}
		this.crowd.forEach(action);
	}

	private static int first(AdmittedWork work) {
		return (int) (work.begunNanos() * GOLDEN >>> SHIFT);
	}

}
