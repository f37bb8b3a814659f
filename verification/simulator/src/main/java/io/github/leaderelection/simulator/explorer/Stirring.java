package io.github.leaderelection.simulator.explorer;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;

import io.github.leaderelection.Position;
import io.github.leaderelection.internal.protocol.Event;
import io.github.leaderelection.internal.protocol.Step;
import io.github.leaderelection.internal.quorum.ExploredState;
import io.github.leaderelection.internal.quorum.QuorumMessage;
import io.github.leaderelection.internal.quorum.QuorumState;
import io.github.leaderelection.internal.quorum.QuorumTimer;

/**
 * What happens to nominations by themselves: their messages arrive, their timers fire,
 * positions are read, and the election below would have their node stand. All of it may
 * happen at any time. Safe for use from any thread.
 */
final class Stirring {

	private final Steps steps;

	private final TwoLayers<?, ?> layers;

	private final int terms;

	private final int most;

	private final AtomicLong tried = new AtomicLong();

	Stirring(Steps steps, TwoLayers<?, ?> layers, int terms, int most) {
		this.most = most;
		this.steps = steps;
		this.layers = layers;
		this.terms = terms;
	}

	long tried() {
		return this.tried.get();
	}

	/**
	 * Lets happen all that may and was not tried before.
	 * @param number the number of the node's state as the election below has it
	 * @param before the states of its nomination in which all was tried
	 * @param from the states it may be in
	 * @param said which messages to it were tried, and which there are
	 * @param gathering gets what is noticed of it
	 * @return these states and all those it comes to while nothing is noticed
	 */
	Bunch stir(int number, Bunch before, Bunch from, Said said, Gathering gathering) {
		NodeState node = this.steps.node(number);
		TreeSet<Integer> all = new TreeSet<>();
		IntStream.of(from.members()).forEach(all::add);
		Deque<Integer> open = new ArrayDeque<>(all);
		while (!open.isEmpty() && node.pending() == null) {
			int member = open.remove();
			for (Stir stir : before.contains(member) ? heard(node, said.before(), said.now())
					: stirs(node, member, said.now())) {
				for (boolean hears : hearing(node)) {
					int next = stir(number, member, new Stirred(stir, hears), gathering);
					if (next >= 0 && all.size() < this.most && all.add(next)) {
						open.add(next);
					}
				}
			}
		}
		return Bunch.of(all);
	}

	/** The state it comes to where nothing is noticed, else -1. */
	private int stir(int number, int member, Stirred stirred, Gathering gathering) {
		NodeState node = this.steps.node(number);
		Attempt attempt = attempt(node, member, stirred);
		if (attempt.isUnnoticed()) {
			int nominee = attempt.program().nominee();
			if (nominee < 0) {
				gathering.addBeyond();
			}
			return nominee;
		}
		int next = -1;
		boolean scouts = attempt.turnover().openRound() != 0;
		for (Scouted answer : scouts ? answers(node) : List.of(Scouted.NOT)) {
			Attempt again = (answer == Scouted.NOT) ? attempt : attempt(node, member, stirred);
			this.steps.answer(again.turnover(), answer);
			Outcome outcome = again.turnover().outcome();
			if (outcome.node() == number && outcome.isQuiet()) {
				next = Math.max(next, again.program().nominee());
			}
			else {
				gathering.add(outcome, again.program(), answer.higherTerm(),
						stirred + (scouts ? ", scouts, and is " + answer : ""));
			}
		}
		return next;
	}

	private List<Scouted> answers(NodeState node) {
		List<Scouted> answers = new ArrayList<>(Scouted.OF_OTHERS);
		for (int term = (int) node.disk().term() + 1; term <= this.terms; term++) {
			answers.add(new Scouted(true, term));
		}
		return answers;
	}

	private List<Stir> stirs(NodeState node, int member, int said) {
		Nominee nominee = this.layers.nominee(member);
		List<Stir> stirs = heard(node, 0, said);
		if (Steps.mayScout(node)) {
			stirs.add(new Stir.Asked());
		}
		for (int timer = TwoLayers.FIRST_OWN_TIMER; timer < TwoLayers.timers(); timer++) {
			if ((nominee.timers() & 1 << timer) != 0) {
				stirs.add(new Stir.Fired(timer, false));
				stirs.add(new Stir.Fired(timer, true));
			}
		}
		for (long request : nominee.reads()) {
			stirs.add(new Stir.Read(request, null));
			for (int index = 1; index <= this.layers.positions(); index++) {
				stirs.add(new Stir.Read(request, new Position(1, index)));
			}
		}
		return stirs;
	}

	private List<Stir> heard(NodeState node, int from, int to) {
		List<Stir> stirs = new ArrayList<>();
		for (int i = from; i < to; i++) {
			stirs.add(new Stir.Heard(this.layers.speeches().to(node.node()).get(i)));
		}
		return stirs;
	}

	/** Whether a leader was heard a moment ago is left open. */
	private static boolean[] hearing(NodeState node) {
		boolean follows = Steps.stateOf(node).leaderId() != null && node.heed().token() == 0;
		return follows ? new boolean[] { false, true } : new boolean[] { false };
	}

	private Attempt attempt(NodeState node, int member, Stirred stirred) {
		this.tried.incrementAndGet();
		NominatedProgram<?, ?> program = this.layers.program(node.node(), node.incarnation(), member);
		QuorumState before = Steps.stateOf(node);
		before = stirred.hears() ? new ExploredState(before).hearing() : before;
		if (stirred.stir() instanceof Stir.Asked) {
			before = new ExploredState(before).due(QuorumTimer.ATTEMPT);
		}
		Step<QuorumState, QuorumMessage> step = step(program, before, stirred.stir());
		Turnover turnover = new Turnover(this.steps, node, program);
		boolean unnoticed = step.state() == before && step.effects().isEmpty();
		if (!unnoticed) {
			turnover.stepped(step);
		}
		return new Attempt(program, turnover, unnoticed);
	}

	private static Step<QuorumState, QuorumMessage> step(NominatedProgram<?, ?> program, QuorumState before,
			Stir stir) {
		if (stir instanceof Stir.Heard heard) {
			return program.hears(before, heard.speech());
		}
		if (stir instanceof Stir.Fired fired) {
			return program.fires(before, fired.timer(), fired.all());
		}
		if (stir instanceof Stir.Read read) {
			return program.reads(before, read.request(), read.position());
		}
		return program.step(before, new Event.TimerFired<>(Timers.get(Timers.ATTEMPT)));
	}

	/**
	 * How many messages to a node were tried, and how many there are.
	 *
	 * @param before so many were tried
	 * @param now so many there are
	 */
	record Said(int before, int now) {
	}

	/**
	 * An event of a nomination's own, and when.
	 *
	 * @param stir the event
	 * @param hears whether the node heard its leader a moment before
	 */
	private record Stirred(Stir stir, boolean hears) {

		@Override
		public String toString() {
			return this.stir + (this.hears ? ", having heard its leader," : "");
		}

	}

	/**
	 * What comes of an event of a nomination's own.
	 *
	 * @param program what the nomination is afterwards
	 * @param turnover what else comes of it
	 * @param isUnnoticed whether nothing else does
	 */
	private record Attempt(NominatedProgram<?, ?> program, Turnover turnover, boolean isUnnoticed) {
	}

}
