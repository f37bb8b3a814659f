package io.github.leaderelection.simulator.explorer.assignment;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import io.github.leaderelection.internal.assignment.protocol.AssignmentEffect;
import io.github.leaderelection.internal.assignment.protocol.AssignmentEvent;
import io.github.leaderelection.internal.assignment.protocol.AssignmentMessage;
import io.github.leaderelection.internal.assignment.protocol.AssignmentMessage.Ping;
import io.github.leaderelection.internal.assignment.protocol.AssignmentState;
import io.github.leaderelection.internal.assignment.protocol.AssignmentState.Known;
import io.github.leaderelection.internal.assignment.protocol.AssignmentStep;
import io.github.leaderelection.internal.assignment.protocol.LeaderState;
import io.github.leaderelection.internal.assignment.protocol.LeaderState.Entry;
import io.github.leaderelection.internal.assignment.protocol.LeaderState.Start;
import io.github.leaderelection.internal.assignment.protocol.Owned;
import io.github.leaderelection.internal.assignment.protocol.PartitionList;
import org.jspecify.annotations.Nullable;

/**
 * A leader at a time, in the canonical form: it may plan at any time. The worker of its
 * node is left out: each worker may be that.
 */
record LeaderAt(int time, AssignmentState state) {

	private static final long ENTROPY = 0;

	/** A leader of a time, after another one or the first. */
	static LeaderAt granted(AssignmentScale scale, int time, long token, @Nullable LeaderAt former, List<Known> known) {
		AssignmentState start = scale.protocol(new AnyPlan(AnyPlan.NOTHING)).start();
		LeaderState before = (former != null) ? former.state.leader() : null;
		LeaderAt node = new LeaderAt(time,
				new AssignmentState(start.worker(), before, known, List.of(), start.pinsKnown()));
		return node.take(scale, new AssignmentEvent.Granted(token, AssignmentScale.LEADERSHIP), AnyPlan.NOTHING)
			.after();
	}

	/** The same leader at a later time. */
	LeaderAt later() {
		return new LeaderAt(this.time + 1, this.state);
	}

	/** Takes an event. */
	LeaderStep take(AssignmentScale scale, AssignmentEvent event) {
		return take(scale, event, AnyPlan.NOTHING);
	}

	private LeaderStep take(AssignmentScale scale, AssignmentEvent event, List<Integer> choices) {
		return take(scale, event, new AnyPlan(choices), choices);
	}

	private LeaderStep take(AssignmentScale scale, AssignmentEvent event, AnyPlan plan, List<Integer> choices) {
		AssignmentStep step = scale.protocol(plan).step(this.state, event, AssignmentScale.at(this.time), ENTROPY);
		List<AssignmentMessage> sent = new ArrayList<>();
		for (AssignmentEffect effect : step.effects()) {
			if (effect instanceof AssignmentEffect.SendAnswer send) {
				sent.add(send.answer());
			}
		}
		LeaderAt after = canonical(step.state());
		return new LeaderStep(after, sent, takenBack(after), choices);
	}

	/** Takes a ping, whose sequence names the request if it is one. */
	LeaderStep hear(AssignmentScale scale, Ping ping) {
		boolean held = scale.bounds().has(AssignmentVariation.HELD);
		return take(scale, new AssignmentEvent.Pinged(ping, held ? ping.sequence() : 0));
	}

	/** Plans in every way, at the end of a turn. */
	List<LeaderStep> plan(AssignmentScale scale) {
		LeaderAt planning = (this.state.leader() != null) ? replanning() : this;
		AnyPlan probe = new AnyPlan(AnyPlan.NOTHING);
		planning.take(scale, new AssignmentEvent.Due(), probe, AnyPlan.NOTHING);
		Map<LeaderAt, LeaderStep> steps = new LinkedHashMap<>();
		for (List<Integer> choices : probe.all()) {
			LeaderStep step = planning.take(scale, new AssignmentEvent.Due(), choices);
			steps.putIfAbsent(step.after(), step);
		}
		return List.copyOf(steps.values());
	}

	private LeaderAt replanning() {
		LeaderState of = leader();
		return with(new LeaderState(of.token(), of.lease(), of.grantedNanos(), of.counter(), of.book(), of.free(),
				of.starts(), true, of.waited()));
	}

	/** How much of the own division is to be given back that was not before. */
	private int takenBack(LeaderAt after) {
		LeaderState is = after.state.leader();
		LeaderState was = this.state.leader();
		PartitionList list = after.state.list(AssignmentScale.ASSIGNMENT);
		if (is == null || was == null || list == null) {
			return 0;
		}
		int count = 0;
		for (Entry each : is.book()) {
			Owned owned = each.owned();
			Entry before = new Entry(each.worker(), each.incarnation(),
					new Owned(owned.partition(), owned.token(), false), each.entered());
			count += (owned.release() && list.contains(owned.partition()) && was.book().contains(before)) ? 1 : 0;
		}
		return count;
	}

	/**
	 * Whether a ping has no effect, now or later. That it has none now is tried, and not
	 * only believed.
	 */
	boolean isVoid(AssignmentScale scale, Ping ping) {
		Start start = leader().start(ping.worker(), ping.incarnation());
		boolean never = ping.term() < leader().token()
				|| start != null && ping.sequence() <= start.sequence() && !scale.comes(start.promiseNanos());
		LeaderStep step = hear(scale, ping);
		return never && step.after().equals(this) && step.sent().isEmpty();
	}

	/** Whether it does anything though its lease is over, with a ping or without one. */
	boolean actsAfterItsEnd(AssignmentScale scale, @Nullable Ping ping) {
		LeaderAt ended = take(scale, new AssignmentEvent.Renewed(leader().token(), AssignmentScale.over(this.time)))
			.after();
		List<LeaderStep> steps = (ping != null) ? List.of(ended.hear(scale, ping)) : ended.plan(scale);
		return steps.stream().anyMatch((step) -> isAct(ended, step));
	}

	private static boolean isAct(LeaderAt ended, LeaderStep step) {
		return !step.after().equals(ended) || !step.sent().isEmpty();
	}

	/** Whether its book says that a worker owns something, or may not say so yet. */
	boolean covers(AssignmentScale scale, WorkerAt worker, Owned owned) {
		boolean waits = !AssignmentScale.at(this.time).reached(leader().grantedNanos() + scale.leaseNanos());
		return waits || leader().book()
			.stream()
			.anyMatch((each) -> each.worker().equals(worker.name()) && each.incarnation() == worker.incarnation()
					&& each.owned().partition().equals(owned.partition())
					&& each.owned().token().equals(owned.token()));
	}

	/** What it does in its leadership. */
	LeaderState leader() {
		LeaderState leader = this.state.leader();
		if (leader == null) {
			throw new IllegalStateException("The node does not lead");
		}
		return leader;
	}

	private LeaderAt with(@Nullable LeaderState leader) {
		return new LeaderAt(this.time, new AssignmentState(this.state.worker(), leader, this.state.known(),
				this.state.pins(), this.state.pinsKnown()));
	}

	/**
	 * Leaves out what the worker of the node has taken, whether there is a plan, and when
	 * a wait began that is over.
	 */
	private LeaderAt canonical(AssignmentState of) {
		LeaderState leader = of.leader();
		return new LeaderAt(this.time,
				new AssignmentState(this.state.worker(),
						(leader == null) ? null : new LeaderState(leader.token(), leader.lease(),
								leader.waited() ? AssignmentScale.LONG_AGO : leader.grantedNanos(), leader.counter(),
								leader.book(), leader.free(), leader.starts(), false, leader.waited()),
						of.known(), of.pins(), of.pinsKnown()));
	}

	/**
	 * What an event leads to.
	 *
	 * @param taken how many partitions are taken back
	 * @param choices how it was planned
	 */
	record LeaderStep(LeaderAt after, List<AssignmentMessage> sent, int taken, List<Integer> choices) {
	}

}
