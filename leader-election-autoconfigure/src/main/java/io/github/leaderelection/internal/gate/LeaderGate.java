package io.github.leaderelection.internal.gate;

import io.github.leaderelection.spring.NotLeaderException.Reason;
import org.jspecify.annotations.Nullable;

/**
 * Decides whether a leader-only call runs. Safe for use from any thread.
 */
public interface LeaderGate {

	/**
	 * Asks for a call on the present thread.
	 * @param group the group whose leader may run it
	 * @param name names what is called, for the operator
	 * @return the admission, null for a call that must not run
	 */
	@Nullable Admission admit(String group, String name);

	/**
	 * Why a call that was not admitted a moment ago was not. Leadership may have come
	 * meanwhile, so this never answers that it would be admitted now.
	 * @param group the group whose leader may run it
	 * @return the reason
	 */
	WhyNot whyNot(String group);

	/**
	 * The gate of one group, for who asks again and again.
	 * @param group the group whose leader may run what is called
	 * @return a gate that looks nothing up
	 */
	default GroupGate of(String group) {
		return new GroupGate() {

			@Override
			public @Nullable Admission admit(String name) {
				return LeaderGate.this.admit(group, name);
			}

			@Override
			public WhyNot whyNot() {
				return LeaderGate.this.whyNot(group);
			}

		};
	}

	/**
	 * A gate that does not ask who leads.
	 * @param open whether every call runs, or none
	 * @return the gate
	 */
	static LeaderGate fixed(boolean open) {
		return new LeaderGate() {

			@Override
			public @Nullable Admission admit(String group, String name) {
				return open ? Admission.UNCOUNTED : null;
			}

			@Override
			public WhyNot whyNot(String group) {
				return new WhyNot(Reason.DISABLED, null);
			}

		};
	}

}
