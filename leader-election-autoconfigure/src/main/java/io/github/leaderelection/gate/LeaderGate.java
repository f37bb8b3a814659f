package io.github.leaderelection.gate;

import org.jspecify.annotations.Nullable;

/**
 * Decides whether a leader-only call runs. Safe for use from any thread.
 */
public interface LeaderGate {

	/**
	 * Asks for a call on the present thread.
	 * @param group the group whose leader may run it
	 * @return the admission, null for a call that must not run
	 */
	@Nullable Admission admit(String group);

	/**
	 * A gate that does not ask who leads.
	 * @param open whether every call runs, or none
	 * @return the gate
	 */
	static LeaderGate fixed(boolean open) {
		return (group) -> open ? Admission.UNCOUNTED : null;
	}

}
