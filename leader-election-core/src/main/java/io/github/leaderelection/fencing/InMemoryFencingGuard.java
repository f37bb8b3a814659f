package io.github.leaderelection.fencing;

import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.function.Function;

import io.github.leaderelection.LeaderSequenceNumber;
import org.jspecify.annotations.Nullable;

/**
 * A guard and gate for what is itself kept in the memory of one process: it forgets all
 * when that ends, and its other instances know nothing of it. What guards a resource also
 * guards the stream of the same name.
 */
public class InMemoryFencingGuard implements FencingGuard, SequenceGate {

	/** How many resources a guard knows if nobody says otherwise. */
	public static final int DEFAULT_MAX_RESOURCES = 10_000;

	private final ConcurrentMap<String, Mark> marks = new ConcurrentHashMap<>();

	private final FencingTally tally = new FencingTally();

	private final int maxResources;

	/**
	 * A guard that knows at most {@value #DEFAULT_MAX_RESOURCES} resources.
	 */
	public InMemoryFencingGuard() {
		this(DEFAULT_MAX_RESOURCES);
	}

	/**
	 * A guard of a number of resources.
	 * @param maxResources the most it knows, at least 1, a few more where several threads
	 * bring new ones at once. It never forgets one, for that would let older tokens pass
	 * again; where that many are known a new one is refused
	 * @throws IllegalArgumentException if it is below 1
	 */
	public InMemoryFencingGuard(int maxResources) {
		if (maxResources < 1) {
			throw new IllegalArgumentException("A guard knows at least 1 resource, but maxResources is " + maxResources
					+ ": give it as many as there are");
		}
		this.maxResources = maxResources;
	}

	@Override
	public void check(String resource, long token) {
		requireName(resource);
		FencingGuard.requireToken(resource, token);
		Mark mark = advance(resource, (present) -> present.admits(token) ? present.raisedTo(token) : present);
		if (!this.tally.count(mark.token() == token)) {
			throw new StaleTokenException(resource, token, mark.token());
		}
	}

	@Override
	public OptionalLong highest(String resource) {
		Mark mark = this.marks.get(resource);
		return (mark != null) ? OptionalLong.of(mark.token()) : OptionalLong.empty();
	}

	@Override
	public boolean passes(String stream, LeaderSequenceNumber number) {
		requireName(stream);
		Mark arrived = new Mark(number.fencingToken(), number.counter());
		Mark mark = advance(stream, (present) -> present.isBefore(arrived) ? arrived : present);
		return this.tally.count(mark == arrived);
	}

	@Override
	public Optional<LeaderSequenceNumber> last(String stream) {
		Mark mark = this.marks.get(stream);
		return (mark != null && mark.counter() > 0)
				? Optional.of(new LeaderSequenceNumber(mark.token(), mark.counter())) : Optional.empty();
	}

	/**
	 * What became of checks and messages.
	 * @return the tally, which goes on counting
	 */
	public FencingTally tally() {
		return this.tally;
	}

	private Mark advance(String resource, Function<Mark, Mark> step) {
		if (this.marks.size() >= this.maxResources && !this.marks.containsKey(resource)) {
			throw new IllegalStateException("This guard knows " + this.maxResources + " resources and cannot take '"
					+ resource + "': use fewer names, or make it larger");
		}
		return this.marks.compute(resource, (name, present) -> step.apply(orNone(present)));
	}

	private static Mark orNone(@Nullable Mark mark) {
		return (mark != null) ? mark : Mark.NONE;
	}

	private static void requireName(String name) {
		if (name.isBlank()) {
			throw new IllegalArgumentException(
					"The name of a guarded resource is '" + name + "': give it one, the same at every writer");
		}
	}

	/**
	 * How far a resource has come.
	 *
	 * @param token the highest token
	 * @param counter the highest counter under it, 0 for none
	 */
	private record Mark(long token, long counter) {

		static final Mark NONE = new Mark(0, 0);

		boolean admits(long other) {
			return other >= this.token;
		}

		Mark raisedTo(long other) {
			return (other > this.token) ? new Mark(other, 0) : this;
		}

		boolean isBefore(Mark other) {
			return (this.token != other.token) ? this.token < other.token : this.counter < other.counter;
		}

	}

}
