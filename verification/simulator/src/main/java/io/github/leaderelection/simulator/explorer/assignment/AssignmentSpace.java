package io.github.leaderelection.simulator.explorer.assignment;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;

import io.github.leaderelection.internal.assignment.protocol.AssignmentEvent;
import io.github.leaderelection.internal.assignment.protocol.AssignmentMessage;
import io.github.leaderelection.internal.assignment.protocol.AssignmentMessage.Answer;
import io.github.leaderelection.internal.assignment.protocol.AssignmentMessage.Ping;
import io.github.leaderelection.internal.assignment.protocol.AssignmentState.Known;
import io.github.leaderelection.internal.assignment.protocol.Owned;
import io.github.leaderelection.simulator.explorer.assignment.LeaderAt.LeaderStep;
import io.github.leaderelection.simulator.explorer.assignment.AssignmentSteps.Coded;
import io.github.leaderelection.simulator.explorer.assignment.AssignmentSteps.WorkerMove;
import io.github.leaderelection.simulator.explorer.assignment.WorkerAt.WorkerStep;
import io.github.leaderelection.simulator.explorer.breadth.StateSpace;
import io.github.leaderelection.simulator.explorer.table.InternTable;
import org.jspecify.annotations.Nullable;

/**
 * All that can happen to workers and two leaders in turn. A state is the workers, the
 * leader, the messages under way and the ledger. Safe for use from any thread.
 */
public final class AssignmentSpace implements StateSpace<Supplier<String>> {

	private final AssignmentBounds bounds;

	private final AssignmentScale scale;

	private final AssignmentSteps steps;

	private final InternTable<List<Integer>, List<Integer>> underWay = new InternTable<>();

	private final InternTable<Ledger, Ledger> ledgers = new InternTable<>();

	private final AtomicLong begun = new AtomicLong();

	/** The space within bounds. */
	public AssignmentSpace(AssignmentBounds bounds) {
		this.bounds = bounds;
		this.scale = new AssignmentScale(bounds);
		this.steps = new AssignmentSteps(this.scale);
	}

	@Override
	public int width() {
		return this.bounds.workers() + 3;
	}

	@Override
	public String bounds() {
		return this.bounds.toString();
	}

	/** Ownerships are counted by the events that begin one. */
	@Override
	public Map<String, Long> counts() {
		Map<String, Long> counts = new TreeMap<>(this.steps.counts());
		counts.put("ownerships begun", this.begun.get());
		return counts;
	}

	/** A leader past its wait, and workers that own the partition of their number. */
	@Override
	public int[] first() {
		LeaderAt leader = LeaderAt.granted(this.scale, -this.bounds.lease() - 1, AssignmentSteps.FIRST, null,
				this.scale.first());
		while (leader.time() < 0) {
			leader = leader.later();
		}
		WorkerAt[] all = new WorkerAt[this.bounds.workers()];
		for (int i = 0; i < all.length; i++) {
			WorkerStep ping = WorkerAt.started(this.scale, i, 0, 1)
				.take(this.scale, new AssignmentEvent.Followed(AssignmentSteps.FIRST))
				.after()
				.ping(this.scale);
			LeaderStep answer = leader.take(this.scale, new AssignmentEvent.Pinged((Ping) ping.sent().get(0), 0));
			leader = answer.after();
			all[i] = ping.after();
			take(all, answer.sent());
		}
		List<Integer> choices = new ArrayList<>();
		for (int i = 0; i < this.bounds.partitions(); i++) {
			choices.add((i < all.length) ? i + 1 : 0);
		}
		LeaderStep given = leader.plan(this.scale)
			.stream()
			.filter((each) -> each.choices().equals(choices))
			.findFirst()
			.orElseThrow();
		List<Owned> owned = take(all, given.sent());
		int[] state = new int[width()];
		for (int i = 0; i < all.length; i++) {
			state[i] = this.steps.number(all[i]);
		}
		state[all.length] = this.steps.number(given.after());
		state[all.length + 1] = AssignmentSteps.number(this.underWay, List.<Integer>of());
		state[all.length + 2] = AssignmentSteps.number(this.ledgers, Ledger.of(this.bounds).begin(owned));
		return state;
	}

	private List<Owned> take(WorkerAt[] all, List<AssignmentMessage> answers) {
		List<Owned> owned = new ArrayList<>();
		for (AssignmentMessage each : answers) {
			int place = AssignmentScale.place(((Answer) each).worker());
			WorkerStep step = all[place].take(this.scale, new AssignmentEvent.Answered((Answer) each));
			all[place] = step.after();
			owned.addAll(step.begun());
		}
		return owned;
	}

	@Override
	public void expand(int[] state, Visitor<Supplier<String>> told) {
		new Moves(state, told).tell();
	}

	@Override
	public List<String> tell(List<int[]> way) {
		List<String> story = new ArrayList<>();
		String owners = AssignmentWords.owners(workers(way.get(0)));
		for (int i = 1; i < way.size(); i++) {
			String after = AssignmentWords.owners(workers(way.get(i)));
			story.add(event(way.get(i - 1), way.get(i)).get() + (after.equals(owners) ? "" : "; " + after));
			owners = after;
		}
		return story;
	}

	private List<WorkerAt> workers(int[] state) {
		List<WorkerAt> workers = new ArrayList<>(this.bounds.workers());
		for (int i = 0; i < this.bounds.workers(); i++) {
			workers.add(this.steps.worker(state[i]));
		}
		return workers;
	}

	/**
	 * What may happen next to a state.
	 */
	private final class Moves {

		private final AssignmentSteps steps = AssignmentSpace.this.steps;

		private final int[] state;

		private final Visitor<Supplier<String>> told;

		/** The place of the leader, behind those of the workers. */
		private final int place = AssignmentSpace.this.bounds.workers();

		private final LeaderAt leader;

		private final List<Integer> underWay;

		private final Ledger ledger;

		Moves(int[] state, Visitor<Supplier<String>> told) {
			this.state = state;
			this.told = told;
			this.leader = this.steps.leader(state[this.place]);
			this.underWay = AssignmentSpace.this.underWay.get(state[this.place + 1]);
			this.ledger = AssignmentSpace.this.ledgers.get(state[this.place + 2]);
		}

		void tell() {
			if (this.leader.time() < AssignmentSpace.this.bounds.ticks()) {
				tick();
			}
			for (int i = 0; i < this.place; i++) {
				for (WorkerMove each : this.steps.moves(this.state[i])) {
					work(i, each);
				}
			}
			for (int each : this.underWay) {
				arrive(each, this.steps.message(each));
			}
			for (Coded<LeaderStep> each : this.steps.plan(this.state[this.place])) {
				lead(each, null, () -> "the leader plans" + AssignmentWords.book(each.step().after().leader())
						+ AssignmentWords.answering(each.step().sent()));
			}
			if (this.leader.leader().token() == AssignmentSteps.FIRST) {
				succeed();
			}
			else if (this.leader.state().known().isEmpty()) {
				for (Known each : AssignmentSpace.this.scale.later()) {
					lead(this.steps.learn(this.state[this.place], each), null,
							() -> "the leader learns a list of " + each.list().names());
				}
			}
		}

		private void tick() {
			String broken = null;
			int[] after = this.state.clone();
			for (int i = 0; i < this.place; i++) {
				Coded<WorkerStep> step = this.steps.later(this.state[i]);
				after[i] = step.after();
				broken = (step.step().broken() != null) ? step.step().broken() : broken;
			}
			after[this.place] = this.steps.number(this.leader.later());
			reach(after, List.of(), this.ledger, broken, () -> "a tick passes");
		}

		private void work(int worker, WorkerMove move) {
			boolean possible = move.follows() == 0 || move.follows() == this.leader.leader().token();
			Ledger left = possible ? move.cost().of(this.ledger, worker) : null;
			if (left != null) {
				work(worker, move.step(), left, move::what);
			}
		}

		private void work(int worker, Coded<WorkerStep> step, Ledger left, Supplier<String> what) {
			List<Owned> begins = step.step().begun();
			AssignmentSpace.this.begun.addAndGet(begins.size());
			String broken = step.step().broken();
			int[] after = this.state.clone();
			after[worker] = step.after();
			reach(after, step.sent(), left.begin(begins), (broken != null) ? broken : left.broken(begins), what);
		}

		private void arrive(int number, AssignmentMessage message) {
			if (message instanceof Answer answer) {
				int worker = AssignmentScale.place(answer.worker());
				work(worker, this.steps.answer(this.state[worker], number), this.ledger,
						() -> answer.worker() + " takes " + AssignmentWords.of(answer));
			}
			else {
				Coded<LeaderStep> step = this.steps.hear(this.state[this.place], number);
				lead(step, null, () -> "the leader hears " + AssignmentWords.of(message)
						+ AssignmentWords.answering(step.step().sent()));
			}
		}

		private void lead(Coded<LeaderStep> step, @Nullable String broken, Supplier<String> what) {
			if (step.step().taken() <= this.ledger.takebacks()) {
				int[] after = this.state.clone();
				after[this.place] = step.after();
				reach(after, step.sent(), this.ledger.takenBack(step.step().taken()), broken, what);
			}
		}

		/** The first leadership is over, and at the same time the second one begins. */
		private void succeed() {
			List<Coded<LeaderStep>> successors = this.steps.succeed(this.state[this.place]);
			String broken = null;
			if (this.steps.actsAfterItsEnd(this.state[this.place], this.underWay)) {
				broken = "S2: the first leader acts though its lease is over";
			}
			else if (successors.size() > AssignmentSpace.this.scale.granted().size()) {
				broken = "I1: the second leader knows what the first one knew";
			}
			for (Coded<LeaderStep> each : successors) {
				lead(each, broken, () -> "the second leadership begins");
			}
		}

		private void reach(int[] after, List<Integer> sent, Ledger written, @Nullable String broken,
				Supplier<String> what) {
			boolean all = AssignmentSpace.this.bounds.has(AssignmentVariation.ALL_MESSAGES);
			List<Integer> left = new ArrayList<>(this.underWay);
			for (int each : sent) {
				if (!left.contains(each)) {
					left.add(each);
				}
			}
			left.removeIf((each) -> !all && this.steps.isVoid(each, receiver(after, each)));
			if (!left.equals(this.underWay)) {
				Collections.sort(left);
				after[this.place + 1] = AssignmentSteps.number(AssignmentSpace.this.underWay, List.copyOf(left));
			}
			if (written != this.ledger) {
				after[this.place + 2] = AssignmentSteps.number(AssignmentSpace.this.ledgers, written);
			}
			this.told.reached(after, what, (broken != null) ? broken : judge(after));
		}

		private int receiver(int[] after, int number) {
			return after[(this.steps.message(number) instanceof Answer answer) ? AssignmentScale.place(answer.worker())
					: this.place];
		}

		/** The broken promise of what is owned at one moment, null for none. */
		private @Nullable String judge(int[] after) {
			List<WorkerAt> all = workers(after);
			LeaderAt reigning = this.steps.leader(after[this.place]);
			for (WorkerAt one : all) {
				for (Owned owned : one.owned()) {
					for (WorkerAt other : all.subList(one.place() + 1, all.size())) {
						if (other.owned().stream().anyMatch((each) -> isShared(each, owned))) {
							return "A1: " + AssignmentWords.owners(List.of(one, other));
						}
					}
					if (!reigning.covers(AssignmentSpace.this.scale, one, owned)) {
						return "I1: the book does not say that " + one.name() + " owns " + AssignmentWords.of(owned);
					}
				}
			}
			return null;
		}

		/** Partitions of different divisions share keys. */
		private boolean isShared(Owned one, Owned other) {
			return one.partition().equals(other.partition())
					|| one.partition().division() != other.partition().division();
		}

	}

}
