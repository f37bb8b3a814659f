package io.github.leaderelection.simulator.explorer.node;

import java.util.List;

import io.github.leaderelection.internal.protocol.Lease;
import io.github.leaderelection.internal.protocol.Now;
import io.github.leaderelection.internal.quorum.QuorumMessage.ElectionProposal;
import io.github.leaderelection.internal.quorum.QuorumMessage.ElectionResponse;
import io.github.leaderelection.internal.quorum.QuorumMessage.LeaderHeartbeat;
import io.github.leaderelection.internal.quorum.QuorumMessage.LeadershipCession;
import io.github.leaderelection.internal.quorum.QuorumMessage.StaleHeartbeat;
import io.github.leaderelection.internal.quorum.QuorumMessage.StateAnswer;
import io.github.leaderelection.internal.quorum.QuorumMessage.StateQuestion;
import io.github.leaderelection.internal.quorum.QuorumState;
import io.github.leaderelection.simulator.explorer.canonical.Naming;
import io.github.leaderelection.simulator.explorer.network.Message;
import io.github.leaderelection.spi.Ballot;
import org.jspecify.annotations.Nullable;

/**
 * One node between two events.
 *
 * @param life how often it was started, from 0
 * @param state of the election, null while it is down
 * @param timers which timers are set, one bit for each
 * @param pending what waits for a save in flight, or null
 * @param grant the grant it holds, or null
 */
public record NodeState(int node, int life, Ballot disk, @Nullable QuorumState state, int timers, Naming naming,
		Awaited awaited, @Nullable Pending pending, @Nullable Held grant) {

	/** A disk with nothing on it. */
	static final Ballot BLANK = new Ballot("", false, 0, null, 0, 0, 0, false);

	private static final int LIVES = 16;

	static NodeState down(int node, int life, Ballot saved) {
		return new NodeState(node, life, saved, null, 0, Naming.GONE, Awaited.NOTHING, null, null);
	}

	/** Whether there is nothing on its disk. */
	public boolean isBlank() {
		return this.disk.equals(BLANK);
	}

	/** Whether it answers that it leads. */
	public boolean leads() {
		return this.grant != null && this.grant.lease().valid(new Now(0, 0));
	}

	private boolean isDurable() {
		return this.state != null && this.state.settings().durable();
	}

	long incarnation() {
		return incarnation(this.node, this.life);
	}

	static long incarnation(int node, int life) {
		return 1 + (long) node * LIVES + life;
	}

	/** Which node made a start. */
	static int nodeOf(long incarnation) {
		return (int) (incarnation - 1) / LIVES;
	}

	/** The start of this node whose process ended last, 0 for none. */
	public int newestEnded() {
		int ended = (this.state != null) ? this.life - 1 : this.life;
		return (ended >= 0) ? (int) incarnation(this.node, ended) : 0;
	}

	/**
	 * Whether a message to this node that changes nothing in it now may do so later. What
	 * is refused for its term only tells of a higher one, and that scouts tell as well.
	 */
	public boolean heeds(Message message) {
		long term = message.body().term();
		if (message.body() instanceof ElectionProposal) {
			boolean spent = this.disk.vote() != null && !this.disk.vote().equals(message.vote());
			return term > this.disk.term() || term == this.disk.term() && !spent;
		}
		if (message.body() instanceof LeaderHeartbeat heartbeat) {
			long won = (this.state != null) ? this.state.wonTerm() : 0;
			return heartbeat.sequence() > 0 || term >= ((won > 0) ? won : this.disk.term());
		}
		if (message.body() instanceof LeadershipCession) {
			int position = message.from() - ((message.from() > this.node) ? 1 : 0);
			return !this.awaited.hasHeardCession(position, message.envelope().incarnation(), term);
		}
		boolean own = this.state != null && message.envelope().answers() == incarnation();
		if (message.body() instanceof ElectionResponse response) {
			return own && (response.granted() ? this.awaited.waitsForVotesIn(response.proposedTerm())
					: term > this.disk.term() || this.awaited.raise() > 0);
		}
		if (message.body() instanceof StateAnswer answer) {
			int position = message.from() - ((message.from() > this.node) ? 1 : 0);
			return own && this.awaited.questions()
				.waitsFor(answer, position, message.envelope().incarnation(), isDurable());
		}
		if (message.body() instanceof StateQuestion) {
			// asked again as long as its asker waits for answers
			return false;
		}
		return !(message.body() instanceof StaleHeartbeat) || own && this.awaited.token() > 0;
	}

	/**
	 * A save in flight.
	 */
	record Pending(Ballot ballot, List<Message> withheld) {
	}

	/**
	 * A grant as it is published.
	 *
	 * @param lease until when
	 */
	record Held(long token, long term, Lease lease) {
	}

}
