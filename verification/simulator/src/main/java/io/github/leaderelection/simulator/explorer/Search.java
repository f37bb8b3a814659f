package io.github.leaderelection.simulator.explorer;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;

import org.jspecify.annotations.Nullable;

/**
 * A search in breadth over every cluster that can be reached: level by level, so the
 * first broken promise is found on a shortest way. One use each.
 */
public final class Search {

	private static final int SHARDS = 64;

	private static final int SHARD_BITS = 6;

	private static final int BLOCK = 1024;

	private static final long NO_PARENT = -1;

	private static final long FOR_EVER = Long.MAX_VALUE / 2;

	private final Bounds bounds;

	private final int threads;

	private final LongSupplier clock;

	private final long endNanos;

	private final AnyNomination nomination;

	private final Cluster cluster;

	private final Shard[] shards = new Shard[SHARDS];

	private final AtomicLong states = new AtomicLong();

	private final AtomicLong transitions = new AtomicLong();

	private final AtomicLong beyond = new AtomicLong();

	private volatile boolean outOfTime;

	private volatile @Nullable Break found;

	private int depth;

	/**
	 * Prepares a search of the quorum election alone.
	 * @param bounds what it is limited to
	 * @param threads how many threads search
	 * @param clock the monotonic clock, in nanoseconds
	 * @param nanos for how long to search
	 */
	public Search(Bounds bounds, int threads, LongSupplier clock, long nanos) {
		this(bounds, AnyNomination.NONE, threads, clock, nanos);
	}

	/**
	 * Prepares a search of an election in two layers.
	 * @param bounds what it is limited to
	 * @param nomination what is over the quorum election
	 * @param threads how many threads search
	 * @param clock the monotonic clock, in nanoseconds
	 * @param nanos for how long to search
	 */
	public Search(Bounds bounds, AnyNomination nomination, int threads, LongSupplier clock, long nanos) {
		this.bounds = bounds;
		this.nomination = nomination;
		this.threads = threads;
		this.clock = clock;
		this.endNanos = clock.getAsLong() + nanos;
		Links links = new Links();
		this.cluster = new Cluster(bounds, nomination, links, new Outcomes(new Steps(bounds, nomination, links)));
		for (int i = 0; i < SHARDS; i++) {
			this.shards[i] = new Shard(this.cluster.width());
		}
	}

	static int slotHash(int hash) {
		return hash >>> SHARD_BITS;
	}

	/**
	 * Searches. A broken promise is looked for once more by one thread, however long that
	 * takes: several find one of the shortest ways, one finds always the same.
	 * @return what was found
	 */
	public Findings run() {
		long began = this.clock.getAsLong();
		Findings findings = searchOnce(began);
		return (findings.broken() != null && this.threads > 1)
				? new Search(this.bounds, this.nomination, 1, this.clock, FOR_EVER).searchOnce(began) : findings;
	}

	private Findings searchOnce(long began) {
		ExecutorService workers = Executors.newFixedThreadPool(this.threads);
		boolean exhausted;
		try {
			exhausted = searchLevels(workers);
		}
		finally {
			workers.shutdown();
		}
		Break broken = this.found;
		return new Findings(this.bounds, this.states.get(), this.transitions.get(), this.depth,
				this.clock.getAsLong() - began, exhausted, this.beyond.get(), this.cluster.nodeStates(),
				(broken != null) ? broken.rule() : null, (broken != null) ? trace(broken) : List.of());
	}

	private boolean searchLevels(ExecutorService workers) {
		String opening = this.bounds.opening();
		add(opening.isEmpty() ? this.cluster.initial() : Opening.named(opening).play(this.cluster), NO_PARENT);
		int[] from = new int[SHARDS];
		int[] to = sizes();
		while (this.depth < this.bounds.maxDepth()) {
			searchLevel(workers, from, to);
			if (isOver()) {
				return false;
			}
			from = to;
			to = sizes();
			if (Arrays.equals(from, to)) {
				return true;
			}
			this.depth++;
		}
		return false;
	}

	private int[] sizes() {
		int[] sizes = new int[SHARDS];
		for (int i = 0; i < SHARDS; i++) {
			sizes[i] = this.shards[i].size();
		}
		return sizes;
	}

	private void searchLevel(ExecutorService workers, int[] from, int[] to) {
		List<long[]> blocks = new ArrayList<>();
		for (int shard = 0; shard < SHARDS; shard++) {
			for (int first = from[shard]; first < to[shard]; first += BLOCK) {
				blocks.add(new long[] { shard, first, Math.min(first + BLOCK, to[shard]) });
			}
		}
		AtomicInteger next = new AtomicInteger();
		List<Callable<@Nullable Void>> tasks = new ArrayList<>();
		for (int i = 0; i < this.threads; i++) {
			tasks.add(() -> {
				for (int b = next.getAndIncrement(); b < blocks.size() && !isOver(); b = next.getAndIncrement()) {
					searchBlock((int) blocks.get(b)[0], (int) blocks.get(b)[1], (int) blocks.get(b)[2]);
				}
				return null;
			});
		}
		runAll(workers, tasks);
	}

	private static void runAll(ExecutorService workers, List<Callable<@Nullable Void>> tasks) {
		try {
			for (Future<@Nullable Void> done : workers.invokeAll(tasks)) {
				done.get();
			}
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			throw new IllegalStateException("Interrupted while searching", ex);
		}
		catch (ExecutionException ex) {
			throw new IllegalStateException("The search failed", ex.getCause());
		}
	}

	private void searchBlock(int shard, int first, int end) {
		Adding adding = new Adding();
		for (int index = first; index < end && this.found == null; index++) {
			long reference = (long) shard << Integer.SIZE | index;
			adding.parent = reference;
			this.cluster.expand(this.shards[shard].get(index), adding);
		}
		this.transitions.addAndGet(adding.transitions);
		this.beyond.addAndGet(adding.beyond);
		if (this.clock.getAsLong() - this.endNanos >= 0 || this.states.get() >= this.bounds.maxStates()) {
			this.outOfTime = true;
		}
	}

	private boolean isOver() {
		return this.outOfTime || this.found != null;
	}

	private boolean add(int[] reached, long parent) {
		int hash = Shard.hash(reached);
		boolean added = this.shards[hash & SHARDS - 1].add(reached, slotHash(hash), parent);
		if (added) {
			this.states.incrementAndGet();
		}
		return added;
	}

	private List<String> trace(Break broken) {
		List<int[]> way = new ArrayList<>();
		way.add(broken.cluster());
		for (long at = broken.parent(); at != NO_PARENT; at = this.shards[(int) (at >>> Integer.SIZE)]
			.parent((int) at)) {
			way.add(0, this.shards[(int) (at >>> Integer.SIZE)].get((int) at));
		}
		return new Storyteller(this.cluster).tell(way);
	}

	/**
	 * Adds what is reached.
	 */
	private final class Adding implements Visitor {

		private long parent;

		private long transitions;

		private long beyond;

		@Override
		public void next(int[] reached, Happening happening, @Nullable String broken) {
			this.transitions++;
			if (broken != null) {
				Search.this.found = new Break(broken, reached, this.parent);
			}
			else {
				add(reached, this.parent);
			}
		}

		@Override
		public void beyond() {
			this.beyond++;
		}

	}

}
