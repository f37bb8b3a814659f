package io.github.leaderelection.simulator.explorer;

import java.util.Arrays;
import java.util.List;

import io.github.leaderelection.internal.quorum.QuorumState;
import org.jspecify.annotations.Nullable;

/**
 * One state being written.
 */
final class Pass {

	private final Rewriter rewriter;

	private final long elapsed;

	private final Key key;

	private long[] names = new long[0];

	private int kept;

	private boolean won;

	private Questions questions = Questions.NONE;

	Pass(Rewriter rewriter, long elapsed, Key key) {
		this.rewriter = rewriter;
		this.elapsed = elapsed;
		this.key = key;
	}

	Rewriter.Rewritten state(QuorumState before) {
		@Nullable Object[] values = this.rewriter.access().layout().read(before);
		components(this.rewriter.access().layout(), values);
		return new Rewriter.Rewritten(this.rewriter.access().make(before, values), this.key,
				new Naming(this.names, this.kept, this.questions));
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
		if (value.getClass().getSimpleName().equals("Startup")) {
			this.questions = Questions.of(value);
			this.questions.write(layoutOfPart, values);
		}
		components(layoutOfPart, values);
		return layoutOfPart.make(values);
	}

	private Object sentBeats(Object value) {
		Beats.Renamed renamed = this.rewriter.beats().rename(value, this.elapsed);
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
				values[i] = wall(StateAccess.required(values[of.partner(i)]));
			}
		}
	}

	private Object answers(Object[] votes) {
		Object[] kept = votes.clone();
		for (int i = 0; i < kept.length; i++) {
			kept[i] = (this.won || kept[i].equals(this.rewriter.refused())) ? this.rewriter.open() : kept[i];
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
				return this.rewriter.unmeasured();
			}
			case HEALTH -> {
				return this.rewriter.healthy(value);
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
		long until = (Long) StateAccess.required(ofPromise.read(promise)[ofPromise.indexOf("untilNanos")]);
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
			case ACKNOWLEDGED -> this.rewriter.isTimeless() ? Scale.NONE : age(value);
			case JUST_NOW -> 0;
			case LONG_AGO -> Scale.FORGOTTEN;
			case NEVER -> Scale.NONE;
			case ZERO -> 0;
			case BEGAN -> this.rewriter.leasesDiffer() ? this.questions.began(this.elapsed - value) : 0;
			case UNNAMED -> -1;
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
