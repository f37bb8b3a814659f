package io.github.leaderelection.internal.metadata.protocol;

import java.util.ArrayList;
import java.util.List;

import io.github.leaderelection.NodeId;
import io.github.leaderelection.internal.metadata.protocol.MetadataEffect.Outcome;
import io.github.leaderelection.internal.metadata.protocol.MetadataMessage.Accepted;
import io.github.leaderelection.internal.metadata.protocol.MetadataMessage.Committed;
import io.github.leaderelection.internal.metadata.protocol.MetadataMessage.Question;
import io.github.leaderelection.internal.metadata.protocol.MetadataMessage.Shown;
import io.github.leaderelection.internal.metadata.protocol.MetadataMessage.Sync;
import io.github.leaderelection.internal.metadata.protocol.MetadataMessage.SyncAnswer;
import io.github.leaderelection.internal.metadata.protocol.MetadataMessage.Write;
import io.github.leaderelection.internal.protocol.Now;
import org.jspecify.annotations.Nullable;

/**
 * The register of a group on one node, as pure steps. It rests on the leadership of the
 * group, and changes nothing in its election.
 */
public final class MetadataProtocol {

	/** Nothing is to be done before the next event. */
	public static final long NEVER = Long.MAX_VALUE;

	private final MetadataSettings settings;

	public MetadataProtocol(MetadataSettings settings) {
		this.settings = settings;
	}

	/** The state of a start. */
	public MetadataState start(SavedMetadata kept) {
		return new MetadataState(ReplicaState.starting(kept), null);
	}

	/** Takes an event. */
	public MetadataStep step(MetadataState state, MetadataEvent event, Now now, long entropy) {
		List<MetadataEffect> effects = new ArrayList<>();
		LeaderState leader = lead(state.leader(), event, now, effects);
		ReplicaState replica = replicate(state.replica(), event, entropy, effects);
		return new MetadataStep(new MetadataState(replica, leader), List.copyOf(effects));
	}

	private @Nullable LeaderState lead(@Nullable LeaderState leader, MetadataEvent event, Now now,
			List<MetadataEffect> effects) {
		if (event instanceof MetadataEvent.Granted granted) {
			end(leader, effects);
			Leader step = new Leader(this.settings, LeaderState.granted(granted.token(), granted.lease(), next(now)),
					next(now), effects);
			step.granted();
			return step.state();
		}
		if (leader == null || !leader.lease().valid(now) && !(event instanceof MetadataEvent.Renewed)) {
			if (event instanceof MetadataEvent.Written written) {
				effects.add(new MetadataEffect.Completed(written.request(), Outcome.REFUSED, null));
			}
			if (event instanceof MetadataEvent.Revoked && leader != null) {
				end(leader, effects);
				return null;
			}
			return leader;
		}
		if (event instanceof MetadataEvent.Revoked revoked) {
			if (revoked.token() != leader.token()) {
				return leader;
			}
			end(leader, effects);
			return null;
		}
		if (event instanceof MetadataEvent.Renewed renewed) {
			return (renewed.token() == leader.token()) ? leader.renewed(renewed.lease()) : leader;
		}
		Leader step = new Leader(this.settings, leader, next(now), effects);
		if (event instanceof MetadataEvent.Received received && received.message().term() == leader.token()) {
			received(step, received.from(), received.message());
		}
		else if (event instanceof MetadataEvent.Written written) {
			step.written(written.request(), written.entries());
		}
		else if (event instanceof MetadataEvent.AssumedLost) {
			step.assumeLost();
		}
		else if (event instanceof MetadataEvent.LossAcknowledged) {
			step.acknowledgeLoss();
		}
		else if (event instanceof MetadataEvent.Due && now.reached(leader.againNanos())) {
			step.again();
		}
		return step.state();
	}

	private static void received(Leader step, NodeId from, MetadataMessage message) {
		if (message instanceof SyncAnswer answer) {
			step.answered(from, answer);
		}
		else if (message instanceof Accepted accepted) {
			step.accepted(from, accepted);
		}
		else if (message instanceof Shown shown) {
			step.shown(from, shown);
		}
		else if (message instanceof Question question) {
			step.asked(from, question);
		}
	}

	private static void end(@Nullable LeaderState leader, List<MetadataEffect> effects) {
		if (leader != null && leader.request() != 0) {
			effects.add(new MetadataEffect.Completed(leader.request(), Outcome.UNKNOWN, null));
		}
	}

	private ReplicaState replicate(ReplicaState replica, MetadataEvent event, long entropy,
			List<MetadataEffect> effects) {
		Replica step = new Replica(this.settings.self(), replica, entropy, effects);
		if (event instanceof MetadataEvent.Saved saved) {
			step.saved(saved.version());
		}
		else if (event instanceof MetadataEvent.Followed followed) {
			step.followed(followed.leader(), followed.token());
		}
		else if (event instanceof MetadataEvent.Received received) {
			if (received.message() instanceof Sync sync) {
				step.sync(received.from(), sync);
			}
			else if (received.message() instanceof Write write) {
				step.write(received.from(), write);
			}
			else if (received.message() instanceof Committed committed) {
				step.committed(received.from(), committed);
			}
		}
		return step.state();
	}

	private long next(Now now) {
		return now.monotonicNanos() + this.settings.againNanos();
	}

	/** In how many nanoseconds {@link MetadataEvent.Due} is due, or {@link #NEVER}. */
	public long delay(MetadataState state, Now now) {
		LeaderState leader = state.leader();
		return (leader != null && leader.lease().valid(now) && Leader.isWaiting(leader, this.settings))
				? now.until(leader.againNanos()) : NEVER;
	}

}
