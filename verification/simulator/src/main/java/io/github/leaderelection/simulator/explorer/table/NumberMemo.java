package io.github.leaderelection.simulator.explorer.table;

/**
 * Numbers that were worked out before, by two numbers, none of them negative. Reading
 * takes no lock: who does not see yet what another thread has put works it out again.
 * Safe for use from any thread.
 */
public final class NumberMemo {

	/** Where there is none. */
	public static final int NONE = -1;

	private static final int INITIAL = 1 << 12;

	private static final long SPREAD = 0x9e3779b97f4a7c15L;

	/**
	 * Keys, each followed by its number, both one larger than they are. What is there is
	 * never changed, so both are right in whatever order they are read; a zero is one
	 * that is not seen yet.
	 */
	private volatile long[] slots = new long[2 * INITIAL];

	private int size;

	private static int slot(long key, int length) {
		long hash = key * SPREAD;
		return (int) (hash >>> Integer.SIZE) << 1 & length - 1;
	}

	private static long key(int first, int second) {
		return ((long) first << Integer.SIZE | second) + 1;
	}

	/**
	 * What was put.
	 * @return the number, {@link #NONE} if there is none
	 */
	public int get(int first, int second) {
		long key = key(first, second);
		long[] all = this.slots;
		int slot = slot(key, all.length);
		for (long found = all[slot]; found != 0; found = all[slot]) {
			if (found == key) {
				return (int) all[slot + 1] - 1;
			}
			slot = slot + 2 & all.length - 1;
		}
		return NONE;
	}

	/** Keeps a number, the same for the same two. */
	public synchronized void put(int first, int second, int value) {
		if (4 * this.size >= this.slots.length) {
			long[] larger = new long[2 * this.slots.length];
			for (int slot = 0; slot < this.slots.length; slot += 2) {
				if (this.slots[slot] != 0) {
					insert(larger, this.slots[slot], this.slots[slot + 1]);
				}
			}
			this.slots = larger;
		}
		this.size += insert(this.slots, key(first, second), value + 1) ? 1 : 0;
	}

	private static boolean insert(long[] all, long key, long value) {
		int slot = slot(key, all.length);
		for (long found = all[slot]; found != 0; found = all[slot]) {
			if (found == key) {
				return false;
			}
			slot = slot + 2 & all.length - 1;
		}
		all[slot] = key;
		all[slot + 1] = value;
		return true;
	}

}
