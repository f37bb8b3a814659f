package io.github.leaderelection.internal.gate;

import io.github.leaderelection.ElectionStatus;
import io.github.leaderelection.LeaderElector.Registration;
import io.github.leaderelection.LeadershipListener;
import org.jspecify.annotations.Nullable;

/**
 * Decides whether a leader-only call of one group runs. Safe for use from any thread.
 */
public interface GroupGate {

	/**
	 * Asks to admit a call on the current thread.
	 * @param name the name of the call for operators
	 * @return the admission, or null if the call must not run
	 */
	@Nullable Admission admit(String name);

	/** Whether a call would be admitted now. */
	boolean isOpen();

	/**
	 * The reason why a call was just refused, even if it would be admitted now.
	 */
	Rejection whyNot();

	/**
	 * The status of the group on this node.
	 * @return the status, null if leader election is disabled
	 */
	@Nullable ElectionStatus status();

	/**
	 * Adds a listener of the group. If this node leads already, it is first notified of
	 * that.
	 */
	Registration addListener(LeadershipListener listener);

}
