package io.github.leaderelection.internal.micrometer;

import io.micrometer.common.docs.KeyName;
import io.micrometer.observation.docs.ObservationDocumentation;

/**
 * The observations of elections. Names and keys must not change.
 */
enum ElectionObservation implements ObservationDocumentation {

	/** The time without a known leader. */
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

	/** The time from the begin of a drain until the leadership has ended. */
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
	 * The keys of both observations.
	 */
	enum Key implements KeyName {

		/** The group. */
		GROUP,

		/** The outcome. */
		OUTCOME;

		@Override
		public String asString() {
			return name().toLowerCase(java.util.Locale.ROOT);
		}

	}

}
