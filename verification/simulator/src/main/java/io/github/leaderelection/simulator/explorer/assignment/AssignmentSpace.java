package io.github.leaderelection.simulator.explorer.assignment;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import java.util.stream.Collectors;

import io.github.leaderelection.internal.assignment.protocol.AssignmentEvent;
import io.github.leaderelection.internal.assignment.protocol.AssignmentMessage;
import io.github.leaderelection.internal.assignment.protocol.AssignmentMessage.Answer;
import io.github.leaderelection.internal.assignment.protocol.AssignmentMessage.Ping;
import io.github.leaderelection.internal.assignment.protocol.Owned;
import io.github.leaderelection.internal.assignment.protocol.PartitionList;
import io.github.leaderelection.simulator.explorer.assignment.LeaderAt.LeaderStep;
import io.github.leaderelection.simulator.explorer.assignment.WorkerAt.WorkerStep;
import io.github.leaderelection.simulator.explorer.breadth.StateSpace;
import io.github.leaderelection.simulator.explorer.table.InternTable;
import io.github.leaderelection.simulator.explorer.table.Memo;
import org.jspecify.annotations.Nullable;

/**
 * All that can happen to workers and two leaders in turn. A state is the workers, the
 * leader, the messages under way and the ledger. Safe for use from any thread.
 */
public final class AssignmentSpace implements StateSpace<Supplier<String>> {

	private static final long FIRST = 1;

	private static final long SECOND = 2;

	private final AssignmentBounds bounds;

	private final AssignmentScale scale;

	private final InternTable<WorkerAt, WorkerAt> workers = new InternTable<>();

	private final InternTable<LeaderAt, LeaderAt> leaders = new InternTable<>();

	private final InternTable<AssignmentMessage, AssignmentMessage> messages = new InternTable<>();

	private final InternTable<List<Integer>, List<Integer>> sets = new InternTable<>();

	private final InternTable<Ledger, Ledger> ledgers = new InternTable<>();

	private final Memo<Coded<WorkerStep>> answered = new Memo<>();

	private final Memo<Coded<LeaderStep>> heard = new Memo<>();

	private final Memo<List<Coded<LeaderStep>>> planned = new Memo<>();

	private final Memo<Coded<WorkerStep>> later = new Memo<>();

	private final Memo<List<WorkerMove>> worked = new Memo<>();

	private final Memo<List<Coded<LeaderStep>>> succeeded = new Memo<>();

	private final Memo<Boolean> acting = new Memo<>();

	private final Memo<Boolean> voidAnswers = new Memo<>();

	private final Memo<Boolean> voidPings = new Memo<>();

	private final AtomicLong begun = new AtomicLong();

	/** The space within bounds. */
	public AssignmentSpace(AssignmentBounds bounds) {
		this.bounds = bounds;
		this.scale = new AssignmentScale(bounds);
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
		return new TreeMap<>(
				Map.of("ownerships begun", this.begun.get(), "states of workers", (long) this.workers.size(),
						"states of leaders", (long) this.leaders.size(), "messages", (long) this.messages.size()));
	}

	/** A leader past its wait, and workers that own the partition of their number. */
	@Override
	public int[] first() {
		LeaderAt leader = LeaderAt.granted(this.scale, -this.bounds.lease() - 1, FIRST, null, this.scale.list());
		while (leader.time() < 0) {
			leader = leader.later();
		}
		WorkerAt[] all = new WorkerAt[this.bounds.workers()];
		for (int i = 0; i < all.length; i++) {
			WorkerStep ping = WorkerAt.started(this.scale, i, 0, 1)
				.take(this.scale, new AssignmentEvent.Followed(FIRST))
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
		Ledger ledger = Ledger.of(this.bounds);
		for (LeaderStep step : leader.plan(this.scale)) {
			if (step.choices().equals(choices)) {
				leader = step.after();
				for (WorkerStep each : take(all, step.sent())) {
					ledger = ledger.begin(each.begun());
				}
			}
		}
		int[] state = new int[width()];
		for (int i = 0; i < all.length; i++) {
			state[i] = number(this.workers, all[i]);
		}
		state[all.length] = number(this.leaders, leader);
		state[all.length + 1] = number(this.sets, List.<Integer>of());
		state[all.length + 2] = number(this.ledgers, ledger);
		return state;
	}

	private List<WorkerStep> take(WorkerAt[] all, List<AssignmentMessage> answers) {
		List<WorkerStep> steps = new ArrayList<>();
		for (AssignmentMessage each : answers) {
			Answer answer = (Answer) each;
			int place = place(answer.worker());
			WorkerStep step = all[place].take(this.scale, new AssignmentEvent.Answered(answer));
			all[place] = step.after();
			steps.add(step);
		}
		return steps;
	}

	private static int place(String worker) {
		return Integer.parseInt(worker, 1, worker.length(), 10);
	}

	private static <T> int number(InternTable<T, T> table, T value) {
		Integer known = table.find(value);
		return (known != null) ? known : table.number(value, value);
	}

	private Coded<WorkerStep> coded(WorkerStep step) {
		return new Coded<>(step, number(this.workers, step.after()), numbers(step.sent()));
	}

	private Coded<LeaderStep> coded(LeaderStep step) {
		return new Coded<>(step, number(this.leaders, step.after()), numbers(step.sent()));
	}

	private List<Integer> numbers(List<AssignmentMessage> sent) {
		return sent.stream().map((each) -> number(this.messages, each)).toList();
	}

	@Override
	public void expand(int[] state, Visitor<Supplier<String>> told) {
		new Moves(state, told).tell();
	}

	@Override
	public List<String> tell(List<int[]> way) {
		List<String> story = new ArrayList<>();
		String owners = owners(way.get(0));
		for (int i = 1; i < way.size(); i++) {
			String after = owners(way.get(i));
			story.add(event(way.get(i - 1), way.get(i)).get() + (after.equals(owners) ? "" : "; " + after));
			owners = after;
		}
		return story;
	}

	private String owners(int[] state) {
		List<String> owners = new ArrayList<>();
		for (int i = 0; i < this.bounds.workers(); i++) {
			WorkerAt worker = this.workers.get(state[i]);
			for (Owned each : worker.owned()) {
				owners.add(worker.name() + " owns " + AssignmentWords.of(each));
			}
		}
		return owners.isEmpty() ? "nobody owns anything" : String.join(", ", owners);
	}

	/**
	 * A step with numbers for what it leads to.
	 */
	private record Coded<S>(S step, int after, List<Integer> sent) {
	}

	/**
	 * What may happen to a worker.
	 *
	 * @param follows the leadership that it follows then, 0 for none
	 */
	private record WorkerMove(Coded<WorkerStep> step, long follows, Ledger.Cost cost, Supplier<String> what) {
	}

	/**
	 * What may happen next to a state.
	 */
	private final class Moves {

		private final AssignmentSpace space = AssignmentSpace.this;

		private final AssignmentScale scale = this.space.scale;

		private final int[] state;

		private final Visitor<Supplier<String>> told;

		private final int leaderAt;

		private final LeaderAt leader;

		private final List<Integer> underWay;

		private final Ledger ledger;

		Moves(int[] state, Visitor<Supplier<String>> told) {
			this.state = state;
			this.told = told;
			this.leaderAt = this.space.bounds.workers();
			this.leader = this.space.leaders.get(state[this.leaderAt]);
			this.underWay = this.space.sets.get(state[this.leaderAt + 1]);
			this.ledger = this.space.ledgers.get(state[this.leaderAt + 2]);
		}

		void tell() {
			if (this.leader.time() < this.space.bounds.ticks()) {
				tick();
			}
			for (int i = 0; i < this.leaderAt; i++) {
				work(i);
			}
			for (int each : this.underWay) {
				arrive(each, this.space.messages.get(each));
			}
			plan();
			if (this.leader.leader().token() == FIRST) {
				succeed();
			}
			else if (this.leader.state().known().isEmpty()) {
				for (PartitionList each : this.scale.later()) {
					AssignmentEvent learned = new AssignmentEvent.Learned(AssignmentScale.ASSIGNMENT, each);
					led(this.space.coded(this.leader.take(this.scale, learned)), null,
							() -> "the leader learns a list of " + each.names());
				}
			}
		}

		private void tick() {
			String broken = null;
			int[] after = this.state.clone();
			for (int i = 0; i < this.leaderAt; i++) {
				Coded<WorkerStep> step = this.space.later.get(this.state[i], 0);
				if (step == null) {
					step = this.space.coded(this.space.workers.get(this.state[i]).later(this.scale));
					this.space.later.put(this.state[i], 0, step);
				}
				after[i] = step.after();
				broken = (step.step().broken() != null) ? step.step().broken() : broken;
			}
			after[this.leaderAt] = number(this.space.leaders, this.leader.later());
			reach(after, List.of(), this.ledger, broken, () -> "a tick passes");
		}

		private void work(int place) {
			List<WorkerMove> moves = this.space.worked.get(this.state[place], 0);
			if (moves == null) {
				moves = moves(this.space.workers.get(this.state[place]));
				this.space.worked.put(this.state[place], 0, moves);
			}
			long reign = this.leader.leader().token();
			for (WorkerMove each : moves) {
				Ledger left = each.follows() == 0 || each.follows() == reign ? each.cost().of(this.ledger, place)
						: null;
				if (left != null) {
					worked(place, each.step(), left, each.what());
				}
			}
		}

		private List<WorkerMove> moves(WorkerAt worker) {
			List<WorkerMove> moves = new ArrayList<>();
			String name = worker.name();
			for (long reign = worker.state().token() + 1; reign <= SECOND; reign++) {
				long followed = reign;
				moves.add(new WorkerMove(this.space.coded(worker.take(this.scale, new AssignmentEvent.Followed(reign))),
						reign, Ledger.Cost.NOTHING, () -> name + " follows leadership " + followed));
			}
			if (worker.state().token() > 0) {
				WorkerStep ping = worker.ping(this.scale);
				moves.add(new WorkerMove(this.space.coded(ping), 0, Ledger.Cost.PING,
						() -> name + " sends " + AssignmentWords.of(ping.sent())));
				WorkerAt started = WorkerAt.started(this.scale, worker.place(), worker.time(),
						worker.incarnation() + 1);
				moves.add(new WorkerMove(this.space.coded(new WorkerStep(started, List.of(), List.of(), null)), 0,
						Ledger.Cost.RESTART, () -> name + " starts again"));
			}
			for (Owned each : worker.state().owned()) {
				AssignmentEvent event = each.release() ? new AssignmentEvent.Drained(each.partition(), each.token())
						: new AssignmentEvent.Failed(each.partition(), each.token());
				moves.add(new WorkerMove(this.space.coded(worker.take(this.scale, event)), 0,
						each.release() ? Ledger.Cost.NOTHING : Ledger.Cost.END, () -> name
								+ (each.release() ? " has drained " : " cannot work on ") + AssignmentWords.of(each)));
			}
			if (!worker.state().stopping()) {
				moves.add(new WorkerMove(this.space.coded(worker.take(this.scale, new AssignmentEvent.Stopping())), 0,
						Ledger.Cost.END, () -> name + " stops"));
			}
			return moves;
		}

		private void worked(int place, Coded<WorkerStep> step, Ledger left, Supplier<String> what) {
			List<Owned> begins = step.step().begun();
			this.space.begun.addAndGet(begins.size());
			String broken = step.step().broken();
			int[] after = this.state.clone();
			after[place] = step.after();
			reach(after, step.sent(), left.begin(begins), (broken != null) ? broken : left.broken(begins), what);
		}

		private void arrive(int number, AssignmentMessage message) {
			if (message instanceof Ping ping) {
				Coded<LeaderStep> step = this.space.heard.get(this.state[this.leaderAt], number);
				if (step == null) {
					step = this.space.coded(this.leader.hear(this.scale, ping));
					this.space.heard.put(this.state[this.leaderAt], number, step);
				}
				Coded<LeaderStep> heard = step;
				led(heard, null, () -> "the leader hears " + AssignmentWords.of(ping)
						+ AssignmentWords.answering(heard.step().sent()));
			}
			else if (message instanceof Answer answer) {
				int place = place(answer.worker());
				Coded<WorkerStep> step = this.space.answered.get(this.state[place], number);
				if (step == null) {
					step = this.space.coded(this.space.workers.get(this.state[place])
						.take(this.scale, new AssignmentEvent.Answered(answer)));
					this.space.answered.put(this.state[place], number, step);
				}
				worked(place, step, this.ledger, () -> answer.worker() + " takes " + AssignmentWords.of(answer));
			}
		}

		private void plan() {
			List<Coded<LeaderStep>> steps = this.space.planned.get(this.state[this.leaderAt], 0);
			if (steps == null) {
				steps = this.leader.plan(this.scale).stream().map(this.space::coded).toList();
				this.space.planned.put(this.state[this.leaderAt], 0, steps);
			}
			for (Coded<LeaderStep> each : steps) {
				led(each, null, () -> "the leader plans" + AssignmentWords.book(each.step().after().leader())
						+ AssignmentWords.answering(each.step().sent()));
			}
		}

		private void led(Coded<LeaderStep> step, @Nullable String broken, Supplier<String> what) {
			if (step.step().taken() > this.ledger.takebacks()) {
				return;
			}
			int[] after = this.state.clone();
			after[this.leaderAt] = step.after();
			reach(after, step.sent(), this.ledger.takenBack(step.step().taken()), broken, what);
		}

		/** The first leadership is over, and at the same time the second one begins. */
		private void succeed() {
			int number = this.state[this.leaderAt];
			List<Coded<LeaderStep>> steps = this.space.succeeded.get(number, 0);
			if (steps == null) {
				steps = successors().stream()
					.map((each) -> this.space.coded(new LeaderStep(each, List.of(), 0, List.of())))
					.toList();
				this.space.succeeded.put(number, 0, steps);
			}
			String broken = acts(0, null) || this.underWay.stream().anyMatch(this::acts)
					? "S2: the first leader acts though its lease is over" : null;
			for (Coded<LeaderStep> each : steps) {
				led(each, broken, () -> "the second leadership begins");
			}
		}

		private Set<LeaderAt> successors() {
			LeaderAt revoked = this.leader.take(this.scale, new AssignmentEvent.Revoked(FIRST)).after();
			Set<LeaderAt> successors = new LinkedHashSet<>();
			for (PartitionList each : this.scale.later()) {
				boolean late = this.space.bounds.has(AssignmentVariation.LATE_LIST);
				for (LeaderAt former : List.of(this.leader, revoked)) {
					successors
						.add(LeaderAt.granted(this.scale, this.leader.time(), SECOND, former, late ? null : each));
				}
			}
			return successors;
		}

		private boolean acts(int message) {
			return this.space.messages.get(message) instanceof Ping ping && acts(message + 1, ping);
		}

		/** Whether the leader does anything after its end, with a ping or without one. */
		private boolean acts(int number, @Nullable Ping ping) {
			Boolean known = this.space.acting.get(this.state[this.leaderAt], number);
			if (known == null) {
				known = this.leader.actsAfterItsEnd(this.scale, ping);
				this.space.acting.put(this.state[this.leaderAt], number, known);
			}
			return known;
		}

		private void reach(int[] after, List<Integer> sent, Ledger written, @Nullable String broken,
				Supplier<String> what) {
			boolean all = this.space.bounds.has(AssignmentVariation.ALL_MESSAGES);
			List<Integer> left = new ArrayList<>(this.underWay);
			for (int each : sent) {
				if (!left.contains(each)) {
					left.add(each);
				}
			}
			left.removeIf((each) -> !all && isVoid(after, each));
			if (!left.equals(this.underWay)) {
				Collections.sort(left);
				after[this.leaderAt + 1] = number(this.space.sets, List.copyOf(left));
			}
			if (written != this.ledger) {
				after[this.leaderAt + 2] = number(this.space.ledgers, written);
			}
			this.told.reached(after, what, (broken != null) ? broken : judge(after));
		}

		private boolean isVoid(int[] after, int number) {
			AssignmentMessage message = this.space.messages.get(number);
			int node = after[(message instanceof Answer answer) ? place(answer.worker()) : this.leaderAt];
			Memo<Boolean> memo = (message instanceof Ping) ? this.space.voidPings : this.space.voidAnswers;
			Boolean known = memo.get(number, node);
			if (known == null) {
				known = (message instanceof Answer answer) ? this.space.workers.get(node).isVoid(this.scale, answer)
						: this.space.leaders.get(node).isVoid(this.scale, (Ping) message);
				memo.put(number, node, known);
			}
			return known;
		}

		private @Nullable String judge(int[] after) {
			List<WorkerAt> all = new ArrayList<>(this.leaderAt);
			for (int i = 0; i < this.leaderAt; i++) {
				all.add(this.space.workers.get(after[i]));
			}
			LeaderAt reigning = this.space.leaders.get(after[this.leaderAt]);
			for (WorkerAt one : all) {
				for (Owned owned : one.owned()) {
					for (WorkerAt other : all.subList(one.place() + 1, all.size())) {
						if (other.owned().stream().anyMatch((each) -> isShared(each, owned))) {
							return "A1: " + one.name() + " and " + other.name() + " both own "
									+ all.stream()
										.flatMap((each) -> each.owned().stream())
										.map(AssignmentWords::of)
										.collect(Collectors.joining(" and "));
						}
					}
					if (!reigning.covers(this.scale, one, owned)) {
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
