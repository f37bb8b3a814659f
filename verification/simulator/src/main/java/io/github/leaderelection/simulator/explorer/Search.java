package io.github.leaderelection.simulator.explorer;

import java.util.List;
import java.util.function.LongSupplier;

import io.github.leaderelection.simulator.explorer.bounds.AnyNomination;
import io.github.leaderelection.simulator.explorer.bounds.Bounds;
import io.github.leaderelection.simulator.explorer.breadth.BreadthSearch;
import io.github.leaderelection.simulator.explorer.breadth.BreadthResult;
import io.github.leaderelection.simulator.explorer.breadth.StateSpace;
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

	private static final long FOR_EVER = Long.MAX_VALUE / 2;

	private final Bounds bounds;

	private final Opening opening;

	private final int threads;

	private final LongSupplier clock;

	private final long endNanos;

	private final AnyNomination nomination;

	private final NextStates next;

	/**
	 * Prepares a search of the quorum election alone.
	 * @param threads how many threads search
	 * @param clock the monotonic clock, in nanoseconds
	 */
	public Search(Bounds bounds, int threads, LongSupplier clock, long nanos) {
		this(bounds, AnyNomination.NONE, threads, clock, nanos);
	}

	/**
	 * Prepares a search of an election in two layers.
	 * @param threads how many threads search
	 * @param clock the monotonic clock, in nanoseconds
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
	}

	/**
	 * Searches. A broken promise is looked for once more by one thread, however long that
	 * takes: several find one of the shortest ways, one finds always the same.
	 */
	public SearchResult run() {
		long began = this.clock.getAsLong();
		SearchResult result = searchOnce(began);
		return (result.broken() != null && this.threads > 1)
				? new Search(this.bounds, this.nomination, 1, this.clock, FOR_EVER).searchOnce(began) : result;
	}

	private SearchResult searchOnce(long began) {
		BreadthResult found = new BreadthSearch(new Cluster(), this.threads, this.clock, this.endNanos,
				this.bounds.maxStates(), this.bounds.maxDepth())
			.run();
		return new SearchResult(this.bounds, found.states(), found.transitions(), found.depth(),
				this.clock.getAsLong() - began, found.exhausted(), found.beyond(), this.next.nodeStates(),
				found.broken(), found.way().isEmpty() ? List.of() : new Counterexample(this.next).tell(found.way()));
	}

	/**
	 * The states of the cluster.
	 */
	private final class Cluster implements StateSpace {

		@Override
		public int width() {
			return Search.this.next.width();
		}

		@Override
		public int[] first() {
			return Search.this.opening.play(Search.this.next);
		}

		@Override
		public void expand(int[] state, Visitor visitor) {
			Search.this.next.expand(state, new TransitionVisitor() {

				@Override
				public void next(int[] reached, Transition transition, @Nullable String broken) {
					visitor.reached(reached, broken);
				}

				@Override
				public void beyond() {
					visitor.beyond();
				}

			});
		}

	}

}
