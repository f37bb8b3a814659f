package io.github.leaderelection.simulator.explorer.network;

import io.github.leaderelection.internal.quorum.QuorumMessage;
import io.github.leaderelection.internal.quorum.QuorumMessage.ElectionProposal;
import io.github.leaderelection.internal.quorum.QuorumMessage.ElectionResponse;
import io.github.leaderelection.internal.quorum.QuorumMessage.HeartbeatResponse;
import io.github.leaderelection.internal.quorum.QuorumMessage.LeaderHeartbeat;
import io.github.leaderelection.internal.quorum.QuorumMessage.StateAnswer;
import io.github.leaderelection.internal.quorum.QuorumMessage.StateQuestion;
import io.github.leaderelection.simulator.explorer.bounds.TimeScale;
import io.github.leaderelection.simulator.explorer.canonical.Naming;
import io.github.leaderelection.spi.Ballot;
import io.github.leaderelection.spi.Envelope;
import org.jspecify.annotations.Nullable;

/**
 * A message that was sent.
 *
 * @param envelope the message, its names as the one who gave them calls things now
 */
public record Message(int from, int to, Envelope<QuorumMessage> envelope) {

	public QuorumMessage body() {
		return this.envelope.body();
	}

	/** The term its sender says it leads in, 0 if it does not say so. */
	public long ledTerm() {
		return (body() instanceof LeaderHeartbeat heartbeat) ? heartbeat.term() : 0;
	}

	/** The term its sender votes in with it, 0 if it does not. */
	public long votedTerm() {
		if (body() instanceof ElectionProposal proposal) {
			return proposal.term();
		}
		return (body() instanceof ElectionResponse response && response.granted()) ? response.proposedTerm() : 0;
	}

	/** Whom its sender votes for with it, null if it does not. */
	public Ballot.@Nullable Vote vote() {
		if (votedTerm() == 0) {
			return null;
		}
		return (body() instanceof ElectionProposal) ? new Ballot.Vote(this.envelope.from(), this.envelope.incarnation())
				: new Ballot.Vote(TimeScale.id(this.to), this.envelope.answers());
	}

	/** Whether a node gave the names in it, in its present life. */
	public boolean isNamedBy(int node, long incarnation) {
		if (body() instanceof LeaderHeartbeat) {
			return this.from == node && this.envelope.incarnation() == incarnation;
		}
		if (body() instanceof StateQuestion) {
			return this.from == node && this.envelope.incarnation() == incarnation;
		}
		if (body() instanceof HeartbeatResponse || body() instanceof StateAnswer) {
			return this.to == node && this.envelope.answers() == incarnation;
		}
		return false;
	}

	/**
	 * The message under new names.
	 * @param naming how the one who gave the names calls things now
	 * @return the message, null if it means nothing any more: an answer that counts
	 * nowhere
	 */
	public @Nullable Message renamed(Naming naming) {
		if (body() instanceof HeartbeatResponse response) {
			long beat = naming.beat(response.sequence());
			return (beat == 0) ? null : with(new HeartbeatResponse(response.term(), beat, response.eligible(),
					response.promised(), response.leaseNanos()));
		}
		if (body() instanceof LeaderHeartbeat heartbeat) {
			return with(new LeaderHeartbeat(heartbeat.term(), heartbeat.token(), naming.beat(heartbeat.sequence()),
					heartbeat.backed(), heartbeat.spanNanos(), heartbeat.roundTripNanos(), heartbeat.successors()));
		}
		if (body() instanceof StateQuestion question) {
			return with(new StateQuestion(question.term(), naming.question(question.round())));
		}
		if (body() instanceof StateAnswer answer) {
			return with(new StateAnswer(answer.term(), naming.question(answer.round()), answer.voter(),
					answer.neverStood(), answer.spanNanos(), answer.drift()));
		}
		return this;
	}

	/**
	 * The message without what steers only.
	 * @return the message, null for an answer to what its asker has forgotten
	 */
	public @Nullable Message plain() {
		if (body() instanceof HeartbeatResponse response) {
			return (response.sequence() == 0) ? null : this;
		}
		if (body() instanceof LeaderHeartbeat heartbeat) {
			return with(new LeaderHeartbeat(heartbeat.term(), heartbeat.token(), heartbeat.sequence(),
					heartbeat.backed(), heartbeat.spanNanos(), 0, java.util.List.of()));
		}
		if (body() instanceof StateQuestion question) {
			return with(new StateQuestion(0, question.round()));
		}
		return this;
	}

	private Message with(QuorumMessage body) {
		Envelope<QuorumMessage> old = this.envelope;
		return new Message(this.from, this.to, new Envelope<>(old.cluster(), old.group(), old.from(), old.identity(),
				old.incarnation(), old.fingerprint(), old.answers(), body));
	}

	@Override
	public String toString() {
		return TimeScale.id(this.from) + "->" + TimeScale.id(this.to) + " " + body();
	}

}
