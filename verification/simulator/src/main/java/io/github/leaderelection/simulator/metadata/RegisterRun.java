package io.github.leaderelection.simulator.metadata;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.PriorityQueue;
import java.util.TreeMap;

import io.github.leaderelection.LeaderSequenceNumber;
import io.github.leaderelection.NodeId;
import io.github.leaderelection.internal.metadata.protocol.LeaderState;
import io.github.leaderelection.internal.metadata.protocol.Metadata;
import io.github.leaderelection.internal.metadata.protocol.Metadata.Entry;
import io.github.leaderelection.internal.metadata.protocol.MetadataEffect;
import io.github.leaderelection.internal.metadata.protocol.MetadataEffect.Outcome;
import io.github.leaderelection.internal.metadata.protocol.MetadataEvent;
import io.github.leaderelection.internal.metadata.protocol.MetadataMessage;
import io.github.leaderelection.internal.metadata.protocol.MetadataProtocol;
import io.github.leaderelection.internal.metadata.protocol.MetadataSettings;
import io.github.leaderelection.internal.metadata.protocol.MetadataState;
import io.github.leaderelection.internal.metadata.protocol.MetadataStep;
import io.github.leaderelection.internal.metadata.protocol.SavedMetadata;
import io.github.leaderelection.internal.protocol.Lease;
import io.github.leaderelection.internal.protocol.Now;
import io.github.leaderelection.simulator.time.Dice;
import org.jspecify.annotations.Nullable;

/**
 * Members in virtual time whose messages are lost, late and doubled, that stop, lose what
 * they keep, and lead in turn, each within a lease that no other shares.
 */
public final class RegisterRun {

	private static final double LENGTH = 60_000;

	private static final double MILLI = 1_000_000;

	private static final long AGAIN = (long) (100 * MILLI);

	private final Dice dice;

	private final boolean memory;

	private final boolean operator;

	private final List<NodeId> ids = new ArrayList<>();

	private final Map<NodeId, Member> members = new TreeMap<>();

	private final PriorityQueue<Task> tasks = new PriorityQueue<>();

	private final Map<String, Double> cuts = new HashMap<>();

	private final double loss;

	private final double doubled;

	private final double slow;

	private final int churn;

	private final int span;

	private double now;

	private long order;

	private long requests;

	/** The newest value that anybody was shown: nothing older may be shown afterwards. */
	private long floor;

	/** What was shown of leaders before it may be lost. */
	private long lostToken;

	/** The first shown value with a mark: each later one has it, too. */
	private @Nullable LeaderSequenceNumber marked;

	private long token;

	private @Nullable NodeId leads;

	private double leaseEnd;

	private final Map<String, Integer> counts = new TreeMap<>();

	/**
	 * A run.
	 * @param memory whether members keep nothing over restarts
	 * @param operator whether any number may lose its state, and somebody takes what is
	 * left
	 */
	public RegisterRun(long seed, int size, boolean memory, boolean operator) {
		this.dice = new Dice(seed);
		this.memory = memory;
		this.operator = operator;
		for (int i = 0; i < size; i++) {
			this.ids.add(NodeId.of("n" + i));
		}
		this.loss = draw(0, 0.05, 0.2);
		this.doubled = draw(0, 0.2);
		this.slow = draw(0, 0.05, 0.2);
		this.churn = (int) draw(0, 2, 6);
		this.span = (int) draw(300, 2000, 8000);
		this.ids.forEach((each) -> this.members.put(each, new Member(each)));
	}

	private double draw(double... choices) {
		return choices[this.dice.index(choices.length)];
	}

	/** From 0 to 1, without 1. */
	private double unit() {
		return (this.dice.nextLong() >>> 11) * 0x1p-53;
	}

	private double between(double from, double to) {
		return from + (to - from) * unit();
	}

	private void at(double time, Runnable action) {
		this.tasks.add(new Task(time, this.order++, action));
	}

	private void count(String what) {
		this.counts.merge(what, 1, Integer::sum);
	}

	/** How often what happened. */
	public Map<String, Integer> counts() {
		return this.counts;
	}

	/**
	 * Plays it.
	 * @throws IllegalStateException if something older is shown than was shown before
	 */
	public void play() {
		at(0, this::lead);
		at(100, this::write);
		if (this.operator) {
			at(1000, this::assumeLost);
		}
		for (Member each : this.members.values()) {
			at(between(0, 20_000.0 / Math.max(1, this.churn)), () -> disturb(each));
			at(between(0, 8000), () -> cut(each));
			at(between(0, 8000), () -> pause(each));
		}
		while (!this.tasks.isEmpty() && this.tasks.peek().time() <= LENGTH) {
			Task task = this.tasks.poll();
			this.now = task.time();
			task.action().run();
		}
	}

	private boolean isLeading(Member member) {
		return member.id.equals(this.leads) && this.now < this.leaseEnd && !member.down;
	}

	private void lead() {
		List<Member> up = this.members.values()
			.stream()
			.filter((each) -> !each.down && each.until <= this.now)
			.toList();
		if (up.isEmpty()) {
			this.leads = null;
			this.leaseEnd = this.now + 100;
		}
		else {
			Member former = (this.leads != null) ? this.members.get(this.leads) : null;
			if (former != null && !former.down) {
				long ended = this.token;
				former.take(new MetadataEvent.Revoked(ended));
			}
			Member next = up.get(this.dice.index(up.size()));
			this.token++;
			this.leads = next.id;
			this.leaseEnd = this.now + 20 - Math.log(1 - unit()) * this.span;
			count("leaderships");
			next.take(new MetadataEvent.Granted(this.token, lease()));
		}
		at(this.leaseEnd + draw(0, 0, between(0, 800)), this::lead);
	}

	private Lease lease() {
		return new Lease((long) (this.now * MILLI), (long) this.now, (long) (this.leaseEnd * MILLI),
				Long.MAX_VALUE / 4);
	}

	private void write() {
		Member leader = (this.leads != null) ? this.members.get(this.leads) : null;
		if (leader != null && isLeading(leader) && leader.until <= this.now && isSynchronised(leader.state.leader())) {
			long read = leader.committed;
			check(read >= this.floor, leader, "reads " + read);
			see(read, this.token);
			long value = ++this.requests;
			count("writes");
			leader.take(new MetadataEvent.Written(value, List.of(new Entry("v", Long.toString(value)))));
		}
		at(this.now + between(5, 300), this::write);
	}

	private static boolean isSynchronised(@Nullable LeaderState leader) {
		return leader != null && leader.isSynchronised();
	}

	private void assumeLost() {
		Member leader = (this.leads != null) ? this.members.get(this.leads) : null;
		if (leader != null && isLeading(leader) && leader.until <= this.now && leader.state.leader() != null
				&& leader.state.leader().current() == null && unit() < 0.3) {
			count("assumed lost");
			leader.take(new MetadataEvent.AssumedLost());
		}
		at(this.now + between(0, 3000), this::assumeLost);
	}

	private void disturb(Member member) {
		if (this.churn > 0) {
			if (member.down || unit() < 0.6) {
				boolean keeps = !this.memory && unit() > 0.02;
				if (!keeps && !member.down && member.disk.whole() && !this.operator
						&& this.members.values()
							.stream()
							.filter((each) -> !each.disk.whole())
							.count() >= (this.ids.size() - 1) / 2) {
					// No more than a minority may have lost its state.
					at(this.now + 500, () -> disturb(member));
					return;
				}
				if (!keeps && !member.down) {
					count("lost states");
				}
				member.start(keeps || member.down);
			}
			else if (!this.memory) {
				member.down = true;
			}
			if (member.id.equals(this.leads)) {
				this.leaseEnd = Math.min(this.leaseEnd, this.now);
			}
		}
		at(this.now + between(0, 20_000.0 / Math.max(1, this.churn)), () -> disturb(member));
	}

	private void cut(Member member) {
		for (NodeId other : this.ids) {
			if (unit() < 0.3) {
				this.cuts.put(member.id + ">" + other, this.now + between(0, 3000));
			}
		}
		at(this.now + between(0, 8000), () -> cut(member));
	}

	private void pause(Member member) {
		member.until = Math.max(member.until, this.now + draw(0, between(0, 2000)));
		at(this.now + between(0, 8000), () -> pause(member));
	}

	private void send(Member from, NodeId to, MetadataMessage message) {
		if (from.id.equals(to)) {
			long start = from.start;
			at(this.now, () -> from.receive(start, from.id, message));
			return;
		}
		if (unit() < this.loss || this.now < this.cuts.getOrDefault(from.id + ">" + to, 0.0)) {
			return;
		}
		int copies = (unit() < this.doubled) ? 2 : 1;
		Member receiver = Objects.requireNonNull(this.members.get(to));
		for (int i = 0; i < copies; i++) {
			double delay = (unit() < this.slow) ? between(0, 5000) : between(0.2, 30);
			at(this.now + delay, () -> receiver.receive(-1, from.id, message));
		}
	}

	private void see(long value, long of) {
		if (of >= this.lostToken) {
			this.floor = Math.max(this.floor, value);
		}
	}

	private void check(boolean holds, Member member, String what) {
		if (!holds) {
			throw new IllegalStateException(
					member.id + " " + what + " though " + this.floor + " was shown, at " + this.now);
		}
	}

	private static long value(Metadata metadata) {
		return metadata.entries().isEmpty() ? 0 : Long.parseLong(metadata.entries().get(0).value());
	}

	private record Task(double time, long order, Runnable action) implements Comparable<Task> {

		@Override
		public int compareTo(Task other) {
			int byTime = Double.compare(this.time, other.time);
			return (byTime != 0) ? byTime : Long.compare(this.order, other.order);
		}

	}

	private final class Member {

		private final NodeId id;

		private final MetadataProtocol protocol;

		private SavedMetadata disk = SavedMetadata.BLANK;

		private MetadataState state;

		private double until;

		private boolean down;

		private long start;

		/** A save that was overtaken is left out. */
		private long savedVersion;

		private long committed;

		private @Nullable LeaderSequenceNumber shown;

		private double dueAt = Double.MAX_VALUE;

		Member(NodeId id) {
			this.id = id;
			this.protocol = new MetadataProtocol(new MetadataSettings(id, RegisterRun.this.ids, AGAIN));
			this.state = this.protocol.start(this.disk);
		}

		void start(boolean keeps) {
			if (!keeps) {
				this.disk = SavedMetadata.BLANK;
			}
			this.start++;
			this.savedVersion = 0;
			this.state = this.protocol.start(this.disk);
			this.shown = null;
			this.until = 0;
			this.down = false;
			this.dueAt = Double.MAX_VALUE;
		}

		/**
		 * A message to itself ends with the start, others arrive at the next one, too.
		 */
		void receive(long ofStart, NodeId from, MetadataMessage message) {
			if (this.down || ofStart >= 0 && ofStart != this.start) {
				return;
			}
			take(new MetadataEvent.Received(from, message));
		}

		void take(MetadataEvent event) {
			if (this.down) {
				return;
			}
			if (RegisterRun.this.now < this.until) {
				long ofStart = this.start;
				at(this.until, () -> {
					if (ofStart == this.start) {
						take(event);
					}
				});
				return;
			}
			// Granted late, as a pause goes: the lease tells.
			Now clock = new Now((long) (RegisterRun.this.now * MILLI), (long) RegisterRun.this.now);
			MetadataStep step = this.protocol.step(this.state, event, clock, RegisterRun.this.dice.nextLong());
			loseIfSaid(this.state.leader(), step.state().leader());
			this.state = step.state();
			step.effects().forEach(this::perform);
			double due = RegisterRun.this.now + Math.ceil(this.protocol.delay(this.state, clock) / MILLI);
			if (due < this.dueAt && due < LENGTH) {
				long ofStart = this.start;
				this.dueAt = due;
				at(due, () -> {
					if (ofStart == this.start && this.dueAt == due) {
						this.dueAt = Double.MAX_VALUE;
						take(new MetadataEvent.Due());
					}
				});
			}
		}

		/**
		 * Where a leader says that values may be lost, or all have lost their state and
		 * look like a new cluster, older ones may be shown.
		 */
		private void loseIfSaid(@Nullable LeaderState before, @Nullable LeaderState after) {
			if (after == null || after.current() == null || before != null && before.current() != null) {
				return;
			}
			boolean emptied = after.answers().size() == RegisterRun.this.ids.size()
					&& after.answers().stream().noneMatch(LeaderState.Answered::whole);
			if (emptied) {
				RegisterRun.this.marked = null;
			}
			if (RegisterRun.this.floor > value(after.current()) && (after.current().lost() || emptied)) {
				count(emptied ? "emptied" : "lost values");
				RegisterRun.this.floor = 0;
				RegisterRun.this.lostToken = RegisterRun.this.token;
			}
		}

		private void perform(MetadataEffect effect) {
			if (effect instanceof MetadataEffect.Send send) {
				send(this, send.to(), send.message());
			}
			else if (effect instanceof MetadataEffect.Save save) {
				long ofStart = this.start;
				at(RegisterRun.this.now + between(0, 20), () -> {
					if (ofStart == this.start && !this.down && save.version() > this.savedVersion) {
						this.savedVersion = save.version();
						this.disk = save.state();
						take(new MetadataEvent.Saved(save.version()));
					}
				});
			}
			else if (effect instanceof MetadataEffect.Show show) {
				LeaderSequenceNumber next = Objects.requireNonNull(show.value().sequence());
				check(this.shown == null || this.shown.compareTo(next) <= 0, this, "goes back from " + this.shown);
				this.shown = next;
				LeaderSequenceNumber mark = RegisterRun.this.marked;
				check(mark == null || next.compareTo(mark) < 0 || show.value().lost(), this, "shows no mark");
				if (show.value().lost() && (mark == null || next.compareTo(mark) < 0)) {
					RegisterRun.this.marked = next;
				}
				see(value(show.value()), next.fencingToken());
			}
			else if (effect instanceof MetadataEffect.Synchronised) {
				this.committed = value(Objects.requireNonNull(Objects.requireNonNull(this.state.leader()).current()));
				check(this.committed >= RegisterRun.this.floor, this, "begins with " + this.committed);
				count("synchronised");
				see(this.committed, RegisterRun.this.token);
			}
			else if (effect instanceof MetadataEffect.Completed completed) {
				count(completed.outcome().name());
				if (completed.outcome() == Outcome.COMMITTED) {
					check(completed.request() >= RegisterRun.this.floor, this, "commits " + completed.request());
					this.committed = completed.request();
					see(completed.request(), RegisterRun.this.token);
				}
			}
		}

	}

}
