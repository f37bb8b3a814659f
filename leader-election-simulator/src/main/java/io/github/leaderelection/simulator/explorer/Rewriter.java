package io.github.leaderelection.simulator.explorer;

import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;

import org.jspecify.annotations.Nullable;

import io.github.leaderelection.protocol.Now;
import io.github.leaderelection.quorum.QuorumState;

/**
 * Writes a state anew so that situations that are alike are equal: the node's clock reads
 * 0, what is over is over, and names count from 1. The election cannot tell the state
 * from the one it made.
 */
final class Rewriter {

	private static final String PACKAGE = QuorumState.class.getPackageName();

	private static final Now ORIGIN = new Now(0, 0);

	private final Constructor<?> turn;

	private final Constructor<QuorumState> state;

	private final Field[] targets;

	private final Layout layout = Layout.of(QuorumState.class);

	private final Beats beats;

	private final Object unmeasured;

	private final Object open;

	private final Object refused;

	private final Facts facts;

	private final boolean timeless;

	Rewriter(Bounds bounds, Facts facts) {
		this.facts = facts;
		this.timeless = bounds.mode() == Mode.TIMELESS;
		try {
			Class<?> turnType = Class.forName(PACKAGE + ".Turn");
			this.turn = turnType.getDeclaredConstructor(QuorumState.class, Now.class, long.class);
			this.turn.setAccessible(true);
			this.state = QuorumState.class.getDeclaredConstructor(turnType);
			this.state.setAccessible(true);
			this.targets = new Field[this.layout.size()];
			for (int i = 0; i < this.targets.length; i++) {
				this.targets[i] = turnType.getDeclaredField(this.layout.name(i));
				this.targets[i].setAccessible(true);
			}
			this.beats = new Beats(Class.forName(PACKAGE + ".SentBeats"), bounds.beats());
			Field unknown = Class.forName(PACKAGE + ".Pace").getDeclaredField("UNKNOWN");
			unknown.setAccessible(true);
			this.unmeasured = unknown.get(null);
			Object[] votes = Objects.requireNonNull(Class.forName(PACKAGE + ".Candidacy$Vote").getEnumConstants());
			this.open = votes[0];
			this.refused = votes[2];
			if (!this.open.toString().equals("OPEN") || !this.refused.toString().equals("REFUSED")) {
				throw new IllegalStateException("The answers to a candidacy are not what they were: adapt this class");
			}
		}
		catch (ReflectiveOperationException ex) {
			throw new IllegalStateException("The election's state is not made as it was: adapt this class", ex);
		}
	}

	/**
	 * Writes a state anew.
	 * @param before the state
	 * @param elapsedNanos by how much the node's clock moved since it read 0
	 * @return the state, its key and its names
	 */
	Rewritten rewrite(QuorumState before, long elapsedNanos) {
		return new Pass(elapsedNanos, new Key(this.facts)).state(before);
	}

	/**
	 * Writes a record anew that has no names in it.
	 * @param <T> its type
	 * @param value the record
	 * @param elapsedNanos by how much the node's clock moved since it read 0
	 * @param key gets what tells it apart
	 * @return the record
	 */
	@SuppressWarnings("unchecked") // of the type it was made from
	<T> T rewritePart(T value, long elapsedNanos, Key key) {
		return (T) new Pass(elapsedNanos, key).part(value);
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
		return new Heed(termOf(candidacy), termOf(won), termOf(raise), incarnations, terms);
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

	private QuorumState make(QuorumState from, @Nullable Object[] values) {
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

	private static Object required(@Nullable Object value) {
		if (value == null) {
			throw new IllegalStateException("A component that is always set is not");
		}
		return value;
	}

	/**
	 * One state being written.
	 */
	private final class Pass {

		private final long elapsed;

		private final Key key;

		private long[] names = new long[0];

		private int kept;

		private boolean won;

		Pass(long elapsed, Key key) {
			this.elapsed = elapsed;
			this.key = key;
		}

		Rewritten state(QuorumState before) {
			@Nullable Object[] values = Rewriter.this.layout.read(before);
			components(Rewriter.this.layout, values);
			return new Rewritten(make(before, values), this.key, new Naming(this.names, this.kept));
		}

		Object part(Object value) {
			if (value instanceof List<?> list) {
				this.key.add(list.size());
				return list.stream().map(this::part).toList();
			}
			if (value.getClass().getSimpleName().equals("SentBeats")) {
				return sentBeats(value);
			}
			Layout layoutOfPart = Layout.of(value.getClass());
			@Nullable Object[] values = layoutOfPart.read(value);
			components(layoutOfPart, values);
			return layoutOfPart.make(values);
		}

		private Object sentBeats(Object value) {
			Beats.Renamed renamed = Rewriter.this.beats.rename(value, this.elapsed);
			this.names = renamed.names();
			this.kept = renamed.kept();
			for (long number : renamed.signature()) {
				this.key.add(number);
			}
			return renamed.beats();
		}

		private void components(Layout of, @Nullable Object[] values) {
			for (int i = 0; i < values.length; i++) {
				Object value = values[i];
				if (value != null && of.kind(i) == Kind.SPAN) {
					value = unlessOver(value);
				}
				values[i] = (value != null) ? component(of, i, value) : null;
				if (value == null) {
					this.key.add(Scale.NONE + 1);
				}
			}
			for (int i = 0; i < values.length; i++) {
				if (of.kind(i) == Kind.WALL) {
					values[i] = wall(required(values[of.partner(i)]));
				}
			}
		}

		private Object answers(Object[] votes) {
			Object[] kept = votes.clone();
			for (int i = 0; i < kept.length; i++) {
				kept[i] = (this.won || kept[i].equals(Rewriter.this.refused)) ? Rewriter.this.open : kept[i];
			}
			this.key.addFact(kept);
			return kept;
		}

		private Object component(Layout of, int i, Object value) {
			switch (of.kind(i)) {
				case FACT -> {
					this.key.addFact(value);
					return value;
				}
				case PART, SPAN -> {
					return part(value);
				}
				case WON -> {
					this.won = true;
					Object part = part(value);
					this.won = false;
					return part;
				}
				case WALL -> {
					return value;
				}
				case EMPTY -> {
					return List.of();
				}
				case UNMEASURED -> {
					return Rewriter.this.unmeasured;
				}
				case BEAT -> {
					return (long) this.kept;
				}
				case ANSWERS -> {
					return answers((Object[]) value);
				}
				case NONE -> throw new IllegalStateException("No state that is kept has a " + of.name(i));
				default -> {
					return instants(of.kind(i), value);
				}
			}
		}

		private @Nullable Object unlessOver(Object promise) {
			Layout ofPromise = Layout.of(promise.getClass());
			long until = (Long) required(ofPromise.read(promise)[ofPromise.indexOf("untilNanos")]);
			return (until - this.elapsed > 0) ? promise : null;
		}

		private Object instants(Kind kind, Object value) {
			if (kind == Kind.TIMER) {
				long[] plain = Timers.plain((long[]) value);
				this.key.addFact(plain);
				return plain;
			}
			if (value instanceof long[] several) {
				return Arrays.stream(several).map((each) -> number(kind, each)).toArray();
			}
			long one = number(kind, ((Number) value).longValue());
			if (value instanceof Integer) {
				return (int) one;
			}
			return one;
		}

		private long number(Kind kind, long value) {
			long written = switch (kind) {
				case DEADLINE -> (value == Scale.NONE) ? value : this.won ? 0 : Math.max(0, value - this.elapsed);
				case AGE -> age(value);
				case ACKNOWLEDGED -> Rewriter.this.timeless ? Scale.NONE : age(value);
				case JUST_NOW -> 0;
				case LONG_AGO -> Scale.FORGOTTEN;
				case NEVER -> Scale.NONE;
				case ZERO -> 0;
				default -> throw new IllegalStateException("No number: " + kind);
			};
			this.key.add(written);
			return written;
		}

		private long age(long value) {
			if (value == Scale.NONE) {
				return value;
			}
			long age = this.elapsed - value;
			return (age >= Scale.LEASE) ? Scale.FORGOTTEN : -age;
		}

		private Object wall(Object monotonic) {
			if (monotonic instanceof long[] several) {
				return Arrays.stream(several).map(Pass::millis).toArray();
			}
			return millis((Long) monotonic);
		}

		private static long millis(long nanos) {
			return (nanos == Scale.NONE) ? 0 : nanos / Scale.NANOS_PER_MILLI;
		}

	}

	/**
	 * A state that was written anew.
	 *
	 * @param state the state
	 * @param key equal for equal states only
	 * @param naming how rounds and heartbeats are called
	 */
	record Rewritten(QuorumState state, Key key, Naming naming) {
	}

}
