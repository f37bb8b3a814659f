package io.github.leaderelection.simulator.fault.plan;

import java.util.function.BiPredicate;

import io.github.leaderelection.Role;
import io.github.leaderelection.internal.protocol.Effect;
import io.github.leaderelection.internal.protocol.Step;
import io.github.leaderelection.internal.quorum.QuorumMessage;
import io.github.leaderelection.internal.quorum.QuorumMessage.ElectionProposal;
import io.github.leaderelection.internal.quorum.QuorumMessage.ElectionResponse;
import io.github.leaderelection.internal.quorum.QuorumMessage.LeadershipCession;
import io.github.leaderelection.internal.quorum.QuorumState;
import org.jspecify.annotations.Nullable;

/**
 * Where in the course of an election a fault strikes: chance alone seldom hits these few
 * milliseconds.
 */
public enum Juncture {

	/** A candidate sends its proposal. */
	CANDIDACY(FaultKind.CANDIDACY_STRUCK,
			(state, said) -> said instanceof ElectionProposal && state.role() != Role.LEADER),

	/** A member votes. */
	VOTE(FaultKind.VOTE_STRUCK, (state, said) -> said instanceof ElectionResponse response && response.granted()),

	/** Leadership is ceded. */
	HAND_OVER(FaultKind.HAND_OVER_STRUCK, (state, said) -> said instanceof LeadershipCession),

	/** A leader proposes a higher term. */
	RAISE(FaultKind.RAISE_STRUCK, (state, said) -> said instanceof ElectionProposal && state.role() == Role.LEADER);

	private final FaultKind kind;

	private final BiPredicate<QuorumState, QuorumMessage> at;

	Juncture(FaultKind kind, BiPredicate<QuorumState, QuorumMessage> at) {
		this.kind = kind;
		this.at = at;
	}

	/**
	 * The kind of fault that strikes here.
	 */
	public FaultKind kind() {
		return this.kind;
	}

	/**
	 * Finds what is said at this juncture.
	 * @return the send, null if the step is none of this juncture
	 */
	public Effect.@Nullable Send<QuorumMessage> in(Step<QuorumState, QuorumMessage> step) {
		for (Effect<QuorumMessage> effect : step.effects()) {
			if (effect instanceof Effect.Send<QuorumMessage> send && this.at.test(step.state(), send.body())) {
				return send;
			}
		}
		return null;
	}

}
