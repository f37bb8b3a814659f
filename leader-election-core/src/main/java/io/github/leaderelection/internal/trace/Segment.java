package io.github.leaderelection.internal.trace;

import java.lang.invoke.VarHandle;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

import org.jspecify.annotations.Nullable;

/**
 * A stretch of a trace in bytes: a start or a state, then inputs. The loop writes it
 * without a lock, and any thread reads it. A reader copies the published bytes and then
 * checks whether the segment was reused meanwhile.
 */
final class Segment {

	/** The bits of {@link #published} for the length. */
	private static final int LENGTH_BITS = 32;

	private final int size;

	/** Allocated at the first use, then kept. */
	private byte @Nullable [] bytes;

	/** The number of reuses and the published length since the last one. */
	private final AtomicLong published = new AtomicLong();

	private long ordinal;

	private long first;

	private int inputs;

	Segment(int size) {
		this.size = size;
	}

	/**
	 * Reuses the segment. Copies of the old stretch become void.
	 * @param stretch one more than that of the previous stretch in the trace
	 */
	byte[] begin(long stretch, long firstNumber) {
		long generation = (this.published.get() >>> LENGTH_BITS) + 1;
		this.published.set(generation << LENGTH_BITS);
		// Readers must see the new generation before any byte of the new stretch.
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

	/** Publishes one more entry to readers. */
	void publish(int length, boolean input) {
		if (input) {
			this.inputs++;
		}
		long generation = this.published.getPlain() >>> LENGTH_BITS;
		this.published.setRelease(generation << LENGTH_BITS | length);
	}

	/** Only the writer calls this. */
	int inputs() {
		return this.inputs;
	}

	/**
	 * Copies the published bytes. Called from any thread.
	 * @return null if nothing was published, or it was overwritten meanwhile
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
	 * A reader's copy of a stretch.
	 *
	 * @param ordinal the place of the stretch in the trace
	 */
	record Copy(long ordinal, long first, byte[] bytes) {

		/**
		 * The newest consecutive stretches, oldest first. An early copy may precede a
		 * gap, as later stretches were overwritten before they were copied.
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
