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

import io.github.leaderelection.simulator.explorer.bounds.AnyNomination;
import io.github.leaderelection.simulator.explorer.bounds.Bounds;
import io.github.leaderelection.simulator.explorer.network.Network;
import io.github.leaderelection.simulator.explorer.next.NextStates;
import io.github.leaderelection.simulator.explorer.next.Opening;
import io.github.leaderelection.simulator.explorer.next.Transition;
import io.github.leaderelection.simulator.explorer.next.TransitionVisitor;
import io.github.leaderelection.simulator.explorer.node.NodeActions;
import io.github.leaderelection.simulator.explorer.node.Outcomes;
import org.jspecify.annotations.Nullable;

/**
 * A search in breadth over every state of the cluster that can be reached: level by
 * level, so the first broken promise is found on a shortest way. One use each.
 */
public final class Search {

	private static final int BLOCK = 1024;

	private static final long FOR_EVER = Long.MAX_VALUE / 2;

	private final Bounds bounds;

	private final Opening opening;

	private final int threads;

	private final LongSupplier clock;

	private final long endNanos;

	private final AnyNomination nomination;

	private final NextStates next;

	private final VisitedSet visited;

	private final AtomicLong transitions = new AtomicLong();

	private final AtomicLong beyond = new AtomicLong();

	private volatile boolean outOfTime;

	private volatile @Nullable BrokenPromise found;

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
		this.opening = Opening.of(bounds);
		this.nomination = nomination;
		this.threads = threads;
		this.clock = clock;
		this.endNanos = clock.getAsLong() + nanos;
		Network network = new Network();
		this.next = new NextStates(bounds, nomination, network,
				new Outcomes(new NodeActions(bounds, nomination, network)));
		this.visited = new VisitedSet(this.next.width());
	}

	/**
	 * Searches. A broken promise is looked for once more by one thread, however long that
	 * takes: several find one of the shortest ways, one finds always the same.
	 * @return what was found
	 */
	public SearchResult run() {
		long began = this.clock.getAsLong();
		SearchResult result = searchOnce(began);
		return (result.broken() != null && this.threads > 1)
				? new Search(this.bounds, this.nomination, 1, this.clock, FOR_EVER).searchOnce(began) : result;
	}

	private SearchResult searchOnce(long began) {
		ExecutorService workers = Executors.newFixedThreadPool(this.threads);
		boolean exhausted;
		try {
			exhausted = searchLevels(workers);
		}
		finally {
			workers.shutdown();
		}
		BrokenPromise broken = this.found;
		return new SearchResult(this.bounds, this.visited.size(), this.transitions.get(), this.depth,
				this.clock.getAsLong() - began, exhausted, this.beyond.get(), this.next.nodeStates(),
				(broken != null) ? broken.rule() : null, (broken != null) ? trace(broken) : List.of());
	}

	private boolean searchLevels(ExecutorService workers) {
		this.visited.add(this.opening.play(this.next), VisitedSet.NO_PARENT);
		int[] from = new int[VisitedSet.SHARDS];
		int[] to = this.visited.sizes();
		while (this.depth < this.bounds.maxDepth()) {
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
			this.next.expand(this.visited.get(adding.parent), adding);
		}
		this.transitions.addAndGet(adding.transitions);
		this.beyond.addAndGet(adding.beyond);
		if (this.clock.getAsLong() - this.endNanos >= 0 || this.visited.size() >= this.bounds.maxStates()) {
			this.outOfTime = true;
		}
	}

	private boolean isOver() {
		return this.outOfTime || this.found != null;
	}

	private List<String> trace(BrokenPromise broken) {
		List<int[]> way = new ArrayList<>();
		way.add(broken.state());
		for (long at = broken.parent(); at != VisitedSet.NO_PARENT; at = this.visited.parent(at)) {
			way.add(0, this.visited.get(at));
		}
		return new Counterexample(this.next).tell(way);
	}

	/**
	 * Adds what is reached.
	 */
	private final class Adding implements TransitionVisitor {

		private long parent;

		private long transitions;

		private long beyond;

		@Override
		public void next(int[] reached, Transition transition, @Nullable String broken) {
			this.transitions++;
			if (broken != null) {
				Search.this.found = new BrokenPromise(broken, reached, this.parent);
			}
			else {
				Search.this.visited.add(reached, this.parent);
			}
		}

		@Override
		public void beyond() {
			this.beyond++;
		}

	}

}
