package io.github.leaderelection.simulator.explorer.breadth;

import java.util.concurrent.atomic.AtomicLong;

/**
 * The visited set: all states of the cluster seen so far, each with the one it was first
 * reached from. Safe for use from any thread.
 */
final class VisitedSet {

	/** How many parts it has, each with a lock of its own. */
	static final int SHARDS = 64;

	/** The first state was reached from none. */
	static final long NO_PARENT = -1;

	private final VisitedShard[] shards = new VisitedShard[SHARDS];

	private final AtomicLong size = new AtomicLong();

	VisitedSet(int width) {
		for (int i = 0; i < SHARDS; i++) {
			this.shards[i] = new VisitedShard(width);
		}
	}

	/**
	 * Adds a state.
	 * @param parent where the one is that it was reached from
	 */
	void add(int[] state, long parent) {
		int hash = VisitedShard.hash(state);
		if (this.shards[hash & SHARDS - 1].add(state, VisitedShard.slotHash(hash), parent)) {
			this.size.incrementAndGet();
		}
	}

	long size() {
		return this.size.get();
	}

	/** How many states are in each part. */
	int[] sizes() {
		int[] sizes = new int[SHARDS];
		for (int i = 0; i < SHARDS; i++) {
			sizes[i] = this.shards[i].size();
		}
		return sizes;
	}

	/** Where a state is, as one number. */
	static long place(int shard, int index) {
		return (long) shard << Integer.SIZE | index;
	}

	int[] get(long place) {
		return this.shards[(int) (place >>> Integer.SIZE)].get((int) place);
	}

	long parent(long place) {
		return this.shards[(int) (place >>> Integer.SIZE)].parent((int) place);
	}

}
