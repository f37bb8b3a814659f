package io.github.leaderelection.simulator.metadata;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.PriorityQueue;
import java.util.TreeMap;

import io.github.leaderelection.internal.metadata.protocol.Metadata;
import io.github.leaderelection.internal.metadata.protocol.MetadataEffect;
import io.github.leaderelection.internal.metadata.protocol.MetadataEffect.Outcome;
import io.github.leaderelection.internal.metadata.protocol.MetadataEvent;
import io.github.leaderelection.internal.metadata.protocol.MetadataProtocol;
import io.github.leaderelection.internal.metadata.protocol.StoreAnswer;
import io.github.leaderelection.internal.metadata.protocol.StoredProtocol;
import io.github.leaderelection.internal.metadata.protocol.StoredState;
import io.github.leaderelection.internal.protocol.Lease;
import io.github.leaderelection.internal.protocol.Now;
import io.github.leaderelection.simulator.time.Dice;
import org.jspecify.annotations.Nullable;

/**
 * A record in a store in virtual time: requests and answers are lost and late, nodes
 * stand still, and lead in turn, each within a lease that no other shares.
 */
final class StoredRun {

	private static final long MILLI = 1_000_000;

	private static final long LENGTH = 60_000 * MILLI;

	private static final long TIMEOUT = 300 * MILLI;

	private static final int NODES = 3;

	private final Dice dice;

	private final PriorityQueue<Task> tasks = new PriorityQueue<>();

	private final List<Node> nodes = new ArrayList<>();

	private final ShownValues values = new ShownValues();

	private final Map<String, Integer> counts = new TreeMap<>();

	private final int loss;

	private final int slow;

	private final long span;

	private Metadata record = Metadata.NONE;

	/** 0 for no record. */
	private long version;

	private long now;

	private long order;

	private long token;

	private long leaseEnd;

	private long numbers;

	StoredRun(long seed) {
		this.dice = new Dice(seed);
		this.loss = this.dice.pick(List.of(0, 50, 200));
		this.slow = this.dice.pick(List.of(0, 50, 200));
		this.span = this.dice.pick(List.of(300L, 2000L, 8000L)) * MILLI;
		for (int i = 0; i < NODES; i++) {
			this.nodes.add(new Node("n" + i));
		}
	}

	Map<String, Integer> counts() {
		return this.counts;
	}

	/**
	 * Plays it.
	 * @throws IllegalStateException if a promise is broken
	 */
	void play() {
		at(0, this::lead);
		at(100 * MILLI, this::use);
		this.nodes.forEach((node) -> {
			at(0, () -> node.take(new MetadataEvent.Due()));
			at(this.dice.below(8000 * MILLI), () -> pause(node));
		});
		while (!this.tasks.isEmpty() && this.tasks.peek().time() <= LENGTH) {
			Task task = this.tasks.poll();
			this.now = task.time();
			task.action().run();
		}
	}

	private void at(long time, Runnable action) {
		this.tasks.add(new Task(time, this.order++, action));
	}

	private void count(String what) {
		this.counts.merge(what, 1, Integer::sum);
	}

	private void lead() {
		Node next = this.dice.pick(this.nodes);
		long ended = this.token++;
		// A node may learn late that its leadership has ended.
		this.nodes.forEach((node) -> at(this.now + (this.dice.chance(300) ? this.dice.below(2000 * MILLI) : 0),
				() -> node.take(new MetadataEvent.Revoked(ended))));
		this.leaseEnd = this.now + this.dice.magnitude(20 * MILLI, 3 * this.span);
		count("leaderships");
		next.take(new MetadataEvent.Granted(this.token,
				new Lease(this.now, this.now / MILLI, this.leaseEnd, Long.MAX_VALUE / 4)));
		at(this.leaseEnd + (this.dice.chance(300) ? this.dice.below(800 * MILLI) : 0), this::lead);
	}

	/** Somebody reads on the leader, and writes. */
	private void use() {
		for (Node node : this.nodes) {
			StoredState.Leading leading = node.state.leader();
			if (leading != null && leading.lease().valid(clock()) && this.now >= node.until) {
				Metadata read = node.state.readable();
				if (read != null) {
					count("reads");
					check(node, this.values.answer(read));
				}
				long number = ++this.numbers;
				node.take(new MetadataEvent.Written(number, ShownValues.value(null, number).entries()));
			}
		}
		at(this.now + this.dice.between(5 * MILLI, 300 * MILLI), this::use);
	}

	private void pause(Node node) {
		if (this.dice.chance(500)) {
			node.until = Math.max(node.until, this.now + this.dice.below(2000 * MILLI));
		}
		at(this.now + this.dice.below(8000 * MILLI), () -> pause(node));
	}

	private void send(Runnable arrival) {
		if (!this.dice.chance(this.loss)) {
			at(this.now + (this.dice.chance(this.slow) ? this.dice.below(6000 * MILLI)
					: this.dice.between(MILLI / 5, 30 * MILLI)), arrival);
		}
	}

	/** The store does what it is asked. */
	private StoreAnswer handle(MetadataEffect.Ask ask, long of) {
		Metadata value = ask.value();
		if (value == null) {
			return new StoreAnswer.Found((this.version > 0) ? Long.toString(this.version) : null, this.record);
		}
		if (!Objects.equals(ask.version(), (this.version > 0) ? Long.toString(this.version) : null)) {
			count((of != this.token) ? "fenced" : "not done");
			return new StoreAnswer.NotDone();
		}
		if (of != this.token || this.now >= this.leaseEnd) {
			count("late writes");
		}
		this.record = value;
		this.version++;
		return new StoreAnswer.Written(Long.toString(this.version));
	}

	private Now clock() {
		return new Now(this.now, this.now / MILLI);
	}

	private void check(Node node, @Nullable String wrong) {
		if (wrong != null) {
			throw new IllegalStateException(node.id + " " + wrong + ", at " + this.now / MILLI);
		}
	}

	private record Task(long time, long order, Runnable action) implements Comparable<Task> {

		@Override
		public int compareTo(Task other) {
			int byTime = Long.compare(this.time, other.time);
			return (byTime != 0) ? byTime : Long.compare(this.order, other.order);
		}

	}

	private final class Node {

		private final String id;

		private final StoredProtocol protocol = new StoredProtocol(200 * MILLI);

		private StoredState state = this.protocol.start(new Now(0, 0));

		private long until;

		private long dueAt = Long.MAX_VALUE;

		private Metadata shown = Metadata.NONE;

		Node(String id) {
			this.id = id;
		}

		void take(MetadataEvent event) {
			if (StoredRun.this.now < this.until) {
				at(this.until, () -> take(event));
				return;
			}
			StoredProtocol.Step step = this.protocol.step(this.state, event, clock());
			this.state = step.state();
			step.effects().forEach(this::perform);
			long delay = this.protocol.delay(this.state, clock());
			long due = (delay == MetadataProtocol.NEVER) ? Long.MAX_VALUE : StoredRun.this.now + Math.max(0, delay);
			if (due < this.dueAt) {
				this.dueAt = due;
				at(due, () -> {
					if (this.dueAt == due) {
						this.dueAt = Long.MAX_VALUE;
						take(new MetadataEvent.Due());
					}
				});
			}
		}

		private void perform(MetadataEffect effect) {
			if (effect instanceof MetadataEffect.Ask ask) {
				long of = StoredRun.this.token;
				send(() -> {
					StoreAnswer answer = handle(ask, of);
					send(() -> take(new MetadataEvent.Answered(ask.request(), answer)));
				});
				at(StoredRun.this.now + TIMEOUT, () -> {
					if (this.state.asked() == ask.request()) {
						count("unknown");
						take(new MetadataEvent.Answered(ask.request(), new StoreAnswer.Unknown()));
					}
				});
			}
			else if (effect instanceof MetadataEffect.Show show) {
				Metadata before = this.shown;
				this.shown = show.value();
				boolean back = before.sequence() != null
						&& (this.shown.sequence() == null || this.shown.sequence().compareTo(before.sequence()) < 0);
				check(this, back ? "goes back from " + before : StoredRun.this.values.show(this.shown));
			}
			else if (effect instanceof MetadataEffect.Completed completed) {
				count(completed.outcome().name());
				if (completed.outcome() == Outcome.COMMITTED) {
					check(this,
							StoredRun.this.values.answer(ShownValues.value(completed.sequence(), completed.request())));
				}
				else if (completed.outcome() != Outcome.UNKNOWN) {
					StoredRun.this.values.refuse(completed.request());
				}
			}
			else if (effect instanceof MetadataEffect.Synchronised) {
				count("synchronised");
			}
		}

	}

}
