package io.github.leaderelection.simulator.explorer;

import java.util.function.LongSupplier;
import java.util.function.Supplier;

import io.github.leaderelection.simulator.explorer.assignment.AssignmentBounds;
import io.github.leaderelection.simulator.explorer.assignment.AssignmentSpace;
import io.github.leaderelection.simulator.explorer.bounds.AnyNomination;
import io.github.leaderelection.simulator.explorer.bounds.Bounds;
import io.github.leaderelection.simulator.explorer.breadth.BreadthSearch;
import io.github.leaderelection.simulator.explorer.breadth.SearchResult;
import io.github.leaderelection.simulator.explorer.breadth.StateSpace;
import io.github.leaderelection.simulator.explorer.lease.LeaseBounds;
import io.github.leaderelection.simulator.explorer.lease.LeaseSpace;

/**
 * A search in breadth over every state that can be reached: level by level, so the first
 * broken promise is found on a shortest way. One use each.
 */
public final class Search {

	private static final long FOR_EVER = Long.MAX_VALUE / 2;

	private final Supplier<StateSpace<?>> spaces;

	private final StateSpace<?> space;

	private final long maxStates;

	private final int maxDepth;

	private final int threads;

	private final LongSupplier clock;

	private final long endNanos;

	/**
	 * Prepares a search of the quorum election alone.
	 * @param threads how many threads search
	 * @param clock the monotonic clock, in nanoseconds
	 */
	public Search(Bounds bounds, int threads, LongSupplier clock, long nanos) {
		this(bounds, AnyNomination.NONE, threads, clock, nanos);
	}

	/** Prepares a search of an election in two layers. */
	public Search(Bounds bounds, AnyNomination nomination, int threads, LongSupplier clock, long nanos) {
		this(() -> new ClusterSpace(bounds, nomination), bounds.maxStates(), bounds.maxDepth(), threads, clock, nanos);
	}

	/** Prepares a search of instances that lead by a lease. */
	public Search(LeaseBounds bounds, int threads, LongSupplier clock, long nanos) {
		this(() -> new LeaseSpace(bounds), bounds.maxStates(), bounds.maxDepth(), threads, clock, nanos);
	}

	/** Prepares a search of workers and the leaders that spread partitions over them. */
	public Search(AssignmentBounds bounds, int threads, LongSupplier clock, long nanos) {
		this(() -> new AssignmentSpace(bounds), bounds.maxStates(), bounds.maxDepth(), threads, clock, nanos);
	}

	private Search(Supplier<StateSpace<?>> spaces, long maxStates, int maxDepth, int threads, LongSupplier clock,
			long nanos) {
		this.spaces = spaces;
		this.space = spaces.get();
		this.maxStates = maxStates;
		this.maxDepth = maxDepth;
		this.threads = threads;
		this.clock = clock;
		this.endNanos = clock.getAsLong() + nanos;
	}

	/**
	 * Searches. A broken promise is looked for once more by one thread, however long that
	 * takes: several find one of the shortest ways, one finds always the same.
	 */
	public SearchResult run() {
		SearchResult result = search(this.space, this.threads, this.endNanos);
		return (result.broken() != null && this.threads > 1)
				? search(this.spaces.get(), 1, this.clock.getAsLong() + FOR_EVER) : result;
	}

	private SearchResult search(StateSpace<?> of, int by, long until) {
		return new BreadthSearch<>(of, by, this.clock, until, this.maxStates, this.maxDepth).run();
	}

}
