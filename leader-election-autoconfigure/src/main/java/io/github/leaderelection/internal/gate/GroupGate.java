package io.github.leaderelection.internal.gate;

import org.jspecify.annotations.Nullable;

/**
 * Decides whether a leader-only call of one group runs. Safe for use from any thread.
 */
public interface GroupGate {

	/**
	 * Asks for a call on the present thread.
	 * @param name names what is called, for the operator
	 * @return the admission, null for a call that must not run
	 */
	@Nullable Admission admit(String name);

	/**
	 * Why a call that was not admitted a moment ago was not.
	 * @return the reason; never that it would be admitted now
	 */
	WhyNot whyNot();

}
