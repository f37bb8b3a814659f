package io.github.leaderelection.internal.assignment.protocol;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

import io.github.leaderelection.internal.assignment.protocol.AssignmentSettings.Declared;
import io.github.leaderelection.internal.assignment.protocol.AssignmentState.Known;
import io.github.leaderelection.internal.assignment.protocol.AssignmentState.Pin;
import io.github.leaderelection.internal.assignment.protocol.LeaderState.Entry;
import io.github.leaderelection.internal.assignment.protocol.LeaderState.Start;
import io.github.leaderelection.internal.protocol.Now;
import org.jspecify.annotations.Nullable;

/**
 * The assignments of a group on one node, as pure steps. They rest on the leadership of
 * the group, and change nothing in its election.
 */
public final class AssignmentProtocol {

	/** Nothing is to be done before the next event. */
	public static final long NEVER = Long.MAX_VALUE;

	private final AssignmentSettings settings;

	private final Planning planning;

	public AssignmentProtocol(AssignmentSettings settings) {
		this(settings, Planner::plan);
	}

	/** A protocol that plans in another way. */
	public AssignmentProtocol(AssignmentSettings settings, Planning planning) {
		this.settings = settings;
		this.planning = planning;
	}

	/** The state of a start, which owns nothing. */
	public AssignmentState start() {
		List<Known> known = new ArrayList<>();
		for (Declared each : this.settings.declared()) {
			PartitionList list = each.list();
			if (list != null) {
				known.add(new Known(each.assignment(), list));
			}
		}
		return new AssignmentState(WorkerState.INITIAL, null, List.copyOf(known), List.of(), Long.MAX_VALUE);
	}

	/** Takes an event. */
	public AssignmentStep step(AssignmentState state, AssignmentEvent event, Now now, long entropy) {
		List<AssignmentEffect> effects = new ArrayList<>();
		AssignmentState after = lead(state, event, now, effects);
		after = work(after, event, now, entropy, effects);
		return new AssignmentStep(after, effects);
	}

	private AssignmentState lead(AssignmentState state, AssignmentEvent event, Now now,
			List<AssignmentEffect> effects) {
		LeaderState leader = state.leader();
		if (event instanceof AssignmentEvent.Granted granted) {
			end(state, now, effects);
			return leading(state, LeaderState.granted(granted.token(), granted.lease(), now.monotonicNanos()));
		}
		if (event instanceof AssignmentEvent.Learned learned) {
			return replanned(state, learned(state.known(), learned), state.pins(), state.pinsKnown());
		}
		if (event instanceof AssignmentEvent.Pinned pinned) {
			return replanned(state, state.known(), pinned(state.pins(), pinned, (leader != null) ? leader.token() : 0),
					state.pinsKnown());
		}
		if (event instanceof AssignmentEvent.PinsKnown told) {
			return replanned(state, state.known(), state.pins(), told.token());
		}
		if (leader == null) {
			if (event instanceof AssignmentEvent.Pinged pinged && pinged.request() != 0) {
				effects.add(new AssignmentEffect.EndRequest(pinged.request(), false));
			}
			return state;
		}
		if (event instanceof AssignmentEvent.Renewed renewed && renewed.token() == leader.token()) {
			return leading(state, leader.renewed(renewed.lease()));
		}
		if (event instanceof AssignmentEvent.Revoked revoked && revoked.token() == leader.token()) {
			end(state, now, effects);
			return leading(state, null);
		}
		if (!leader.lease().valid(now)) {
			if (event instanceof AssignmentEvent.Pinged pinged && pinged.request() != 0) {
				effects.add(new AssignmentEffect.EndRequest(pinged.request(), false));
			}
			return state;
		}
		if (event instanceof AssignmentEvent.Pinged pinged) {
			Leader step = new Leader(this.settings, this.planning, state, leader, now, effects);
			step.pinged(pinged.ping(), pinged.request());
			return leading(state, step.state());
		}
		if (event instanceof AssignmentEvent.Due) {
			Leader step = new Leader(this.settings, this.planning, state, leader, now, effects);
			step.due();
			return leading(state, step.state());
		}
		return state;
	}

	private void end(AssignmentState state, Now now, List<AssignmentEffect> effects) {
		LeaderState leader = state.leader();
		if (leader != null) {
			new Leader(this.settings, this.planning, state, leader, now, effects).end();
		}
	}

	private static AssignmentState leading(AssignmentState state, @Nullable LeaderState leader) {
		return new AssignmentState(state.worker(), leader, state.known(), state.pins(), state.pinsKnown());
	}

	private static AssignmentState replanned(AssignmentState state, List<Known> known, List<Pin> pins, long pinsKnown) {
		LeaderState leader = state.leader();
		return new AssignmentState(state.worker(), (leader != null) ? leader.replanned() : null, known, pins,
				pinsKnown);
	}

	private static List<Known> learned(List<Known> before, AssignmentEvent.Learned learned) {
		List<Known> known = new ArrayList<>(before);
		known.removeIf((each) -> each.assignment().equals(learned.assignment()));
		known.add(new Known(learned.assignment(), learned.list()));
		return List.copyOf(known);
	}

	private static List<Pin> pinned(List<Pin> before, AssignmentEvent.Pinned pinned, long token) {
		List<Pin> pins = new ArrayList<>(before);
		pins.removeIf((each) -> each.assignment().equals(pinned.assignment()) && each.name().equals(pinned.name()));
		String worker = pinned.worker();
		if (worker != null) {
			pins.add(new Pin(pinned.assignment(), pinned.name(), worker, pinned.required(), token));
		}
		return List.copyOf(pins);
	}

	private AssignmentState work(AssignmentState state, AssignmentEvent event, Now now, long entropy,
			List<AssignmentEffect> effects) {
		Worker worker = new Worker(this.settings, state.worker(), now, entropy, effects);
		if (event instanceof AssignmentEvent.Due) {
			worker.due();
		}
		else if (event instanceof AssignmentEvent.Answered answered) {
			worker.answered(answered.answer());
		}
		else if (event instanceof AssignmentEvent.Followed followed) {
			worker.follow(followed.token());
		}
		else if (event instanceof AssignmentEvent.Granted granted) {
			worker.follow(granted.token());
		}
		else if (event instanceof AssignmentEvent.Expired) {
			worker.expire();
		}
		else if (event instanceof AssignmentEvent.Drained drained) {
			worker.drained(drained.partition(), drained.token());
		}
		else if (event instanceof AssignmentEvent.Failed failed) {
			worker.failed(failed.partition(), failed.token());
		}
		else if (event instanceof AssignmentEvent.Outlived outlived) {
			worker.outlived(outlived.partition(), outlived.running());
		}
		else if (event instanceof AssignmentEvent.Released released) {
			worker.release(released.partition());
		}
		else if (event instanceof AssignmentEvent.Stopping) {
			worker.stop();
		}
		return new AssignmentState(worker.state(), state.leader(), state.known(), state.pins(), state.pinsKnown());
	}

	/** In how many nanoseconds {@link AssignmentEvent.Due} is due, or {@link #NEVER}. */
	public long delay(AssignmentState state, Now now) {
		WorkerState worker = state.worker();
		long delay = (worker.token() > 0) ? now.until(worker.pingAtNanos()) : NEVER;
		if (!worker.owned().isEmpty() && worker.lease() != null) {
			delay = Math.min(delay, now.until(worker.lease().endNanos()));
		}
		LeaderState leader = state.leader();
		if (leader == null || !leader.lease().valid(now)) {
			return delay;
		}
		if (leader.changed()) {
			return 0;
		}
		if (!leader.waited()) {
			delay = Math.min(delay, now.until(leader.grantedNanos() + this.settings.waitNanos()));
		}
		for (Start each : leader.starts()) {
			delay = Math.min(delay, now.until(each.promiseNanos()));
			if (each.request() != 0) {
				delay = Math.min(delay, now.until(each.heldNanos()));
			}
		}
		return delay;
	}

	/**
	 * Whether a stopping leader may resign: each of the partitions that it owned is
	 * another's, whose ping said so, or nobody can take it (18).
	 * @param had what the worker of this node owned as it stopped
	 */
	public boolean mayResign(AssignmentState state, Collection<Partition> had) {
		LeaderState leader = state.leader();
		return leader == null || had.stream().allMatch((each) -> isSettled(state, leader, each));
	}

	private boolean isSettled(AssignmentState state, LeaderState leader, Partition partition) {
		PartitionList list = state.list(partition.assignment());
		if (list == null || !list.contains(partition)) {
			return true;
		}
		for (Entry each : leader.book()) {
			boolean own = each.worker().equals(this.settings.worker())
					&& each.incarnation() == this.settings.incarnation();
			if (each.owned().partition().equals(partition) && !own) {
				Start owner = leader.start(each.worker(), each.incarnation());
				return owner == null || leader.isSeen(owner, each.owned());
			}
		}
		String required = state.required(partition.assignment()).get(partition.name());
		return leader.starts()
			.stream()
			.noneMatch((each) -> !each.worker().equals(this.settings.worker())
					&& (required == null || required.equals(each.worker())) && each.capacity(partition.assignment()) > 0
					&& !each.refuses(partition));
	}

}
