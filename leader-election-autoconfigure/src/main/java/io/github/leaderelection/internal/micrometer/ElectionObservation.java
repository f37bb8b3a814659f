package io.github.leaderelection.internal.micrometer;

import io.micrometer.common.docs.KeyName;
import io.micrometer.observation.docs.ObservationDocumentation;

/**
 * The observations of elections. Names and keys must not change.
 */
enum ElectionObservation implements ObservationDocumentation {

	/** From when no leader is known until one is. */
	ELECTION {

		@Override
		public String getName() {
			return "leader.election.election";
		}

		@Override
		public String getContextualName() {
			return "election";
		}

	},

	/** From when a leader admits no more work until its leadership has ended. */
	DRAIN {

		@Override
		public String getName() {
			return "leader.election.drain";
		}

		@Override
		public String getContextualName() {
			return "drain";
		}

	};

	@Override
	public KeyName[] getLowCardinalityKeyNames() {
		return Key.values();
	}

	/**
	 * The keys of both.
	 */
	enum Key implements KeyName {

		/** The group. */
		GROUP,

		/** How it ended. */
		OUTCOME;

		@Override
		public String asString() {
			return name().toLowerCase(java.util.Locale.ROOT);
		}

	}

}
