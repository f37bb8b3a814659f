package io.github.leaderelection.simulator.explorer.lease;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.LongSupplier;

import io.github.leaderelection.simulator.explorer.breadth.BreadthSearch;
import io.github.leaderelection.simulator.explorer.breadth.BreadthResult;
import org.jspecify.annotations.Nullable;

/**
 * A search in breadth over every state of instances that lead by a lease. One use each.
 */
public final class LeaseSearch {

	private static final long FOR_EVER = Long.MAX_VALUE / 2;

	private final LeaseBounds bounds;

	private final int threads;

	private final LongSupplier clock;

	private final long nanos;

	/**
	 * Prepares a search.
	 * @param threads how many threads search
	 * @param clock the monotonic clock, in nanoseconds
	 */
	public LeaseSearch(LeaseBounds bounds, int threads, LongSupplier clock, long nanos) {
		this.bounds = bounds;
		this.threads = threads;
		this.clock = clock;
		this.nanos = nanos;
	}

	/**
	 * Searches. A broken promise is looked for once more by one thread, however long that
	 * takes: several find one of the shortest ways, one finds always the same.
	 */
	public LeaseFindings run() {
		long began = this.clock.getAsLong();
		LeaseFindings findings = search(this.threads, began, this.nanos);
		return (findings.broken() != null && this.threads > 1) ? search(1, began, FOR_EVER) : findings;
	}

	private LeaseFindings search(int by, long began, long span) {
		LeaseSpace space = new LeaseSpace(this.bounds);
		BreadthResult found = new BreadthSearch(space, by, this.clock, began + span, this.bounds.maxStates(),
				this.bounds.maxDepth())
			.run();
		return new LeaseFindings(this.bounds, found.states(), found.transitions(), found.depth(),
				this.clock.getAsLong() - began, found.exhausted(), space.grants(), space.instanceStates(),
				found.broken(), tell(space, found.way()));
	}

	/** Tells the way, by names that each instance keeps. */
	private static List<String> tell(LeaseSpace space, List<int[]> way) {
		List<String> story = new ArrayList<>();
		String[] names = new String[space.width() - 1];
		Arrays.setAll(names, (i) -> Character.toString('a' + i));
		for (int i = 1; i < way.size(); i++) {
			Finder finder = new Finder(way.get(i));
			space.expand(way.get(i - 1), finder);
			LeaseAction happening = finder.happening;
			StateCodec.Coded coded = finder.coded;
			if (happening == null || coded == null) {
				throw new IllegalStateException("No event leads from one state to the next");
			}
			String[] before = names.clone();
			Arrays.setAll(names, (at) -> before[coded.order()[at]]);
			String said = happening.tell((happening.node() >= 0) ? before[happening.node()] : "");
			story.add(said + consequences(space.instances(way.get(i - 1)), space.instances(way.get(i)), coded, names));
		}
		return story;
	}

	private static String consequences(Instance[] before, Instance[] after, StateCodec.Coded coded, String[] names) {
		StringBuilder text = new StringBuilder();
		for (int at = 0; at < after.length; at++) {
			LeaseLeadership was = before[coded.order()[at]].reign();
			LeaseLeadership is = after[at].reign();
			if (is != null && was == null) {
				text.append("; ").append(names[at]).append(" IS GRANTED ").append(is.token());
			}
			else if (is == null && was != null) {
				text.append("; ").append(names[at]).append(" leads no more");
			}
		}
		return text.toString();
	}

	/**
	 * Finds the event that leads to a state.
	 */
	private static final class Finder implements LeaseSpace.Told {

		private final int[] wanted;

		private @Nullable LeaseAction happening;

		private StateCodec.@Nullable Coded coded;

		Finder(int[] wanted) {
			this.wanted = wanted;
		}

		@Override
		public void next(StateCodec.Coded after, LeaseAction what, @Nullable String broken) {
			if (this.happening == null && Arrays.equals(after.state(), this.wanted)) {
				this.happening = what;
				this.coded = after;
			}
		}

	}

}
