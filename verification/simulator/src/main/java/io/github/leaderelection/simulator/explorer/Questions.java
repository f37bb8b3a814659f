package io.github.leaderelection.simulator.explorer;

import java.util.Arrays;

import io.github.leaderelection.internal.quorum.QuorumMessage.StateAnswer;
import org.jspecify.annotations.Nullable;

/**
 * What a node without state has asked. Its questions are told apart by one thing alone:
 * whether they were asked before its wait ended.
 *
 * @param phase how far it is past its start
 * @param early the newest question that was asked before the wait ended
 * @param newcomers for each other node the life of it that said that it had never stood
 * @param metTerm the highest term that any node named to it
 */
record Questions(Phase phase, long early, long[] newcomers, long metTerm) {

	/** Of a node that has its state. */
	static final Questions NONE = new Questions(Phase.OTHER, 1, new long[0], 0);

	private static final long NOT_ASKED = 0;

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
						(long[]) StateAccess.required(values[layout.indexOf("newcomers")]),
						(Long) StateAccess.required(values[layout.indexOf("metTerm")]));
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
		boolean asks = this.phase != Phase.OTHER;
		values[layout.indexOf("early")] = asks ? EARLY : NOT_ASKED;
		values[layout.indexOf("round")] = !asks ? NOT_ASKED : (this.phase == Phase.LOST_WAITING) ? EARLY : LATE;
		if (!asks) {
			values[layout.indexOf("metTerm")] = NOT_ASKED;
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
	 * @param incarnation the answering node's life
	 * @param durable whether nodes keep their state: else no cluster is known to be new
	 */
	boolean waitsFor(StateAnswer answer, int position, long incarnation, boolean durable) {
		if (this.phase == Phase.OTHER) {
			return false;
		}
		boolean ofNewCluster = durable && this.phase != Phase.BY_CLOCK && answer.neverStood()
				&& this.newcomers[position] != incarnation;
		boolean namesMore = durable && this.phase != Phase.BY_CLOCK && answer.term() > this.metTerm;
		return ofNewCluster || namesMore
				|| this.phase != Phase.LOST_WAITING && answer.voter() && answer.round() > EARLY;
	}

	@Override
	public boolean equals(Object other) {
		return other instanceof Questions questions && questions.phase == this.phase && questions.early == this.early
				&& questions.metTerm == this.metTerm && Arrays.equals(questions.newcomers, this.newcomers);
	}

	@Override
	public int hashCode() {
		return 31 * Long.hashCode(this.early) + this.phase.hashCode();
	}

}
