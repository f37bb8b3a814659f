package io.github.leaderelection.internal.quorum;

import io.github.leaderelection.LeaderBroadcast;
import io.github.leaderelection.internal.protocol.Effect;
import io.github.leaderelection.internal.quorum.QuorumMessage.Broadcast;
import io.github.leaderelection.internal.quorum.QuorumMessage.BroadcastResponse;
import io.github.leaderelection.spi.Envelope;
import org.jspecify.annotations.Nullable;

/**
 * What leaders say to all that follow them (the LEAD messages of the note of 2000 carry
 * such). The newest counts: it is said at once and with each heartbeat until it is
 * acknowledged, so nothing waits for one that is gone, and nothing is sent where all have
 * it. Who follows a leader takes it from that leader alone, under the token it follows,
 * so one that was deposed is heard by nobody who knows better.
 */
final class Broadcasting {

	private Broadcasting() {
	}

	static void requested(Turn turn, long request, String text) {
		Reign reign = turn.reign;
		if (reign == null) {
			turn.then(new Effect.Answer<>(request, HandOver.NOT_LEADING));
			return;
		}
		LeaderBroadcast last = newest(turn, reign);
		long number = (last != null) ? last.number() + 1 : 1;
		take(turn, new LeaderBroadcast(turn.self(), reign.token(), number, text));
		repeat(turn, reign);
		turn.then(new Effect.Answer<>(request, null));
	}

	private static void take(Turn turn, LeaderBroadcast broadcast) {
		turn.broadcasts = Broadcasts.of(broadcast, turn.config.others().size());
		turn.then(new Effect.Broadcasted<>(broadcast));
	}

	/**
	 * Says the newest again to those that are linked and have not acknowledged it.
	 */
	static void repeat(Turn turn, Reign reign) {
		LeaderBroadcast newest = newest(turn, reign);
		if (newest == null) {
			return;
		}
		Broadcast message = new Broadcast(reign.wonTerm(), newest.fencingToken(), newest.number(), newest.text());
		for (int i = 0; i < turn.config.others().size(); i++) {
			if (turn.peer(i).connected() && !turn.broadcasts.acknowledged()[i]) {
				turn.send(turn.config.others().get(i), message);
			}
		}
	}

	/** What was said in this reign. */
	private static @Nullable LeaderBroadcast newest(Turn turn, Reign reign) {
		LeaderBroadcast newest = turn.broadcasts.newest();
		return (newest != null && newest.fencingToken() == reign.token()) ? newest : null;
	}

	/**
	 * The leader said something. Before its first heartbeat it is not acknowledged, and
	 * so said again.
	 */
	static void heard(Turn turn, Envelope<QuorumMessage> envelope, Broadcast message) {
		KnownLeader known = turn.leader;
		boolean follows = known != null && known.direct() && known.id().equals(envelope.from())
				&& known.incarnation() == envelope.incarnation() && known.token() == message.token();
		if (!follows || LeaderBroadcast.refusal(message.text()) != null) {
			return;
		}
		LeaderBroadcast said = new LeaderBroadcast(envelope.from(), message.token(), message.number(), message.text());
		LeaderBroadcast newest = turn.broadcasts.newest();
		if (newest == null || said.isAfter(newest)) {
			take(turn, said);
		}
		turn.reply(envelope, new BroadcastResponse(message.term(), message.token(), message.number()));
	}

	static void acknowledged(Turn turn, Envelope<QuorumMessage> envelope, BroadcastResponse response) {
		Reign reign = turn.reign;
		LeaderBroadcast newest = (reign != null) ? newest(turn, reign) : null;
		if (newest != null && envelope.answers() == turn.config.incarnation()
				&& response.token() == newest.fencingToken() && response.number() == newest.number()) {
			turn.broadcasts = turn.broadcasts.acknowledgedBy(turn.config.indexOf(envelope.from()), true);
		}
	}

	/**
	 * A member is linked anew: it may have been restarted, and have forgotten.
	 */
	static void linked(Turn turn, int member) {
		turn.broadcasts = turn.broadcasts.acknowledgedBy(member, false);
	}

}
