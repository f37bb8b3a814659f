package io.github.leaderelection.internal.runtime;

import java.util.List;
import java.util.Optional;

import io.github.leaderelection.LeaderElector;
import io.github.leaderelection.internal.flapping.Flapping;
import io.github.leaderelection.internal.protocol.Notice;
import io.github.leaderelection.internal.protocol.StoreUse;
import org.jspecify.annotations.Nullable;

/**
 * What an elector offers to the parts of its own node beside what applications see: to
 * meters, health, endpoint and checks of eligibility. Safe for use from any thread; never
 * delays the election.
 */
public interface ElectorInternals {

	/** Of an elector that is not made here, such as a double of an application's test. */
	ElectorInternals NONE = new NoInternals();

	/**
	 * The one place that asks whether an elector is one of ours.
	 * @return its internals, {@link #NONE} for one that has none
	 */
	static ElectorInternals of(LeaderElector elector) {
		return (elector instanceof ElectorInternals internals) ? internals : NONE;
	}

	/** How often the election reported something since its elector was made. */
	long count(Notice notice);

	/**
	 * The newest inputs and what came of them, from a state on.
	 * @return ASCII text, empty where the group does not run or keeps no trace
	 */
	Optional<String> trace();

	/**
	 * How restless leadership was of late.
	 * @return the picture of this instant, empty while the group does not run
	 */
	Optional<Flapping> flapping();

	/**
	 * What was asked of the store in which the lease is kept, since the start.
	 * @return the counts of this instant, empty while the group does not run, or where it
	 * elects among members
	 */
	Optional<StoreUse> storeUse();

	/**
	 * Terms for which two leaders were named since the start: each a broken promise.
	 * @return sentences for an operator, the newest last; empty when all is well
	 */
	List<String> disagreements();

	/**
	 * Says whether the application finds this node eligible. One that is not gives up
	 * gracefully if it leads, and does not stand; it votes and acknowledges as before.
	 * Apart from what an operator paused: both must allow it. Cheap where nothing
	 * changed.
	 * @param reason why it is not, for the operator, the end of a sentence that begins
	 * with 'because'; null if it is
	 */
	void ineligible(@Nullable String reason);

	/**
	 * Admits no leader-only work from this instant until the next start, though
	 * leadership goes on: the application is about to stop.
	 */
	void stopAdmitting();

	/**
	 * Admits no leader-only work from this instant until the next start, and leaves the
	 * election if this node leads while none runs: nothing is waited for, so the next
	 * leader need not wait for what else the application does before it stops. Does not
	 * block.
	 * @return whether it has been leaving since it led
	 */
	boolean leaveIfIdle();

	/** Whether this node is no member and only observes. */
	boolean observes();

}
