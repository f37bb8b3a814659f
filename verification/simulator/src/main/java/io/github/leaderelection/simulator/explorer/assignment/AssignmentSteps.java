package io.github.leaderelection.simulator.explorer.assignment;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;

import io.github.leaderelection.internal.assignment.protocol.AssignmentEvent;
import io.github.leaderelection.internal.assignment.protocol.AssignmentMessage;
import io.github.leaderelection.internal.assignment.protocol.AssignmentMessage.Answer;
import io.github.leaderelection.internal.assignment.protocol.AssignmentMessage.Ping;
import io.github.leaderelection.internal.assignment.protocol.AssignmentState.Known;
import io.github.leaderelection.internal.assignment.protocol.Owned;
import io.github.leaderelection.simulator.explorer.assignment.LeaderAt.LeaderStep;
import io.github.leaderelection.simulator.explorer.assignment.WorkerAt.WorkerStep;
import io.github.leaderelection.simulator.explorer.table.InternTable;
import io.github.leaderelection.simulator.explorer.table.Memo;
import org.jspecify.annotations.Nullable;

/**
 * The steps of single workers and leaders, each worked out once. Nodes and messages are
 * known by numbers. Safe for use from any thread.
 */
final class AssignmentSteps {

	static final long FIRST = 1;

	static final long SECOND = 2;

	private final AssignmentScale scale;

	private final InternTable<WorkerAt, WorkerAt> workers = new InternTable<>();

	private final InternTable<LeaderAt, LeaderAt> leaders = new InternTable<>();

	private final InternTable<AssignmentMessage, AssignmentMessage> messages = new InternTable<>();

	private final Memo<Coded<WorkerStep>> later = new Memo<>();

	private final Memo<List<WorkerMove>> moves = new Memo<>();

	private final Memo<Coded<WorkerStep>> answered = new Memo<>();

	private final Memo<Coded<LeaderStep>> heard = new Memo<>();

	private final Memo<List<Coded<LeaderStep>>> planned = new Memo<>();

	private final Memo<List<Coded<LeaderStep>>> succeeded = new Memo<>();

	private final Memo<Boolean> acting = new Memo<>();

	private final Memo<Boolean> voidAnswers = new Memo<>();

	private final Memo<Boolean> voidPings = new Memo<>();

	AssignmentSteps(AssignmentScale scale) {
		this.scale = scale;
	}

	Map<String, Long> counts() {
		return Map.of("states of workers", (long) this.workers.size(), "states of leaders", (long) this.leaders.size(),
				"messages", (long) this.messages.size());
	}

	WorkerAt worker(int number) {
		return this.workers.get(number);
	}

	LeaderAt leader(int number) {
		return this.leaders.get(number);
	}

	AssignmentMessage message(int number) {
		return this.messages.get(number);
	}

	int number(WorkerAt worker) {
		return number(this.workers, worker);
	}

	int number(LeaderAt leader) {
		return number(this.leaders, leader);
	}

	static <T> int number(InternTable<T, T> table, T value) {
		Integer known = table.find(value);
		return (known != null) ? known : table.number(value, value);
	}

	private static <V> V known(Memo<V> memo, int first, int second, Supplier<V> otherwise) {
		V known = memo.get(first, second);
		if (known == null) {
			known = otherwise.get();
			memo.put(first, second, known);
		}
		return known;
	}

	private Coded<WorkerStep> coded(WorkerStep step) {
		return new Coded<>(step, number(step.after()), numbers(step.sent()));
	}

	private Coded<LeaderStep> coded(LeaderStep step) {
		return new Coded<>(step, number(step.after()), numbers(step.sent()));
	}

	private List<Integer> numbers(List<AssignmentMessage> sent) {
		return sent.stream().map((each) -> number(this.messages, each)).toList();
	}

	/** A worker a tick later. */
	Coded<WorkerStep> later(int worker) {
		return known(this.later, worker, 0, () -> coded(worker(worker).later(this.scale)));
	}

	/** A worker takes an answer. */
	Coded<WorkerStep> answer(int worker, int message) {
		return known(this.answered, worker, message,
				() -> coded(worker(worker).take(this.scale, new AssignmentEvent.Answered((Answer) message(message)))));
	}

	/** What else may happen to a worker. */
	List<WorkerMove> moves(int worker) {
		return known(this.moves, worker, 0, () -> moves(worker(worker)));
	}

	private List<WorkerMove> moves(WorkerAt worker) {
		List<WorkerMove> all = new ArrayList<>();
		String name = worker.name();
		for (long token = worker.state().token() + 1; token <= SECOND; token++) {
			all.add(new WorkerMove(coded(worker.take(this.scale, new AssignmentEvent.Followed(token))), token,
					Ledger.Cost.NOTHING, name + " follows leadership " + token));
		}
		if (worker.state().token() > 0) {
			WorkerStep ping = worker.ping(this.scale);
			all.add(new WorkerMove(coded(ping), 0, Ledger.Cost.PING,
					name + " sends " + AssignmentWords.of(ping.sent())));
			WorkerAt started = WorkerAt.started(this.scale, worker.place(), worker.time(), worker.incarnation() + 1);
			all.add(new WorkerMove(coded(new WorkerStep(started, List.of(), List.of(), null)), 0, Ledger.Cost.RESTART,
					name + " starts again"));
		}
		for (Owned each : worker.state().owned()) {
			if (each.release()) {
				all.add(new WorkerMove(
						coded(worker.take(this.scale, new AssignmentEvent.Drained(each.partition(), each.token()))), 0,
						Ledger.Cost.NOTHING, name + " has drained " + AssignmentWords.of(each)));
			}
			else {
				all.add(end(worker, new AssignmentEvent.Failed(each.partition(), each.token()),
						" cannot work on " + AssignmentWords.of(each)));
			}
		}
		all.add(end(worker, new AssignmentEvent.Expired(), " sees that its lease is over"));
		all.add(end(worker, new AssignmentEvent.Stopping(), " stops"));
		return all;
	}

	private WorkerMove end(WorkerAt worker, AssignmentEvent event, String what) {
		return new WorkerMove(coded(worker.take(this.scale, event)), 0, Ledger.Cost.END, worker.name() + what);
	}

	/** A leader hears a ping. */
	Coded<LeaderStep> hear(int leader, int message) {
		return known(this.heard, leader, message,
				() -> coded(leader(leader).hear(this.scale, (Ping) message(message))));
	}

	/** A leader plans in every way, at the end of a turn. */
	List<Coded<LeaderStep>> plan(int leader) {
		return known(this.planned, leader, 0, () -> leader(leader).plan(this.scale).stream().map(this::coded).toList());
	}

	/** A leader learns a list. */
	Coded<LeaderStep> learn(int leader, Known known) {
		return coded(leader(leader).take(this.scale, new AssignmentEvent.Learned(known.assignment(), known.list())));
	}

	/**
	 * What the second leader may be: the node of the first one, revoked in time or not,
	 * or another one.
	 */
	List<Coded<LeaderStep>> succeed(int leader) {
		return known(this.succeeded, leader, 0,
				() -> successors(leader(leader)).stream()
					.map((each) -> coded(new LeaderStep(each, List.of(), 0, List.of())))
					.toList());
	}

	private Set<LeaderAt> successors(LeaderAt first) {
		LeaderAt revoked = first.take(this.scale, new AssignmentEvent.Revoked(FIRST)).after();
		Set<LeaderAt> successors = new LinkedHashSet<>();
		for (List<Known> each : this.scale.granted()) {
			for (LeaderAt former : new @Nullable LeaderAt[] { first, revoked, null }) {
				successors.add(LeaderAt.granted(this.scale, first.time(), SECOND, former, each));
			}
		}
		return successors;
	}

	/** Whether a leader does anything after its end, by itself or with a ping. */
	boolean actsAfterItsEnd(int leader, List<Integer> underWay) {
		return acts(leader, 0, null) || underWay.stream()
			.anyMatch((each) -> message(each) instanceof Ping ping && acts(leader, each + 1, ping));
	}

	private boolean acts(int leader, int number, @Nullable Ping ping) {
		return known(this.acting, leader, number, () -> leader(leader).actsAfterItsEnd(this.scale, ping));
	}

	/** Whether a message has no effect on its receiver any more. */
	boolean isVoid(int message, int receiver) {
		AssignmentMessage of = message(message);
		return (of instanceof Answer answer)
				? known(this.voidAnswers, message, receiver, () -> worker(receiver).isVoid(this.scale, answer))
				: known(this.voidPings, message, receiver, () -> leader(receiver).isVoid(this.scale, (Ping) of));
	}

	/**
	 * A step with numbers for what it leads to.
	 */
	record Coded<S>(S step, int after, List<Integer> sent) {
	}

	/**
	 * What may happen to a worker.
	 *
	 * @param follows the leadership that it follows then, 0 for none
	 */
	record WorkerMove(Coded<WorkerStep> step, long follows, Ledger.Cost cost, String what) {
	}

}
