package io.github.leaderelection.simulator.explorer.canonical;

import java.util.Arrays;

import io.github.leaderelection.internal.quorum.QuorumMessage.StateAnswer;
import io.github.leaderelection.internal.quorum.QuorumState;
import io.github.leaderelection.simulator.explorer.canonical.ExploredState.Lost;

/**
 * What a node without state has asked. Its questions are told apart by one thing alone:
 * whether they were asked before its wait ended.
 *
 * @param lost how far it is past a start without state
 * @param early the newest question that was asked before the wait ended
 * @param newcomers for each other node the life of it that said that it had never stood
 * @param metTerm the highest term that any node named to it
 */
public record Questions(Lost lost, long early, long[] newcomers, long metTerm) {

	/** Of a node that has its state. */
	public static final Questions NONE = new Questions(Lost.NOT, 1, new long[0], 0);

	/** Names all questions that were asked before a start wait ended. */
	static final long EARLY = 1;

	/** Names all questions that were asked after it. */
	static final long LATE = 2;

	public static Questions of(QuorumState state) {
		ExploredState seen = new ExploredState(state);
		return (seen.lost() != Lost.NOT)
				? new Questions(seen.lost(), seen.earlyQuestion(), seen.newcomers(), seen.metTerm()) : NONE;
	}

	/** How a question is called. */
	long named(long round) {
		return (round <= this.early) ? EARLY : LATE;
	}

	/** Whether every name that had a meaning before keeps it. */
	boolean keeps(Questions before) {
		return before.lost == Lost.WAITING || before.lost == Lost.NOT || this.lost == Lost.NOT || this.early < LATE;
	}

	/**
	 * Whether an answer may still change something.
	 * @param position the answering node's position among the others
	 * @param durable whether nodes keep their state: else no cluster is known to be new
	 */
	public boolean waitsFor(StateAnswer answer, int position, long incarnation, boolean durable) {
		if (this.lost == Lost.NOT) {
			return false;
		}
		boolean ofNewCluster = durable && this.lost != Lost.BY_CLOCK && answer.neverStood()
				&& this.newcomers[position] != incarnation;
		boolean namesMore = durable && this.lost != Lost.BY_CLOCK && answer.term() > this.metTerm;
		return ofNewCluster || namesMore || this.lost != Lost.WAITING && answer.voter() && answer.round() > EARLY;
	}

	@Override
	public boolean equals(Object other) {
		return other instanceof Questions questions && questions.lost == this.lost && questions.early == this.early
				&& questions.metTerm == this.metTerm && Arrays.equals(questions.newcomers, this.newcomers);
	}

	@Override
	public int hashCode() {
		return 31 * Long.hashCode(this.early) + this.lost.hashCode();
	}

}
