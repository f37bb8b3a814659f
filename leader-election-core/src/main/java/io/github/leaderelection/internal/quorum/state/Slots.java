package io.github.leaderelection.internal.quorum.state;

import java.util.Arrays;

/**
 * Arrays with an entry for each member or timer. An array of a state is copied instead of
 * written.
 */
public final class Slots {

	private Slots() {
	}

	public static long[] all(int size, long value) {
		long[] slots = new long[size];
		Arrays.fill(slots, value);
		return slots;
	}

	public static <T> T[] all(T[] slots, T value) {
		Arrays.fill(slots, value);
		return slots;
	}

	public static long[] with(long[] slots, int index, long value) {
		long[] changed = slots.clone();
		changed[index] = value;
		return changed;
	}

	public static boolean[] with(boolean[] slots, int index, boolean value) {
		boolean[] changed = slots.clone();
		changed[index] = value;
		return changed;
	}

	public static <T> T[] with(T[] slots, int index, T value) {
		T[] changed = slots.clone();
		changed[index] = value;
		return changed;
	}

}
