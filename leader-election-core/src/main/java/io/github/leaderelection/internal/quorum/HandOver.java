package io.github.leaderelection.internal.quorum;

import java.util.ArrayList;
import java.util.List;

import io.github.leaderelection.NodeId;
import io.github.leaderelection.RevocationReason;
import io.github.leaderelection.internal.protocol.Effect;
import io.github.leaderelection.internal.quorum.QuorumMessage.Ceded;
import io.github.leaderelection.internal.quorum.QuorumMessage.LeadershipCession;
import io.github.leaderelection.spi.Envelope;
import org.jspecify.annotations.Nullable;

/**
 * Giving leadership up of one's own will, and taking it over from one who did.
 */
final class HandOver {

	static final String NOT_LEADING = "this node does not lead: ask the leader";

	private HandOver() {
	}

	static void resign(Turn turn, long request) {
		if (turn.reign == null) {
			turn.first(new Effect.Answer<>(request, NOT_LEADING));
			return;
		}
		drain(turn, RevocationReason.RESIGNED, null, request);
	}

	static void transfer(Turn turn, long request, NodeId to) {
		String refusal = transferRefusal(turn, to);
		if (refusal != null) {
			turn.first(new Effect.Answer<>(request, refusal));
			return;
		}
		drain(turn, RevocationReason.TRANSFERRED, to, request);
	}

	private static @Nullable String transferRefusal(Turn turn, NodeId to) {
		if (turn.reign == null) {
			return NOT_LEADING;
		}
		if (to.equals(turn.self())) {
			return "'" + to + "' leads already: name another member";
		}
		if (turn.config.indexOf(to) < 0) {
			return "'" + to + "' is no member: name one of " + turn.config.others();
		}
		if (!turn.connected(to)) {
			return "'" + to + "' cannot be reached: name a member that is connected";
		}
		if (!turn.peer(turn.config.indexOf(to)).eligible()) {
			return "'" + to
					+ "' is not eligible, for it is paused or its application says so: resume it, or name another"
					+ " member";
		}
		return turn.foreignLists.contains(to)
				? "'" + to + "' has another member list: give all nodes the same list first" : null;
	}

	/**
	 * Admits no more work and keeps renewing until what runs has ended.
	 * @param request whom to answer, 0 for nobody
	 */
	static void drain(Turn turn, RevocationReason reason, @Nullable NodeId target, long request) {
		Reign reign = turn.reign;
		if (reign == null) {
			return;
		}
		Drain running = reign.drain();
		List<Long> requests = new ArrayList<>((running != null) ? running.requests() : List.of());
		if (request != 0) {
			requests.add(request);
		}
		NodeId to = (target != null || running == null) ? target : running.target();
		RevocationReason last = turn.stopping ? RevocationReason.STOPPED : reason;
		turn.reign = reign.withDrain(new Drain(last, to, List.copyOf(requests)));
		if (running == null) {
			turn.first(new Effect.StopAdmitting<>(reign.token()));
			turn.setDeadline(QuorumTimer.DRAIN, turn.nanos() + turn.config.settings().drainNanos());
		}
	}

	static void drained(Turn turn, long token) {
		Reign reign = turn.reign;
		if (reign != null && reign.token() == token && reign.drain() != null) {
			Leading.standDown(turn, reign.drain().reason());
		}
	}

	static void drainTimedOut(Turn turn) {
		if (turn.reign != null && turn.reign.drain() != null) {
			Leading.standDown(turn, turn.reign.drain().reason());
		}
	}

	/**
	 * After a reign ended for whatever reason: answers those who asked for it, and lets
	 * others stand if it was of the own will.
	 */
	static void ended(Turn turn, Reign reign) {
		Drain drain = reign.drain();
		if (drain != null) {
			turn.counters = turn.counters.withCoolDownEnd(turn.nanos() + turn.timing().coolDown());
			for (long request : drain.requests()) {
				turn.then(new Effect.Answer<>(request, null));
			}
		}
		if (turn.stopping) {
			Stopping.finish(turn);
		}
	}

	static void ceded(Turn turn, Envelope<QuorumMessage> envelope, LeadershipCession cession) {
		Ceded ceded = new Ceded(envelope.from(), envelope.incarnation(), cession.term());
		boolean newest = cession.term() >= turn.ballot.term();
		// one that had lost its quorum may leave a successor that cannot reach one either
		boolean backed = turn.hearsBackedLeader(turn.self());
		boolean ledHere = hear(turn, ceded);
		if (!ledHere) {
			Scouting.reconsider(turn);
		}
		if (!ledHere || cession.successors().isEmpty()) {
			return;
		}
		turn.successors = cession.successors();
		int rank = Ranks.rank(turn, turn.self());
		// one that gave leadership up a moment ago is first again only if it was chosen
		boolean first = rank == 0 && (cession.chosen() || !Ranks.coolsDown(turn));
		// nobody has said yet whether it would vote in any other term
		boolean next = Standing.nextTerm(turn, ceded.term()) == ceded.term() + 1;
		if (first && newest && next && backed && turn.mayStand() && turn.candidacy == null && turn.ownWait() == 0
				&& turn.reachable() >= turn.config.quorum()) {
			Standing.propose(turn, ceded);
		}
		else {
			boolean handedOver = newest && backed && rank > 0 && turn.config.timeout() == null
					&& turn.connected(cession.successors().get(0));
			Scouting.abandon(turn);
			turn.setDeadline(QuorumTimer.ATTEMPT, turn.nanos() + Ranks.ownDelay(turn)
					+ (handedOver ? headStart(turn) : Scouting.isYielding(turn) ? turn.rankDelay() : 0));
		}
	}

	/**
	 * How long the others leave the first successor alone: it proposes without scouting,
	 * so who scouts meanwhile only disturbs it.
	 */
	private static long headStart(Turn turn) {
		return Math.max(0, turn.candidacy() - turn.rankDelay());
	}

	/**
	 * Takes note of a cession. It binds to its sender and its terms up to the one named,
	 * so however late it comes it never touches a later reign.
	 * @return whether the member that ceded was the known leader
	 */
	static boolean hear(Turn turn, Ceded ceded) {
		int member = turn.config.indexOf(ceded.member());
		if (member < 0) {
			return false;
		}
		turn.setPeer(member, turn.peer(member).ceding(ceded.incarnation(), ceded.term()));
		boolean freed = Promises.free(turn, ceded);
		KnownLeader known = turn.leader;
		boolean ledHere = known != null && known.id().equals(ceded.member())
				&& Promises.covers(ceded, known.direct() ? known.incarnation() : ceded.incarnation(), known.term());
		if (ledHere) {
			Following.forget(turn);
		}
		if (freed && !turn.held.isEmpty()) {
			turn.setDeadline(QuorumTimer.HELD, turn.nanos());
		}
		return ledHere;
	}

}
