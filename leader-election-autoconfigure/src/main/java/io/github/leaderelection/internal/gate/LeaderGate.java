package io.github.leaderelection.internal.gate;

import io.github.leaderelection.spring.NotLeaderException.Reason;
import org.jspecify.annotations.Nullable;

/**
 * Decides whether a leader-only call runs. Safe for use from any thread.
 */
public interface LeaderGate {

	/**
	 * Asks to admit a call on the current thread.
	 * @param name the name of the call for operators
	 * @return the admission, or null if the call must not run
	 */
	@Nullable Admission admit(String group, String name);

	/**
	 * Why a call was just refused. Never says that it would be admitted now, even if this
	 * node has become leader meanwhile.
	 */
	WhyNot whyNot(String group);

	/**
	 * The gate of one group, which does not look up the elector at each call.
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
	 * A gate that ignores leadership.
	 * @param open whether every call runs, or none
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
