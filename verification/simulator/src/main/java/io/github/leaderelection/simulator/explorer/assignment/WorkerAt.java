package io.github.leaderelection.simulator.explorer.assignment;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

import io.github.leaderelection.LeaderSequenceNumber;
import io.github.leaderelection.internal.assignment.protocol.AssignmentEffect;
import io.github.leaderelection.internal.assignment.protocol.AssignmentEvent;
import io.github.leaderelection.internal.assignment.protocol.AssignmentMessage;
import io.github.leaderelection.internal.assignment.protocol.AssignmentMessage.Answer;
import io.github.leaderelection.internal.assignment.protocol.AssignmentProtocol;
import io.github.leaderelection.internal.assignment.protocol.AssignmentState;
import io.github.leaderelection.internal.assignment.protocol.AssignmentStep;
import io.github.leaderelection.internal.assignment.protocol.Owned;
import io.github.leaderelection.internal.assignment.protocol.Partition;
import io.github.leaderelection.internal.assignment.protocol.WorkerState;
import io.github.leaderelection.internal.assignment.protocol.WorkerState.SentPing;
import io.github.leaderelection.internal.protocol.Now;
import org.jspecify.annotations.Nullable;

/**
 * A worker at a time, in the canonical form: it may ping at any time.
 *
 * @param place names it
 * @param incarnation of its start
 */
record WorkerAt(int place, int time, long incarnation, WorkerState state) {

	private static final long ENTROPY = 0;

	/** Changes nothing, but that a worker looks at its lease first. */
	private static final AssignmentEvent NOTHING = new AssignmentEvent.Followed(0);

	/** A start, which owns nothing. */
	static WorkerAt started(AssignmentScale scale, int place, int time, long incarnation) {
		return new WorkerAt(place, time, incarnation, scale.protocol(place, incarnation).start().worker());
	}

	/**
	 * The same worker a tick later. It may look at its lease at once, for all begins so.
	 */
	WorkerStep later(AssignmentScale scale) {
		return canonical(scale, this.time + 1, this.state).take(scale, NOTHING);
	}

	/** Takes an event. */
	WorkerStep take(AssignmentScale scale, AssignmentEvent event) {
		return take(scale, event, this.state);
	}

	/** Sends a ping. */
	WorkerStep ping(AssignmentScale scale) {
		WorkerState of = this.state;
		return take(scale, new AssignmentEvent.Due(),
				new WorkerState(of.token(), of.version(), of.sequence(), of.sent(), of.lease(), of.owned(), of.ended(),
						of.refusals(), of.divisions(), of.asListed(), of.stopping(), now().monotonicNanos(), 0, false,
						false));
	}

	private WorkerStep take(AssignmentScale scale, AssignmentEvent event, WorkerState from) {
		AssignmentProtocol protocol = scale.protocol(this.place, this.incarnation);
		AssignmentState start = protocol.start();
		AssignmentStep step = protocol.step(
				new AssignmentState(from, null, start.known(), start.pins(), start.pinsKnown()), event, now(), ENTROPY);
		WorkerAt after = canonical(scale, this.time, step.state().worker());
		List<AssignmentMessage> sent = new ArrayList<>();
		List<Owned> begun = new ArrayList<>();
		Map<Partition, LeaderSequenceNumber> owned = tokens(from);
		String broken = null;
		for (AssignmentEffect effect : step.effects()) {
			if (effect instanceof AssignmentEffect.SendPing send) {
				sent.add(send.ping());
			}
			else if (effect instanceof AssignmentEffect.Begin begin) {
				begun.add(new Owned(begin.partition(), begin.token(), false));
				if (owned.put(begin.partition(), begin.token()) != null) {
					broken = "A7: " + begin.partition() + " begins twice on " + name();
				}
				else if (after.owned().isEmpty()) {
					broken = "A7: " + begin.partition() + " begins on " + name() + " after its lease";
				}
			}
			else if (effect instanceof AssignmentEffect.End end && !end.token().equals(owned.remove(end.partition()))) {
				broken = "A7: " + end.partition() + " ends on " + name() + " and has not begun";
			}
		}
		if (!owned.equals(tokens(step.state().worker()))) {
			broken = "A7: " + name() + " owns something else than what has begun and not ended there";
		}
		return new WorkerStep(after, sent, begun, broken);
	}

	private static Map<Partition, LeaderSequenceNumber> tokens(WorkerState state) {
		Map<Partition, LeaderSequenceNumber> tokens = new TreeMap<>();
		state.owned().forEach((each) -> tokens.put(each.partition(), each.token()));
		return tokens;
	}

	/**
	 * Whether an answer has no effect, now or later. That it has none now is tried, and
	 * not only believed. The list of a version that was applied is applied at once.
	 */
	boolean isVoid(AssignmentScale scale, Answer answer) {
		WorkerState of = this.state;
		boolean never = answer.incarnation() != this.incarnation || answer.term() < of.token()
				|| answer.term() == of.token() && (answer.version() <= of.version()
						|| of.sent().stream().noneMatch((each) -> each.sequence() == answer.sequence()));
		return never && take(scale, new AssignmentEvent.Answered(answer)).equals(take(scale, NOTHING));
	}

	/** What it owns at this moment. */
	List<Owned> owned() {
		return this.state.owns(now()) ? this.state.owned() : List.of();
	}

	String name() {
		return AssignmentScale.worker(this.place);
	}

	private Now now() {
		return AssignmentScale.at(this.time);
	}

	/** Leaves out pings that no answer can name in time, and a lease that is over. */
	private WorkerAt canonical(AssignmentScale scale, int at, WorkerState of) {
		Now then = AssignmentScale.at(at);
		boolean all = scale.bounds().has(AssignmentVariation.ALL_MESSAGES);
		List<SentPing> sent = of.sent()
			.stream()
			.filter((each) -> all || !then.reached(each.at().monotonicNanos() + scale.heldNanos()))
			.toList();
		boolean owner = of.lease() != null && (of.lease().valid(then) || !of.owned().isEmpty());
		return new WorkerAt(this.place, at, this.incarnation,
				new WorkerState(of.token(), of.version(), of.sequence(), sent, owner ? of.lease() : null, of.owned(),
						of.ended(), of.refusals(), of.divisions(), of.asListed(), of.stopping(), 0, 0, false, false));
	}

	/**
	 * What an event leads to.
	 *
	 * @param begun the ownerships that begin
	 * @param broken the promise that it breaks, null for none
	 */
	record WorkerStep(WorkerAt after, List<AssignmentMessage> sent, List<Owned> begun, @Nullable String broken) {
	}

}
