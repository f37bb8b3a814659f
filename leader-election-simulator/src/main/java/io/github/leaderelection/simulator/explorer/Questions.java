package io.github.leaderelection.simulator.explorer;

import java.util.Arrays;

import org.jspecify.annotations.Nullable;

import io.github.leaderelection.quorum.QuorumMessage.StateAnswer;

/**
 * What a node without state has asked. Its questions are told apart by one thing alone:
 * whether they were asked before its wait ended.
 *
 * @param phase how far it is past its start
 * @param early the newest question that was asked before the wait ended
 * @param noState for each other node whether it said that it has no state
 */
record Questions(Phase phase, long early, boolean[] noState) {

	/** Of a node that has its state. */
	static final Questions NONE = new Questions(Phase.OTHER, 1, new boolean[0]);

	private static final long EARLY = 1;

	private static final long LATE = 2;

	/**
	 * How far a node is past its start.
	 */
	enum Phase {

		/** Its wait is not over. */
		LOST_WAITING,
		/** Its wait is over. */
		LOST_ASKING,
		/** It goes by its wall clock, and asks on. */
		BY_CLOCK,
		/** It has its state. */
		OTHER

	}

	static Questions of(Object startup) {
		Layout layout = Layout.of(startup.getClass());
		@Nullable Object[] values = layout.read(startup);
		String phase = StateAccess.required(values[layout.indexOf("phase")]).toString();
		for (Phase each : Phase.values()) {
			if (each.name().equals(phase)) {
				return new Questions(each, (Long) StateAccess.required(values[layout.indexOf("early")]),
						(boolean[]) StateAccess.required(values[layout.indexOf("noState")]));
			}
		}
		return NONE;
	}

	/**
	 * Writes the numbers of the questions anew.
	 * @param layout the components of the start
	 * @param values what they are
	 */
	void write(Layout layout, @Nullable Object[] values) {
		if (this.phase != Phase.OTHER) {
			values[layout.indexOf("early")] = EARLY;
			values[layout.indexOf("round")] = (this.phase == Phase.LOST_WAITING) ? EARLY : LATE;
		}
	}

	/**
	 * How a question is called.
	 * @param round its number so far
	 */
	long named(long round) {
		return (round <= this.early) ? EARLY : LATE;
	}

	/**
	 * Whether every name that had a meaning before keeps it.
	 * @param before how they were called before
	 */
	boolean keeps(Questions before) {
		return before.phase == Phase.LOST_WAITING || before.phase == Phase.OTHER || this.phase == Phase.OTHER
				|| this.early < LATE;
	}

	/**
	 * When the node started, as far as it matters.
	 * @param age how long ago that is
	 */
	long began(long age) {
		return (this.phase != Phase.OTHER) ? -Math.min(age, Scale.LOST_WAIT) : 0;
	}

	/**
	 * Whether an answer may still change something.
	 * @param answer the answer
	 * @param position the answering node's position among the others
	 */
	boolean waitsFor(StateAnswer answer, int position) {
		if (this.phase == Phase.OTHER) {
			return false;
		}
		boolean ofNewCluster = this.phase != Phase.BY_CLOCK && answer.noState() && !this.noState[position];
		return ofNewCluster || this.phase != Phase.LOST_WAITING && answer.voter() && answer.round() > EARLY;
	}

	@Override
	public boolean equals(Object other) {
		return other instanceof Questions questions && questions.phase == this.phase && questions.early == this.early
				&& Arrays.equals(questions.noState, this.noState);
	}

	@Override
	public int hashCode() {
		return 31 * Long.hashCode(this.early) + this.phase.hashCode();
	}

}
