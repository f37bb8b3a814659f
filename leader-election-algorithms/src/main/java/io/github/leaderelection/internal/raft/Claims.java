package io.github.leaderelection.internal.raft;

import java.util.ArrayList;
import java.util.List;

import io.github.leaderelection.NodeId;
import io.github.leaderelection.Position;
import io.github.leaderelection.internal.nomination.NominationTimer;
import io.github.leaderelection.internal.nomination.NominationTurn;
import io.github.leaderelection.internal.protocol.Effect;
import io.github.leaderelection.internal.protocol.Notice;
import io.github.leaderelection.internal.quorum.QuorumMessage;
import io.github.leaderelection.internal.quorum.QuorumMessage.ElectionProposal;
import io.github.leaderelection.internal.quorum.QuorumMessage.ElectionResponse;
import io.github.leaderelection.internal.quorum.QuorumMessage.Refusal;
import io.github.leaderelection.internal.quorum.QuorumMessage.ScoutingRequest;
import io.github.leaderelection.internal.quorum.QuorumMessage.ScoutingResponse;
import io.github.leaderelection.internal.quorum.QuorumState;
import io.github.leaderelection.internal.raft.RaftState.Recheck;
import io.github.leaderelection.spi.Envelope;
import org.jspecify.annotations.Nullable;

/**
 * Handles the questions of other members. A question reaches the underlying election only
 * if its sender's position is at least this node's own, read after the question arrived.
 * A proposal may have to wait until this node is free. It is judged by a position read
 * after the wait, because the leader may advance this node until then.
 */
final class Claims {

	private Claims() {
	}

	/**
	 * Whether a question may reach the underlying election without a check of positions.
	 * It refuses the questions of strangers, and all questions while it hears a backed
	 * leader. A candidate that already has the vote keeps it.
	 */
	static boolean needNoPosition(NominationTurn<RaftState, RaftMessage> turn, Envelope<RaftMessage> envelope,
			QuorumMessage message) {
		QuorumState election = turn.election();
		NodeId from = envelope.from();
		if (election.stopped() || !election.others().contains(from)) {
			return true;
		}
		if (message instanceof ElectionProposal) {
			return election.votedFor(from, envelope.incarnation(), message.term());
		}
		return !from.equals(election.leaderId()) && election.hearsLeader(turn.nanos());
	}

	/**
	 * Keeps the newest question of each member until the position is read.
	 * @return always null, as the underlying election must not hear it yet
	 */
	static @Nullable QuorumMessage claimed(NominationTurn<RaftState, RaftMessage> turn, Envelope<RaftMessage> envelope,
			QuorumMessage message) {
		List<AwaitedClaim> claims = known(turn);
		long lease = turn.election().settings().leaseNanos();
		for (AwaitedClaim claim : claims) {
			boolean asked = claim.request() != 0 && turn.nanos() - claim.sinceNanos() < lease;
			if (asked && claim.isFrom(envelope) && claim.envelope().body().equals(envelope.body())) {
				return null;
			}
		}
		claims.removeIf((claim) -> claim.request() != 0 && claim.envelope().from().equals(envelope.from()));
		read(turn, claims, new AwaitedClaim(0, envelope, false, turn.nanos()));
		return null;
	}

	private static void read(NominationTurn<RaftState, RaftMessage> turn, List<AwaitedClaim> others,
			AwaitedClaim claim) {
		turn.state(turn.state().nextRequest());
		long request = turn.state().requests();
		boolean bound = isBound(turn, claim.envelope());
		others.add(claim.reading(request, bound, turn.nanos()));
		turn.state(turn.state().withClaims(others));
		turn.effect(new Effect.ReadPosition<>(request));
	}

	/** A modifiable list of the claims that are still relevant. */
	private static List<AwaitedClaim> known(NominationTurn<RaftState, RaftMessage> turn) {
		List<Envelope<QuorumMessage>> held = turn.election().waitingProposals();
		List<AwaitedClaim> claims = new ArrayList<>(turn.state().claims());
		claims.removeIf((claim) -> claim.request() == 0 && held.stream().noneMatch((each) -> isOf(claim, each)));
		return claims;
	}

	private static boolean isOf(AwaitedClaim claim, Envelope<QuorumMessage> held) {
		return claim.isFrom(held) && claim.message().equals(held.body());
	}

	/**
	 * There is a leader, possibly this node. Positions being read may be outdated on
	 * arrival, even if that leadership has ended by then.
	 */
	static void led(NominationTurn<RaftState, RaftMessage> turn) {
		RaftState state = turn.state();
		if (!state.claims().isEmpty()) {
			turn.state(state.withClaims(state.claims().stream().map(AwaitedClaim::whileBound).toList()));
		}
		Recheck due = state.due();
		if (due != null) {
			turn.state(turn.state().rechecking(new Recheck(due.request(), true)));
		}
	}

	/**
	 * Whether this node leads or has promised its support to another member. Until that
	 * ends, its application may advance, and it votes for no other member.
	 */
	private static boolean isBound(NominationTurn<RaftState, RaftMessage> turn, @Nullable Envelope<?> candidate) {
		QuorumState election = turn.election();
		return turn.holdsLease() || ((candidate != null) ? election.isPromisedToAnother(candidate, turn.nanos())
				: election.promisedTo(turn.nanos()) != null);
	}

	/** Judges a question with the position that was read for it. */
	static void judge(NominationTurn<RaftState, RaftMessage> turn, long request, @Nullable Position own) {
		List<AwaitedClaim> claims = known(turn);
		AwaitedClaim claim = claims.stream().filter((each) -> each.request() == request).findFirst().orElse(null);
		if (claim == null) {
			return;
		}
		claims.remove(claim);
		Refusal refusal = refusal(turn, claim, own);
		boolean proposal = claim.message() instanceof ElectionProposal;
		if (refusal != Refusal.NONE) {
			turn.state(turn.state().withClaims(claims));
			refuse(turn, claim, refusal);
		}
		else if (proposal && claim.bound() && !isBound(turn, claim.envelope())) {
			// This node became free during the reading.
			read(turn, claims, claim);
		}
		else {
			if (proposal) {
				claims.removeIf((each) -> each.request() == 0 && each.isFrom(claim.envelope()));
				claims.add(claim.handedDown());
			}
			turn.state(turn.state().withClaims(claims));
			turn.hear(claim.envelope(), claim.message());
		}
	}

	/**
	 * A leader that raises its term may have sent its position before newer entries of
	 * its own reached this node. Only that leader writes entries of its leadership, so
	 * they do not count against it.
	 */
	private static Refusal refusal(NominationTurn<RaftState, RaftMessage> turn, AwaitedClaim claim,
			@Nullable Position own) {
		if (own == null) {
			return Refusal.POSITION_UNKNOWN;
		}
		Envelope<RaftMessage> envelope = claim.envelope();
		long token = turn.election().followedToken(envelope.from(), envelope.incarnation(), turn.nanos());
		boolean ofItsLeadership = token != 0 && own.term() == token && claim.position().term() == token;
		return (ofItsLeadership || claim.position().compareTo(own) >= 0) ? Refusal.NONE : Refusal.BEHIND;
	}

	private static void refuse(NominationTurn<RaftState, RaftMessage> turn, AwaitedClaim claim, Refusal refusal) {
		if (refusal == Refusal.POSITION_UNKNOWN) {
			turn.effect(new Effect.Report<>(Notice.POSITION_UNKNOWN,
					"the application did not give its position, so '" + claim.envelope().from() + "' was refused"));
		}
		QuorumState election = turn.election();
		long term = election.ballot().term();
		QuorumMessage answer = (claim.message() instanceof ScoutingRequest request)
				? new ScoutingResponse(term, request.round(), false, refusal, null, 0, 0)
				: new ElectionResponse(term, claim.message().term(), false, refusal, election.settings().leaseNanos());
		turn.reply(claim.envelope(), new RaftMessage.Vote(answer, null));
	}

	/**
	 * Reads the position before held proposals are judged. Without an answer, the timer
	 * fires again.
	 * @return always true, as the timer is postponed
	 */
	static boolean recheck(NominationTurn<RaftState, RaftMessage> turn) {
		turn.state(turn.state().nextRequest());
		long request = turn.state().requests();
		turn.state(turn.state().rechecking(new Recheck(request, isBound(turn, null))));
		turn.effect(new Effect.ReadPosition<>(request));
		turn.start(NominationTimer.HELD, turn.election().settings().leaseNanos());
		return true;
	}

	static void judgeHeld(NominationTurn<RaftState, RaftMessage> turn, Recheck recheck, @Nullable Position own) {
		if (recheck.bound() && !isBound(turn, null)) {
			recheck(turn);
			return;
		}
		turn.state(turn.state().rechecking(null));
		List<AwaitedClaim> claims = known(turn);
		List<Envelope<QuorumMessage>> lost = new ArrayList<>(turn.election().waitingProposals());
		for (AwaitedClaim claim : List.copyOf(claims)) {
			Refusal refusal = (claim.request() == 0) ? refusal(turn, claim, own) : null;
			if (refusal == Refusal.NONE) {
				lost.removeIf((held) -> isOf(claim, held));
			}
			else if (refusal != null) {
				refuse(turn, claim, refusal);
				claims.remove(claim);
			}
		}
		turn.state(turn.state().withClaims(claims).withElection(turn.election().without(lost)));
		turn.fire(NominationTimer.HELD);
	}

}
