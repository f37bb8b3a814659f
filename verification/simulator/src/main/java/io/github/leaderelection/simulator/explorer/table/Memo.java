package io.github.leaderelection.simulator.explorer.table;

import org.jspecify.annotations.Nullable;

/**
 * What was worked out before, by two numbers. Reading takes no lock: who does not see yet
 * what another thread has put works it out again. Safe for use from any thread.
 */
public final class Memo<V> {

	private static final int INITIAL = 1 << 12;

	private static final long SPREAD = 0x9e3779b97f4a7c15L;

	private volatile @Nullable Entry<V>[] slots = room(INITIAL);

	private int size;

	@SuppressWarnings("unchecked") // an array of a generic type is made in no other way
	private static <V> @Nullable Entry<V>[] room(int length) {
		return (@Nullable Entry<V>[]) new Entry<?>[length];
	}

	private static int slot(long key, int length) {
		long hash = key * SPREAD;
		return (int) (hash >>> Integer.SIZE) & length - 1;
	}

	private static long key(int first, int second) {
		return (long) first << Integer.SIZE | second;
	}

	public @Nullable V get(int first, int second) {
		long key = key(first, second);
		@Nullable Entry<V>[] all = this.slots;
		int slot = slot(key, all.length);
		for (Entry<V> entry = all[slot]; entry != null; entry = all[slot]) {
			if (entry.key() == key) {
				return entry.value();
			}
			slot = slot + 1 & all.length - 1;
		}
		return null;
	}

	public synchronized void put(int first, int second, V value) {
		if (2 * this.size >= this.slots.length) {
			@Nullable Entry<V>[] larger = room(2 * this.slots.length);
			for (Entry<V> entry : this.slots) {
				if (entry != null) {
					insert(larger, entry);
				}
			}
			this.slots = larger;
		}
		this.size += insert(this.slots, new Entry<>(key(first, second), value)) ? 1 : 0;
	}

	private static <V> boolean insert(@Nullable Entry<V>[] all, Entry<V> added) {
		int slot = slot(added.key(), all.length);
		for (Entry<V> entry = all[slot]; entry != null; entry = all[slot]) {
			if (entry.key() == added.key()) {
				return false;
			}
			slot = slot + 1 & all.length - 1;
		}
		all[slot] = added;
		return true;
	}

	/**
	 * One value.
	 */
	private record Entry<V>(long key, V value) {
	}

}
