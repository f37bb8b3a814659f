package io.github.leaderelection.simulator.explorer.breadth;

import java.util.Arrays;

/**
 * A part of the visited set: states, each with the one it was first reached from.
 */
final class VisitedShard {

	private static final int SHARD_BITS = Integer.numberOfTrailingZeros(VisitedSet.SHARDS);

	private static final int CHUNK = 1 << 9;

	private static final int INITIAL_SLOTS = 1 << 9;

	private final int width;

	private volatile int[][] chunks = new int[1][];

	private volatile long[][] parents = new long[1][];

	private int[] slots = new int[INITIAL_SLOTS];

	private int size;

	VisitedShard(int width) {
		this.width = width;
	}

	static int slotHash(int hash) {
		return hash >>> SHARD_BITS;
	}

	static int hash(int[] state) {
		long hash = 0;
		for (int number : state) {
			hash = (hash ^ number) * 0x9e3779b97f4a7c15L;
			hash ^= hash >>> 29;
		}
		return (int) (hash ^ hash >>> 32);
	}

	/** Adds a state. */
	synchronized boolean add(int[] state, int hash, long parent) {
		int slot = hash & this.slots.length - 1;
		while (this.slots[slot] != 0) {
			if (isAt(this.slots[slot] - 1, state)) {
				return false;
			}
			slot = slot + 1 & this.slots.length - 1;
		}
		append(state, parent);
		this.slots[slot] = this.size;
		if (2 * this.size > this.slots.length) {
			grow();
		}
		return true;
	}

	private boolean isAt(int index, int[] state) {
		int from = index % CHUNK * this.width;
		return Arrays.equals(this.chunks[index / CHUNK], from, from + this.width, state, 0, this.width);
	}

	private void append(int[] state, long parent) {
		int chunk = this.size / CHUNK;
		if (this.size % CHUNK == 0) {
			if (chunk == this.chunks.length) {
				this.chunks = Arrays.copyOf(this.chunks, 2 * chunk);
				this.parents = Arrays.copyOf(this.parents, 2 * chunk);
			}
			this.chunks[chunk] = new int[CHUNK * this.width];
			this.parents[chunk] = new long[CHUNK];
		}
		System.arraycopy(state, 0, this.chunks[chunk], this.size % CHUNK * this.width, this.width);
		this.parents[chunk][this.size % CHUNK] = parent;
		this.size++;
	}

	private void grow() {
		this.slots = new int[2 * this.slots.length];
		for (int index = 0; index < this.size; index++) {
			int slot = slotHash(hash(get(index))) & this.slots.length - 1;
			while (this.slots[slot] != 0) {
				slot = slot + 1 & this.slots.length - 1;
			}
			this.slots[slot] = index + 1;
		}
	}

	int[] get(int index) {
		int from = index % CHUNK * this.width;
		return Arrays.copyOfRange(this.chunks[index / CHUNK], from, from + this.width);
	}

	long parent(int index) {
		return this.parents[index / CHUNK][index % CHUNK];
	}

	synchronized int size() {
		return this.size;
	}

}
