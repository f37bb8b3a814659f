package io.github.leaderelection.internal.gate;

import io.github.leaderelection.spring.NotLeaderException.Reason;
import org.jspecify.annotations.Nullable;

/**
 * Knows what decides whether leader-only calls run. Safe for use from any thread.
 */
@FunctionalInterface
public interface LeaderGate {

	/**
	 * The gate of one group.
	 * @param group the group whose leader may run what is called
	 * @return a gate that looks nothing up
	 */
	GroupGate of(String group);

	/**
	 * A gate that does not ask who leads.
	 * @param open whether every call runs, or none
	 * @return the gate
	 */
	static LeaderGate fixed(boolean open) {
		GroupGate all = new GroupGate() {

			@Override
			public @Nullable Admission admit(String name) {
				return open ? Admission.UNCOUNTED : null;
			}

			@Override
			public boolean isOpen() {
				return open;
			}

			@Override
			public WhyNot whyNot() {
				return new WhyNot(Reason.DISABLED, null);
			}

		};
		return (group) -> all;
	}

}
