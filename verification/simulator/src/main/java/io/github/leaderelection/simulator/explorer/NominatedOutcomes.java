package io.github.leaderelection.simulator.explorer;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

import org.jspecify.annotations.Nullable;

/**
 * What events do to nodes that run an election in two layers. Of a node is known the
 * state of the election below; its nomination may be in any state that was seen together
 * with that one anywhere in the search. When that grows, a search has to begin again.
 * Safe for use from any thread.
 */
final class NominatedOutcomes implements Outcomes {

	private final Memo<Found> known = new Memo<>();

	private final Map<Integer, Bunch> bunches = new ConcurrentHashMap<>();

	private final AtomicLong grown = new AtomicLong();

	private final Steps steps;

	private final TwoLayers<?, ?> layers;

	private final Stirring stirring;

	private final int most;

	private NominatedOutcomes(Steps steps, TwoLayers<?, ?> layers, int terms, int most) {
		this.steps = steps;
		this.layers = layers;
		this.most = most;
		this.stirring = new Stirring(steps, layers, terms, most);
	}

	static NominatedOutcomes of(Bounds bounds, NominationBounds nomination, Links links) {
		TwoLayers<?, ?> layers = TwoLayers.of(bounds, nomination, new Speeches(bounds.nodes()));
		return new NominatedOutcomes(new Steps(bounds, links, layers::settings), layers, bounds.terms(),
				nomination.states());
	}

	@Override
	public Steps steps() {
		return this.steps;
	}

	@Override
	public long changes() {
		return this.grown.get() + this.layers.speeches().size();
	}

	@Override
	public Outcome[] of(int number, Move move, int argument) {
		int event = move.with(argument);
		Found found = this.known.get(number, event);
		if (found == null) {
			this.known.put(number, event, new Found());
			found = Objects.requireNonNull(this.known.get(number, event));
		}
		int said = this.layers.speeches().to(this.steps.node(number).node()).size();
		return found.goesBy(bunch(number), said) ? found.outcomes() : more(found, number, move, argument, said);
	}

	/** Finds what comes of it where the nomination may be in more states than before. */
	private Outcome[] more(Found found, int number, Move move, int argument, int said) {
		synchronized (found) {
			Bunch bunch = bunch(number);
			if (!found.goesBy(bunch, said)) {
				Bunch before = found.bunch();
				if (move == Move.NOMINATE) {
					int saidBefore = (before != null) ? found.said() : said;
					bunch = this.stirring.stir(number, (before != null) ? before : Bunch.NONE, bunch,
							new Stirring.Said(saidBefore, said), found.gathering());
					grow(number, bunch);
				}
				else {
					find(number, (before != null) ? bunch.without(before) : bunch, move, argument, found.gathering());
				}
				Outcome[] outcomes = gathered(found.gathering(), number);
				Bunch now = bunch(number);
				found.set(outcomes, now.equals(bunch) ? now : bunch, said);
			}
			return found.outcomes();
		}
	}

	private Bunch bunch(int number) {
		return this.bunches.getOrDefault(number, Bunch.NONE);
	}

	private void find(int number, Bunch bunch, Move move, int argument, Gathering gathering) {
		NodeState node = this.steps.node(number);
		for (int member : (node.state() != null) ? bunch.members() : new int[] { -1 }) {
			happens(node, member, move, argument, gathering);
		}
	}

	private void happens(NodeState node, int member, Move move, int argument, Gathering gathering) {
		int life = node.life() + ((move == Move.START) ? 1 : 0);
		boolean scouts = true;
		for (int i = 0; i < Scouted.OF_OTHERS.size() && scouts; i++) {
			NominatedProgram<?, ?> program = this.layers.program(node.node(), NodeState.incarnation(node.node(), life),
					member);
			Turnover turnover = new Turnover(this.steps, node, program);
			this.steps.take(turnover, move, argument);
			if (move == Move.CRASH) {
				gathering.addDown(turnover.outcome());
				return;
			}
			scouts = turnover.openRound() != 0;
			this.steps.answer(turnover, Scouted.OF_OTHERS.get(i));
			gathering.add(turnover.outcome(), program, 0, "");
		}
	}

	private Outcome[] gathered(Gathering gathering, int before) {
		List<Outcome> found = new ArrayList<>();
		if (gathering.isBeyond()) {
			found.add(Outcome.BEYOND);
		}
		gathering.all().forEach((noticed) -> {
			Outcome outcome = noticed.outcome();
			grow(outcome.node(), Bunch.of(noticed.members()));
			if (outcome.node() != before || !outcome.isQuiet()) {
				found.add(outcome);
			}
		});
		return found.isEmpty() ? NOTHING : found.toArray(Outcome[]::new);
	}

	private void grow(int number, Bunch added) {
		Bunch before = bunch(number);
		if (!before.containsAll(added)) {
			Bunch after = this.bunches.compute(number,
					(key, now) -> ((now != null) ? now : Bunch.NONE).and(added, this.most));
			if (after != before) {
				this.grown.incrementAndGet();
			}
		}
	}

	@Override
	public boolean isWhole() {
		return this.bunches.values().stream().allMatch((bunch) -> bunch.members().length < this.most);
	}

	@Override
	public String toString() {
		int most = this.bunches.values().stream().mapToInt((bunch) -> bunch.members().length).max().orElse(0);
		long all = this.bunches.values().stream().mapToLong((bunch) -> bunch.members().length).sum();
		return String.format(Locale.ROOT,
				"nominations: %d states, %d with those of single nodes, up to %d with one, %d messages, "
						+ "%d events of their own tried",
				this.layers.size(), all, most, this.layers.speeches().size(), this.stirring.tried());
	}

	/**
	 * What comes of an event, as far as is known.
	 */
	private static final class Found {

		private final Gathering gathering = new Gathering();

		private volatile @Nullable State state;

		Gathering gathering() {
			return this.gathering;
		}

		boolean goesBy(Bunch bunch, int said) {
			State known = this.state;
			return known != null && known.bunch() == bunch && known.said() == said;
		}

		@Nullable Bunch bunch() {
			State known = this.state;
			return (known != null) ? known.bunch() : null;
		}

		int said() {
			State known = this.state;
			return (known != null) ? known.said() : 0;
		}

		Outcome[] outcomes() {
			State known = this.state;
			return (known != null) ? known.outcomes() : NOTHING;
		}

		void set(Outcome[] outcomes, Bunch bunch, int said) {
			this.state = new State(outcomes, bunch, said);
		}

		/**
		 * What is known.
		 *
		 * @param outcomes the outcomes
		 * @param bunch the states the nomination may have been in before
		 * @param said how many messages there were to it
		 */
		private record State(Outcome[] outcomes, Bunch bunch, int said) {
		}

	}

}
