package io.github.leaderelection.internal.protocol;

import io.github.leaderelection.NodeId;
import io.github.leaderelection.Position;
import io.github.leaderelection.spi.Ballot;
import io.github.leaderelection.spi.ElectionMessage;
import io.github.leaderelection.spi.Envelope;
import io.github.leaderelection.spi.LeaseRecord;
import io.github.leaderelection.spi.LeaseStore;
import io.github.leaderelection.spi.LinkLoss;
import org.jspecify.annotations.Nullable;

/**
 * What may happen to a group.
 */
public sealed interface Event<M extends ElectionMessage> {

	/**
	 * A message arrived.
	 */
	record MessageReceived<M extends ElectionMessage>(Envelope<M> envelope) implements Event<M> {
	}

	/**
	 * A timer fired. It may come late, and once more after it was cancelled.
	 */
	record TimerFired<M extends ElectionMessage>(Timer timer) implements Event<M> {
	}

	/**
	 * A link to a member opened.
	 */
	record PeerConnected<M extends ElectionMessage>(NodeId peer) implements Event<M> {
	}

	/**
	 * The link to a member ended.
	 */
	record PeerDisconnected<M extends ElectionMessage>(NodeId peer, LinkLoss loss) implements Event<M> {
	}

	/**
	 * The process in which a start of a member ran has ended. Told only of what is
	 * certain: a process that merely stands still, or cannot be reached, has not ended.
	 *
	 * @param incarnation names the start, as in its messages
	 */
	record ProcessEnded<M extends ElectionMessage>(NodeId peer, long incarnation) implements Event<M> {
	}

	/**
	 * A ballot was saved; the effects that waited for it have been performed.
	 */
	record BallotSaved<M extends ElectionMessage>(Ballot ballot, long tookNanos) implements Event<M> {
	}

	/**
	 * A ballot could not be saved; the effects that waited for it are dropped.
	 */
	record BallotNotSaved<M extends ElectionMessage>(Ballot ballot, String reason) implements Event<M> {
	}

	/**
	 * Somebody asks this node to resign.
	 *
	 * @param request names the request in the {@link Effect.Answer}
	 */
	record ResignRequested<M extends ElectionMessage>(long request) implements Event<M> {
	}

	/**
	 * Somebody asks this node to hand leadership to a member.
	 *
	 * @param request names the request in the {@link Effect.Answer}
	 */
	record TransferRequested<M extends ElectionMessage>(long request, NodeId to) implements Event<M> {
	}

	/**
	 * The application has something to say to all that follow this leader, answered by
	 * {@link Effect.Answer}.
	 */
	record BroadcastRequested<M extends ElectionMessage>(long request, String text) implements Event<M> {
	}

	/**
	 * The application's position was read, after {@link Effect.ReadPosition}.
	 *
	 * @param position the position, null if it could not be told in time
	 */
	record PositionRead<M extends ElectionMessage>(long request, @Nullable Position position) implements Event<M> {
	}

	/**
	 * The store answered, after {@link Effect.AskStore}.
	 */
	record StoreAnswered<M extends ElectionMessage>(long request, LeaseStore.Answer answer) implements Event<M> {
	}

	/**
	 * The store hints that the group's record may have changed. It may be lost, late or
	 * doubled.
	 *
	 * @param record what the record is now, null if the hint does not say so
	 */
	record StoreChanged<M extends ElectionMessage>(@Nullable LeaseRecord record) implements Event<M> {
	}

	/**
	 * Something above the election chose this node to stand now. Whether it may, and
	 * whether it wins, the election decides.
	 */
	record Nominated<M extends ElectionMessage>() implements Event<M> {
	}

	/**
	 * Something above the election found another leader, which this node gives way to: if
	 * it leads, it stands down at once.
	 */
	record Superseded<M extends ElectionMessage>() implements Event<M> {
	}

	/**
	 * The application says whether this node may lead. Until told otherwise it may. A
	 * leader that may not gives up gracefully; any other node does not stand, and votes
	 * and acknowledges as before.
	 *
	 * @param request names the request in the {@link Effect.Answer}, 0 where nobody waits
	 * for one
	 */
	record EligibilityChanged<M extends ElectionMessage>(long request, boolean eligible) implements Event<M> {

	}

	/**
	 * The leader-only work of a grant has ended and every listener has returned from
	 * {@code onDraining}, after {@link Effect.StopAdmitting}.
	 */
	record WorkDrained<M extends ElectionMessage>(long fencingToken) implements Event<M> {
	}

	/**
	 * The loop ran late: what is in its queue may be old.
	 */
	record LoopLate<M extends ElectionMessage>(long lateNanos) implements Event<M> {
	}

	/**
	 * The published leadership ended at the end of its lease, or could not begin any
	 * more.
	 */
	record GrantEnded<M extends ElectionMessage>(long fencingToken) implements Event<M> {
	}

	/**
	 * The node is stopping. Answered by {@link Effect.Stopped} after which no more inputs
	 * come.
	 */
	record Stopping<M extends ElectionMessage>() implements Event<M> {
	}

}
