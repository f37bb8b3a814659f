package io.github.leaderelection.simulator.explorer;

import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.util.Arrays;

import io.github.leaderelection.internal.protocol.Now;
import io.github.leaderelection.internal.quorum.QuorumState;
import org.jspecify.annotations.Nullable;

/**
 * Reads and changes what the election's state hides.
 */
final class StateAccess {

	private static final Now ORIGIN = new Now(0, 0);

	private final Constructor<?> turn;

	private final Constructor<QuorumState> state;

	private final Field[] targets;

	private final Layout layout = Layout.of(QuorumState.class);

	StateAccess() {
		try {
			Class<?> turnType = Class.forName(QuorumState.class.getPackageName() + ".Turn");
			this.turn = turnType.getDeclaredConstructor(QuorumState.class, Now.class, long.class);
			this.turn.setAccessible(true);
			this.state = QuorumState.class.getDeclaredConstructor(turnType);
			this.state.setAccessible(true);
			this.targets = new Field[this.layout.size()];
			for (int i = 0; i < this.targets.length; i++) {
				this.targets[i] = turnType.getDeclaredField(this.layout.name(i));
				this.targets[i].setAccessible(true);
			}
		}
		catch (ReflectiveOperationException ex) {
			throw new IllegalStateException("The election's state is not made as it was: adapt this class", ex);
		}
	}

	Layout layout() {
		return this.layout;
	}

	/**
	 * Makes a timer due.
	 * @param before the state
	 * @param timer the position of the timer
	 * @return the state
	 */
	QuorumState due(QuorumState before, int timer) {
		@Nullable Object[] values = this.layout.read(before);
		int at = this.layout.indexOf("deadlines");
		long[] deadlines = ((long[]) required(values[at])).clone();
		deadlines[timer] = 0;
		values[at] = deadlines;
		return make(before, values);
	}

	/**
	 * Ends the time of a candidacy, if there is one.
	 * @param before the state
	 * @return the state
	 */
	QuorumState outOfTime(QuorumState before) {
		@Nullable Object[] values = this.layout.read(before);
		int at = this.layout.indexOf("candidacy");
		values[at] = (values[at] != null) ? replaced(values[at], "endNanos", 0L) : null;
		return make(before, values);
	}

	/**
	 * As if a leader had not heard a quorum for the suspicion time.
	 * @param before the state of a leader
	 * @return the state
	 */
	QuorumState unheard(QuorumState before) {
		@Nullable Object[] values = this.layout.read(before);
		int at = this.layout.indexOf("reign");
		Object backing = required(part(required(values[at]), "backing"));
		long[] never = ((long[]) required(part(backing, "arrivedNanos"))).clone();
		Arrays.fill(never, Scale.NONE);
		values[at] = replaced(required(values[at]), "backing", replaced(backing, "arrivedNanos", never));
		return make(before, values);
	}

	/**
	 * As if a node without state had asked for long.
	 * @param before the state
	 * @return the state
	 */
	QuorumState waitedInVain(QuorumState before) {
		@Nullable Object[] values = this.layout.read(before);
		int at = this.layout.indexOf("startup");
		values[at] = replaced(values[at], "waitEndNanos", -Scale.LEASE);
		return make(before, values);
	}

	/**
	 * As if the known leader had just been heard.
	 * @param before the state
	 * @return the state
	 */
	QuorumState heardNow(QuorumState before) {
		@Nullable Object[] values = this.layout.read(before);
		int at = this.layout.indexOf("leader");
		values[at] = (values[at] != null) ? replaced(values[at], "heardNanos", 0L) : null;
		return make(before, values);
	}

	private static @Nullable Object part(Object of, String name) {
		Layout parts = Layout.of(of.getClass());
		return parts.read(of)[parts.indexOf(name)];
	}

	private static Object replaced(@Nullable Object of, String name, Object value) {
		Layout parts = Layout.of(required(of).getClass());
		@Nullable Object[] values = parts.read(required(of));
		values[parts.indexOf(name)] = value;
		return parts.make(values);
	}

	/**
	 * What of the letters to a node can still mean something to it.
	 * @param of its state
	 * @return what it heeds
	 */
	Heed heed(QuorumState of) {
		@Nullable Object[] values = this.layout.read(of);
		Object candidacy = values[this.layout.indexOf("candidacy")];
		Object reign = values[this.layout.indexOf("reign")];
		Object raise = (reign != null) ? part(reign, "raise") : null;
		Object won = (reign != null) ? part(reign, "won") : null;
		Object[] peers = (Object[]) required(values[this.layout.indexOf("peers")]);
		long[] incarnations = new long[peers.length];
		long[] terms = new long[peers.length];
		for (int i = 0; i < peers.length; i++) {
			incarnations[i] = (Long) required(part(peers[i], "cededIncarnation"));
			terms[i] = (Long) required(part(peers[i], "cededTerm"));
		}
		return new Heed(termOf(candidacy), termOf(won), termOf(raise), incarnations, terms,
				Questions.of(required(values[this.layout.indexOf("startup")])));
	}

	private static long termOf(@Nullable Object candidacy) {
		return (candidacy != null) ? (Long) required(part(candidacy, "term")) : 0;
	}

	/**
	 * The number of the scouting round that is open.
	 * @param of the state
	 * @return the number, 0 for none
	 */
	long openRound(QuorumState of) {
		Object scouting = this.layout.read(of)[this.layout.indexOf("scouting")];
		if (scouting == null) {
			return 0;
		}
		return (Long) required(part(scouting, "number"));
	}

	/**
	 * Ends a scouting round in which nobody answered in time.
	 * @param before the state
	 * @return the state
	 */
	QuorumState withoutScouting(QuorumState before) {
		@Nullable Object[] values = this.layout.read(before);
		values[this.layout.indexOf("scouting")] = null;
		int at = this.layout.indexOf("deadlines");
		long[] deadlines = ((long[]) required(values[at])).clone();
		deadlines[Timers.ROUND_END] = Scale.NONE;
		values[at] = deadlines;
		return make(before, values);
	}

	/**
	 * Which timers are set.
	 * @param of the state
	 * @return one bit for each
	 */
	int timers(QuorumState of) {
		long[] deadlines = (long[]) required(this.layout.read(of)[this.layout.indexOf("deadlines")]);
		int set = 0;
		for (int i = 0; i < deadlines.length; i++) {
			set |= (deadlines[i] != Scale.NONE) ? 1 << i : 0;
		}
		return set;
	}

	/**
	 * Makes a state from its components.
	 * @param from a state with the same facts
	 * @param values the components
	 * @return the state
	 */
	QuorumState make(QuorumState from, @Nullable Object[] values) {
		try {
			Object made = this.turn.newInstance(from, ORIGIN, 0L);
			for (int i = 0; i < values.length; i++) {
				if (this.layout.kind(i) != Kind.FACT) {
					this.targets[i].set(made, values[i]);
				}
			}
			return this.state.newInstance(made);
		}
		catch (ReflectiveOperationException ex) {
			throw new IllegalStateException(ex);
		}
	}

	static Object required(@Nullable Object value) {
		if (value == null) {
			throw new IllegalStateException("A component that is always set is not");
		}
		return value;
	}

}
