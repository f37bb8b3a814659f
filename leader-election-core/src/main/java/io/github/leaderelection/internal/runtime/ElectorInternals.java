package io.github.leaderelection.internal.runtime;

import java.util.List;
import java.util.Optional;

import io.github.leaderelection.LeaderElector;
import io.github.leaderelection.internal.flapping.Flapping;
import io.github.leaderelection.internal.protocol.Notice;
import io.github.leaderelection.internal.protocol.StoreUse;
import org.jspecify.annotations.Nullable;

/**
 * The part of an elector that applications do not see: for meters, health, endpoint and
 * eligibility checks of its own node. Safe for use from any thread; never delays the
 * election. By default that of an elector without an election: it counts, traces and
 * obeys nothing.
 */
public interface ElectorInternals {

	/** The internals of a foreign elector, such as a test double of an application. */
	ElectorInternals NONE = new ElectorInternals() {
	};

	/**
	 * Returns the internals of an elector. Only this method asks whether an elector is
	 * the library's own.
	 * @return its internals, {@link #NONE} for one that has none
	 */
	static ElectorInternals of(LeaderElector elector) {
		return (elector instanceof ElectorInternals internals) ? internals : NONE;
	}

	/** Returns how often the election reported a notice since the elector was made. */
	default long count(Notice notice) {
		return 0;
	}

	/**
	 * Returns the newest inputs and their outcomes, beginning with a state.
	 * @return ASCII text, empty where the group does not run or keeps no trace
	 */
	default Optional<String> trace() {
		return Optional.empty();
	}

	/**
	 * Returns how often and why leadership changed of late.
	 * @return the picture of this instant, empty while the group does not run
	 */
	default Optional<Flapping> flapping() {
		return Optional.empty();
	}

	/**
	 * Returns the requests to the lease store since the start.
	 * @return the counts of this instant, empty while the group does not run, or where it
	 * elects among members
	 */
	default Optional<StoreUse> storeUse() {
		return Optional.empty();
	}

	/**
	 * Lists terms for which two leaders were named since the start: each a broken
	 * promise.
	 * @return sentences for an operator, the newest last; empty when all is well
	 */
	default List<String> disagreements() {
		return List.of();
	}

	/**
	 * Sets whether the application finds this node eligible. An ineligible node resigns
	 * gracefully if it leads, and does not stand; it votes and acknowledges as before.
	 * Independent of an operator's pause: both must allow standing. Cheap if nothing
	 * changed.
	 * @param reason why it is not, for the operator, the end of a sentence that begins
	 * with 'because'; null if it is
	 */
	default void ineligible(@Nullable String reason) {
	}

	/**
	 * Admits no leader-only work from this instant until the next start, though
	 * leadership goes on: the application is about to stop.
	 */
	default void stopAdmitting() {
	}

	/**
	 * Admits no leader-only work from this instant until the next start, and leaves the
	 * election if this node leads while none runs. So the next leader need not wait for
	 * the rest of the application's stop. Does not block.
	 * @return whether this node, as the leader, has begun to leave
	 */
	default boolean leaveIfIdle() {
		return false;
	}

	/** Ends a drain under way, as its timeout does. Does not block. */
	default void endDrain() {
	}

	/** Whether this node is no member and only observes. */
	default boolean observes() {
		return false;
	}

}
