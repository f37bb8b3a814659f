package io.github.leaderelection.simulator.explorer;

import java.lang.reflect.Field;
import java.util.List;

import io.github.leaderelection.internal.algorithm.Algorithm;
import io.github.leaderelection.internal.nomination.NominatedElection;
import io.github.leaderelection.internal.nomination.Nominating;
import io.github.leaderelection.internal.nomination.Nomination;
import io.github.leaderelection.internal.nomination.NominationTimer;
import io.github.leaderelection.internal.protocol.ElectionSettings;
import io.github.leaderelection.spi.ElectionMessage;

/**
 * An election in two layers as it is shipped, and the nomination's own states by number.
 * Safe for use from any thread.
 *
 * @param <S> the state of both layers
 * @param <M> the messages of both layers
 */
final class TwoLayers<S extends Nominating<S>, M extends ElectionMessage> {

	/** The timers of the nomination's own come after those of the election below. */
	static final int FIRST_OWN_TIMER = firstOwnTimer();

	private static final NominationTimer[] TIMERS = NominationTimer.values();

	private final Nomination<S, M> nomination;

	private final Bounds bounds;

	private final NominationBounds limits;

	private final Speeches speeches;

	private final Facts facts = new Facts();

	private final Table<Key, Nominee> nominees = new Table<>();

	private TwoLayers(Nomination<S, M> nomination, Bounds bounds, NominationBounds limits, Speeches speeches) {
		this.nomination = nomination;
		this.bounds = bounds;
		this.limits = limits;
		this.speeches = speeches;
	}

	/**
	 * Finds an election.
	 * @param bounds what the search is limited to
	 * @param limits the name of the election, and what else it is limited to
	 * @param speeches where its messages are put
	 * @return the election
	 * @throws IllegalArgumentException if it does not have two layers
	 */
	static TwoLayers<?, ?> of(Bounds bounds, NominationBounds limits, Speeches speeches) {
		if (!(Algorithm.named(limits.algorithm()).protocol() instanceof NominatedElection<?, ?> nominated)) {
			throw new IllegalArgumentException(
					"The algorithm '" + limits.algorithm() + "' has no nomination: leave the name out");
		}
		return of(nominated, bounds, limits, speeches);
	}

	@SuppressWarnings("unchecked") // it is the nomination of that very election
	private static <S extends Nominating<S>, M extends ElectionMessage> TwoLayers<S, M> of(
			NominatedElection<S, M> nominated, Bounds bounds, NominationBounds limits, Speeches speeches) {
		try {
			Field field = NominatedElection.class.getDeclaredField("nomination");
			field.setAccessible(true);
			Nomination<S, M> nomination = (Nomination<S, M>) field.get(nominated);
			return new TwoLayers<>(nomination, bounds, limits, speeches);
		}
		catch (ReflectiveOperationException ex) {
			throw new IllegalStateException("The nomination is not where it was: adapt this class", ex);
		}
	}

	private static int firstOwnTimer() {
		int first = 0;
		while (NominationTimer.values()[first].below() != null) {
			first++;
		}
		return first;
	}

	static NominationTimer timer(int position) {
		return TIMERS[position];
	}

	static int timers() {
		return TIMERS.length;
	}

	ElectionSettings settings(int node) {
		return this.limits.settings(Scale.settings(node, this.bounds),
				NominationBounds.chooses(this.nomination.options()));
	}

	/**
	 * One node's part for the time of an event.
	 * @param node the node
	 * @param incarnation its life
	 * @param nominee the number of the state of the nomination, -1 before the start
	 */
	NominatedProgram<S, M> program(int node, long incarnation, int nominee) {
		return new NominatedProgram<>(this, node, incarnation, (nominee >= 0) ? this.nominees.get(nominee) : null);
	}

	/**
	 * Numbers a state of the nomination.
	 * @param state the state, as the nomination made it
	 * @param timers which of its timers are set
	 * @param reads the readings under way
	 * @param elapsed by how much the clock moved since it read 0
	 * @param allOver whether all that is awaited is over now
	 * @return its number, or -1 if a counter is too high
	 */
	int number(S state, int timers, List<Long> reads, long elapsed, boolean allOver) {
		Key key = new Key(this.facts);
		NomineePass pass = new NomineePass(elapsed, allOver, this.limits.counts(), key);
		Object written = pass.part(state);
		if (pass.isBeyond()) {
			return -1;
		}
		Nominee nominee = new Nominee(written, pass.set(timers), pass.reads(reads));
		Integer known = this.nominees.find(key);
		return (known != null) ? known : this.nominees.number(key.trimmed(), nominee);
	}

	Nominee nominee(int number) {
		return this.nominees.get(number);
	}

	int size() {
		return this.nominees.size();
	}

	Nomination<S, M> nomination() {
		return this.nomination;
	}

	Speeches speeches() {
		return this.speeches;
	}

	int positions() {
		return this.limits.positions();
	}

}
