package io.github.leaderelection.fencing;

import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

import io.github.leaderelection.LeaderSequenceNumber;

/**
 * A guard and gate for resources in the memory of one process. It forgets everything when
 * the process ends, and other instances do not know its tokens. A resource and a stream
 * of the same name share their tokens.
 */
public class InMemoryFencingGuard implements FencingGuard, SequenceGate {

	/** The default of the largest number of resources. */
	public static final int DEFAULT_MAX_RESOURCES = 10_000;

	private final ConcurrentMap<String, Mark> marks = new ConcurrentHashMap<>();

	private final FencingTally tally = new FencingTally();

	private final int maxResources;

	/**
	 * Creates a guard for at most {@value #DEFAULT_MAX_RESOURCES} resources.
	 */
	public InMemoryFencingGuard() {
		this(DEFAULT_MAX_RESOURCES);
	}

	/**
	 * Creates a guard.
	 * @param maxResources the largest number of resources, at least 1. Further resources
	 * are refused, for forgetting one would let older tokens pass again. Concurrent calls
	 * may exceed it slightly
	 * @throws IllegalArgumentException if the number is below 1
	 */
	public InMemoryFencingGuard(int maxResources) {
		if (maxResources < 1) {
			throw new IllegalArgumentException("maxResources is " + maxResources
					+ ", but a guard needs room for at least 1 resource: set it to the number of resources");
		}
		this.maxResources = maxResources;
	}

	@Override
	public void check(String resource, long token) {
		FencingGuard.requireToken(resource, token);
		Mark mark = raise(resource, new Mark(token, 0));
		if (!this.tally.count(mark.token() == token)) {
			throw new StaleTokenException(resource, token, mark.token());
		}
	}

	@Override
	public void check(String resource, LeaderSequenceNumber token) {
		Mark given = new Mark(token.fencingToken(), token.counter());
		Mark mark = raise(resource, given);
		if (!this.tally.count(mark.equals(given))) {
			throw new StaleTokenException(resource, token, mark.token(), mark.counter());
		}
	}

	@Override
	public OptionalLong highest(String resource) {
		Mark mark = this.marks.get(resource);
		return (mark != null) ? OptionalLong.of(mark.token()) : OptionalLong.empty();
	}

	@Override
	public boolean passes(String stream, LeaderSequenceNumber number) {
		Mark arrived = new Mark(number.fencingToken(), number.counter());
		return this.tally.count(raise(stream, arrived) == arrived);
	}

	@Override
	public Optional<LeaderSequenceNumber> last(String stream) {
		Mark mark = this.marks.get(stream);
		return (mark != null && mark.counter() > 0)
				? Optional.of(new LeaderSequenceNumber(mark.token(), mark.counter())) : Optional.empty();
	}

	/**
	 * Counts the outcomes of checks and messages.
	 * @return the live tally
	 */
	public FencingTally tally() {
		return this.tally;
	}

	/** Returns the given mark itself if it is higher than the present one. */
	private Mark raise(String resource, Mark given) {
		if (resource.isBlank()) {
			throw new IllegalArgumentException("The name of a guarded resource is blank ('" + resource
					+ "'): give it a name, the same at every writer");
		}
		if (this.marks.size() >= this.maxResources && !this.marks.containsKey(resource)) {
			throw new IllegalStateException("This guard has no room for '" + resource + "' beside " + this.maxResources
					+ " other resources: use fewer names, or a larger guard");
		}
		return this.marks.merge(resource, given, (present, higher) -> present.isBefore(higher) ? higher : present);
	}

	/**
	 * The mark of a resource.
	 *
	 * @param token the highest token
	 * @param counter the highest counter under it, 0 for none
	 */
	private record Mark(long token, long counter) {

		boolean isBefore(Mark other) {
			return (this.token != other.token) ? this.token < other.token : this.counter < other.counter;
		}

	}

}
