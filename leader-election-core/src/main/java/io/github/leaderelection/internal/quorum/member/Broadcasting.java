package io.github.leaderelection.internal.quorum.member;

import io.github.leaderelection.LeaderBroadcast;
import io.github.leaderelection.internal.protocol.Effect;
import io.github.leaderelection.internal.quorum.LeaderState;
import io.github.leaderelection.internal.quorum.QuorumMessage.Broadcast;
import io.github.leaderelection.internal.quorum.QuorumMessage.BroadcastResponse;
import io.github.leaderelection.internal.quorum.QuorumMessage;
import io.github.leaderelection.internal.quorum.part.Broadcasts;
import io.github.leaderelection.internal.quorum.part.KnownLeader;
import io.github.leaderelection.internal.quorum.step.StepContext;
import io.github.leaderelection.spi.Envelope;
import org.jspecify.annotations.Nullable;

/**
 * What leaders say to all that follow them (the LEAD messages of the note of 2000 carry
 * such). The newest counts: it is said at once and with each heartbeat until it is
 * acknowledged, so nothing waits for one that is gone, and nothing is sent where all have
 * it. Who follows a leader takes it from that leader alone, under the token it follows,
 * so one that was deposed is heard by nobody who knows better.
 */
public final class Broadcasting {

	private Broadcasting() {
	}

	public static void requested(StepContext step, long request, String text) {
		LeaderState leader = step.leader();
		if (leader == null) {
			step.then(new Effect.Answer<>(request, LeaderState.NOT_LEADING));
			return;
		}
		LeaderBroadcast last = newest(step, leader);
		long number = (last != null) ? last.number() + 1 : 1;
		take(step, new LeaderBroadcast(step.self(), leader.token(), number, text));
		repeat(step, leader);
		step.then(new Effect.Answer<>(request, null));
	}

	private static void take(StepContext step, LeaderBroadcast broadcast) {
		step.change(Broadcasts.of(broadcast, step.config().others().size()));
		step.then(new Effect.Broadcasted<>(broadcast));
	}

	/**
	 * Says the newest again to those that are linked and have not acknowledged it.
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

	/** What was said in this leadership. */
	private static @Nullable LeaderBroadcast newest(StepContext step, LeaderState leader) {
		LeaderBroadcast newest = step.state().broadcasts().newest();
		return (newest != null && newest.fencingToken() == leader.token()) ? newest : null;
	}

	/**
	 * The leader said something. Before its first heartbeat it is not acknowledged, and
	 * so said again.
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
		if (newest != null && envelope.answers() == step.config().incarnation()
				&& response.token() == newest.fencingToken() && response.number() == newest.number()) {
			step.change(step.state().broadcasts().acknowledgedBy(step.sender(envelope), true));
		}
	}

	/**
	 * A member is linked anew: it may have been restarted, and have forgotten.
	 */
	static void linked(StepContext step, int member) {
		step.change(step.state().broadcasts().acknowledgedBy(member, false));
	}

}
