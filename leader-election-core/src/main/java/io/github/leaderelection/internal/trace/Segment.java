package io.github.leaderelection.internal.trace;

import java.lang.invoke.VarHandle;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

import org.jspecify.annotations.Nullable;

/**
 * A stretch of a trace in bytes: a start or a state, then inputs. Written by the loop
 * without a lock, read by any thread: a reader copies what was published and then looks
 * whether the segment was used for a newer stretch meanwhile.
 */
final class Segment {

	/** How many bytes were published for readers. */
	private static final int LENGTH_BITS = 32;

	private final int size;

	/** Allocated when it is first needed, then kept. */
	private byte @Nullable [] bytes;

	/** How often the segment was begun anew, and the length published since. */
	private final AtomicLong published = new AtomicLong();

	private long ordinal;

	private long first;

	private int inputs;

	Segment(int size) {
		this.size = size;
	}

	/**
	 * Begins anew. What readers copied of the old stretch so far is void.
	 * @param stretch one more than that of the stretch that came before it in the trace
	 * @param firstNumber the number of the entry it begins with
	 */
	byte[] begin(long stretch, long firstNumber) {
		long generation = (this.published.get() >>> LENGTH_BITS) + 1;
		this.published.set(generation << LENGTH_BITS);
		// no byte of the new stretch may be seen before the new generation is
		VarHandle.fullFence();
		this.ordinal = stretch;
		this.first = firstNumber;
		this.inputs = 0;
		byte[] into = this.bytes;
		if (into == null) {
			into = new byte[this.size];
			this.bytes = into;
		}
		return into;
	}

	/** Shows readers an entry more. */
	void publish(int length, boolean input) {
		if (input) {
			this.inputs++;
		}
		long generation = this.published.getPlain() >>> LENGTH_BITS;
		this.published.setRelease(generation << LENGTH_BITS | length);
	}

	/** For the writer alone. */
	int inputs() {
		return this.inputs;
	}

	/**
	 * What was published. For any thread.
	 * @return a copy, null if there is nothing or it was overwritten meanwhile
	 */
	@Nullable Copy copy() {
		long before = this.published.getAcquire();
		int length = (int) before;
		byte[] from = this.bytes;
		if (length == 0 || from == null) {
			return null;
		}
		byte[] copied = new byte[length];
		System.arraycopy(from, 0, copied, 0, length);
		long stretch = this.ordinal;
		long firstNumber = this.first;
		VarHandle.loadLoadFence();
		long after = this.published.getAcquire();
		return (before >>> LENGTH_BITS == after >>> LENGTH_BITS) ? new Copy(stretch, firstNumber, copied) : null;
	}

	/**
	 * A stretch as a reader has it.
	 *
	 * @param ordinal the place of the stretch in the trace
	 * @param first the number of the entry it begins with
	 * @param bytes the entries
	 */
	record Copy(long ordinal, long first, byte[] bytes) {

		/**
		 * The newest stretches of which none is missing. One that was copied early may
		 * have been overwritten since, and then the next before it was copied.
		 * @param copies in any order
		 * @return oldest first
		 */
		static List<Copy> unbroken(List<Copy> copies) {
			List<Copy> sorted = copies.stream().sorted(Comparator.comparingLong(Copy::ordinal)).toList();
			int from = sorted.size() - 1;
			while (from > 0 && sorted.get(from - 1).ordinal() == sorted.get(from).ordinal() - 1) {
				from--;
			}
			return sorted.subList(Math.max(0, from), sorted.size());
		}

	}

}
