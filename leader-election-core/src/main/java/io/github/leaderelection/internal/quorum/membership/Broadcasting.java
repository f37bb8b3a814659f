package io.github.leaderelection.internal.quorum.membership;

import io.github.leaderelection.LeaderBroadcast;
import io.github.leaderelection.internal.protocol.Effect;
import io.github.leaderelection.internal.quorum.LeaderState;
import io.github.leaderelection.internal.quorum.QuorumMessage.Broadcast;
import io.github.leaderelection.internal.quorum.QuorumMessage.BroadcastResponse;
import io.github.leaderelection.internal.quorum.QuorumMessage;
import io.github.leaderelection.internal.quorum.state.Broadcasts;
import io.github.leaderelection.internal.quorum.state.KnownLeader;
import io.github.leaderelection.internal.quorum.step.StepContext;
import io.github.leaderelection.spi.Envelope;
import org.jspecify.annotations.Nullable;

/**
 * Broadcasts of a leader to its followers. Only the newest counts. It is sent at once,
 * and again with each heartbeat until a member acknowledges it. A follower accepts it
 * only from the leader and under the token that it follows.
 */
public final class Broadcasting {

	private Broadcasting() {
	}

	public static void requested(StepContext step, long request, String text) {
		LeaderState leader = step.leader();
		if (leader == null) {
			step.afterSave(new Effect.Answer<>(request, LeaderState.NOT_LEADING));
			return;
		}
		LeaderBroadcast last = newest(step, leader);
		long number = (last != null) ? last.number() + 1 : 1;
		take(step, new LeaderBroadcast(step.self(), leader.token(), number, text));
		repeat(step, leader);
		step.afterSave(new Effect.Answer<>(request, null));
	}

	private static void take(StepContext step, LeaderBroadcast broadcast) {
		step.change(Broadcasts.of(broadcast, step.config().others().size()));
		step.afterSave(new Effect.Broadcasted<>(broadcast));
	}

	/**
	 * Sends the newest again to linked members that have not acknowledged it.
	 */
	public static void repeat(StepContext step, LeaderState leader) {
		LeaderBroadcast newest = newest(step, leader);
		if (newest == null) {
			return;
		}
		Broadcast message = new Broadcast(leader.wonTerm(), newest.fencingToken(), newest.number(), newest.text());
		for (int i = 0; i < step.config().others().size(); i++) {
			if (step.peer(i).connected() && !step.state().broadcasts().acknowledged()[i]) {
				step.send(step.config().others().get(i), message);
			}
		}
	}

	/**
	 * The newest of this leadership.
	 */
	private static @Nullable LeaderBroadcast newest(StepContext step, LeaderState leader) {
		LeaderBroadcast newest = step.state().broadcasts().newest();
		return (newest != null && newest.fencingToken() == leader.token()) ? newest : null;
	}

	/**
	 * The leader broadcasts. Before its first heartbeat this is not acknowledged, so the
	 * leader repeats it.
	 */
	public static void heard(StepContext step, Envelope<QuorumMessage> envelope, Broadcast message) {
		KnownLeader known = step.known();
		boolean follows = known != null && known.isSenderOf(envelope) && known.token() == message.token();
		if (!follows || LeaderBroadcast.refusal(message.text()) != null) {
			return;
		}
		LeaderBroadcast said = new LeaderBroadcast(envelope.from(), message.token(), message.number(), message.text());
		LeaderBroadcast newest = step.state().broadcasts().newest();
		if (newest == null || said.isAfter(newest)) {
			take(step, said);
		}
		step.reply(envelope, new BroadcastResponse(message.term(), message.token(), message.number()));
	}

	public static void acknowledged(StepContext step, Envelope<QuorumMessage> envelope, BroadcastResponse response) {
		LeaderState leader = step.leader();
		LeaderBroadcast newest = (leader != null) ? newest(step, leader) : null;
		if (newest != null && step.isAnswerToThisStart(envelope) && response.token() == newest.fencingToken()
				&& response.number() == newest.number()) {
			step.change(step.state().broadcasts().acknowledgedBy(step.sender(envelope), true));
		}
	}

	/**
	 * A member with a new link may have restarted and forgotten the broadcast.
	 */
	static void linked(StepContext step, int member) {
		step.change(step.state().broadcasts().acknowledgedBy(member, false));
	}

}
