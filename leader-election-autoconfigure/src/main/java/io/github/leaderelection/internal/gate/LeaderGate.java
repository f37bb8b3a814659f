package io.github.leaderelection.internal.gate;

import io.github.leaderelection.ElectionStatus;
import io.github.leaderelection.LeaderElector.Registration;
import io.github.leaderelection.LeadershipListener;
import io.github.leaderelection.spring.NotLeaderException.Reason;
import org.jspecify.annotations.Nullable;

/**
 * Supplies the gates that decide whether leader-only calls run. Safe for use from any
 * thread.
 */
@FunctionalInterface
public interface LeaderGate {

	/**
	 * The gate of one group.
	 * @param group the group whose leader may run the calls
	 */
	GroupGate of(String group);

	/**
	 * Creates a gate that does not depend on the leader.
	 * @param open true if every call runs, false if none does
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
			public Rejection whyNot() {
				return new Rejection(Reason.DISABLED, null);
			}

			@Override
			public @Nullable ElectionStatus status() {
				return null;
			}

			@Override
			public Registration addListener(LeadershipListener listener) {
				return () -> {
				};
			}

		};
		return (group) -> all;
	}

}
