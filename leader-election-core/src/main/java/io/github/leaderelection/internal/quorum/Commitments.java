package io.github.leaderelection.internal.quorum;

import java.util.ArrayList;
import java.util.List;

import io.github.leaderelection.NodeId;
import io.github.leaderelection.internal.quorum.state.StatePart;
import io.github.leaderelection.internal.quorum.state.SupportPromise;
import io.github.leaderelection.spi.Ballot;
import io.github.leaderelection.spi.Envelope;
import org.jspecify.annotations.Nullable;

/**
 * What this node is bound to. Only {@code Voter} changes it.
 *
 * @param ballot the ballot as the next save would write it
 * @param saved the ballot known to be saved, null before the first save
 * @param saveProblem why nothing can be saved, null while all is well
 * @param promise the promise to support nobody else, or null
 * @param held proposals that wait for the promise to another to end
 */
public record Commitments(Ballot ballot, @Nullable Ballot saved, @Nullable String saveProblem,
		@Nullable SupportPromise promise, List<HeldProposal> held) implements StatePart {

	public boolean canSave() {
		return this.saveProblem == null;
	}

	/** Whether a save was asked for and is not answered. */
	public boolean saveInFlight() {
		return !this.ballot.equals(this.saved);
	}

	/**
	 * The promise, while it lives.
	 */
	public @Nullable SupportPromise livePromise(long nanos) {
		return (this.promise != null && this.promise.untilNanos() - nanos > 0) ? this.promise : null;
	}

	/**
	 * The promise to another, while it lives. Another start of the same member counts as
	 * another, because the earlier one may still run.
	 */
	@Nullable SupportPromise promiseToAnother(NodeId member, long incarnation, long nanos) {
		SupportPromise live = livePromise(nanos);
		return (live != null && !live.isTo(member, incarnation)) ? live : null;
	}

	public Commitments withBallot(Ballot newBallot) {
		return new Commitments(newBallot, this.saved, this.saveProblem, this.promise, this.held);
	}

	public Commitments withSaved(@Nullable Ballot newSaved, @Nullable String problem) {
		return new Commitments(this.ballot, newSaved, problem, this.promise, this.held);
	}

	public Commitments withPromise(@Nullable SupportPromise newPromise) {
		return new Commitments(this.ballot, this.saved, this.saveProblem, newPromise, this.held);
	}

	/**
	 * Holds a proposal, and forgets an earlier one of its sender.
	 */
	public Commitments holding(HeldProposal proposal) {
		List<HeldProposal> all = new ArrayList<>(this.held);
		all.removeIf((other) -> other.envelope().from().equals(proposal.envelope().from()));
		all.add(proposal);
		return withHeld(List.copyOf(all));
	}

	public Commitments withHeld(List<HeldProposal> newHeld) {
		return new Commitments(this.ballot, this.saved, this.saveProblem, this.promise, newHeld);
	}

	/**
	 * A proposal that arrived shortly before the promise to another ends.
	 *
	 * @param untilNanos how long it is held at most
	 */
	public record HeldProposal(Envelope<QuorumMessage> envelope, long untilNanos) {
	}

}
