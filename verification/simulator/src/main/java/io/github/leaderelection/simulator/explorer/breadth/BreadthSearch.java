package io.github.leaderelection.simulator.explorer.breadth;

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
 * A search in breadth over every state that can be reached: level by level, so the first
 * broken promise is found on a shortest way. One use each.
 */
public final class BreadthSearch<E> {

	private static final int BLOCK = 1024;

	private final StateSpace<E> space;

	private final int threads;

	private final LongSupplier clock;

	private final long endNanos;

	private final long maxStates;

	private final int maxDepth;

	private final VisitedSet visited;

	private final AtomicLong transitions = new AtomicLong();

	private final AtomicLong beyond = new AtomicLong();

	private volatile boolean outOfTime;

	private volatile @Nullable BrokenPromise found;

	private int depth;

	/**
	 * Prepares a search.
	 * @param threads how many threads search
	 * @param clock the monotonic clock, in nanoseconds
	 * @param endNanos until when to search
	 * @param maxStates after how many states to give up
	 * @param maxDepth how many events in a row at most
	 */
	public BreadthSearch(StateSpace<E> space, int threads, LongSupplier clock, long endNanos, long maxStates,
			int maxDepth) {
		this.space = space;
		this.threads = threads;
		this.clock = clock;
		this.endNanos = endNanos;
		this.maxStates = maxStates;
		this.maxDepth = maxDepth;
		this.visited = new VisitedSet(space.width());
	}

	/** Searches. */
	public SearchResult run() {
		long began = this.clock.getAsLong();
		ExecutorService workers = Executors.newFixedThreadPool(this.threads);
		boolean exhausted;
		try {
			exhausted = searchLevels(workers);
		}
		finally {
			workers.shutdown();
		}
		BrokenPromise broken = this.found;
		return new SearchResult(this.space.bounds(), this.visited.size(), this.transitions.get(), this.depth,
				this.clock.getAsLong() - began, exhausted, this.beyond.get(), this.space.counts(),
				(broken != null) ? broken.rule() : null, (broken != null) ? this.space.tell(way(broken)) : List.of());
	}

	private boolean searchLevels(ExecutorService workers) {
		this.visited.add(this.space.first(), VisitedSet.NO_PARENT);
		int[] from = new int[VisitedSet.SHARDS];
		int[] to = this.visited.sizes();
		while (this.depth < this.maxDepth) {
			searchLevel(workers, from, to);
			if (isOver()) {
				return false;
			}
			from = to;
			to = this.visited.sizes();
			if (Arrays.equals(from, to)) {
				return true;
			}
			this.depth++;
		}
		return false;
	}

	private void searchLevel(ExecutorService workers, int[] from, int[] to) {
		List<long[]> blocks = new ArrayList<>();
		for (int shard = 0; shard < VisitedSet.SHARDS; shard++) {
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
			adding.parent = VisitedSet.place(shard, index);
			this.space.expand(this.visited.get(adding.parent), adding);
		}
		this.transitions.addAndGet(adding.transitions);
		this.beyond.addAndGet(adding.beyond);
		if (this.clock.getAsLong() - this.endNanos >= 0 || this.visited.size() >= this.maxStates) {
			this.outOfTime = true;
		}
	}

	private boolean isOver() {
		return this.outOfTime || this.found != null;
	}

	private List<int[]> way(BrokenPromise broken) {
		List<int[]> way = new ArrayList<>();
		way.add(broken.state());
		for (long at = broken.parent(); at != VisitedSet.NO_PARENT; at = this.visited.parent(at)) {
			way.add(0, this.visited.get(at));
		}
		return way;
	}

	/**
	 * Adds what is reached.
	 */
	private final class Adding implements StateSpace.Visitor<E> {

		private long parent;

		private long transitions;

		private long beyond;

		@Override
		public void reached(int[] state, E event, @Nullable String broken) {
			this.transitions++;
			if (broken != null) {
				BreadthSearch.this.found = new BrokenPromise(broken, state, this.parent);
			}
			else {
				BreadthSearch.this.visited.add(state, this.parent);
			}
		}

		@Override
		public void beyond() {
			this.beyond++;
		}

	}

	/**
	 * A broken promise.
	 *
	 * @param state the state in which it is broken
	 * @param parent where the state before it is in the visited set
	 */
	private record BrokenPromise(String rule, int[] state, long parent) {
	}

}
