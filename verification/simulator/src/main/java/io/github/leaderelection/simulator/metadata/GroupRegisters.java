package io.github.leaderelection.simulator.metadata;

import java.io.IOException;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.IntStream;

import io.github.leaderelection.LeaderElector;
import io.github.leaderelection.LeaderSequenceNumber;
import io.github.leaderelection.internal.metadata.protocol.Metadata;
import io.github.leaderelection.internal.metadata.protocol.Metadata.Entry;
import io.github.leaderelection.internal.metadata.protocol.MetadataEffect.Completed;
import io.github.leaderelection.internal.metadata.protocol.MetadataEffect.Outcome;
import io.github.leaderelection.internal.metadata.protocol.MetadataEvent;
import io.github.leaderelection.internal.metadata.protocol.SavedMetadata;
import io.github.leaderelection.internal.metadata.runtime.GroupRegister;
import io.github.leaderelection.internal.metadata.runtime.RegisterFactory;
import io.github.leaderelection.internal.metadata.runtime.RegisterFile;
import io.github.leaderelection.internal.metadata.runtime.RegisterListener;
import io.github.leaderelection.internal.metadata.runtime.RegisterSnapshot.Leading;
import io.github.leaderelection.internal.protocol.ElectionSettings;
import io.github.leaderelection.internal.protocol.Effect;
import io.github.leaderelection.internal.protocol.Input;
import io.github.leaderelection.internal.protocol.Now;
import io.github.leaderelection.internal.protocol.Step;
import io.github.leaderelection.internal.quorum.QuorumMessage;
import io.github.leaderelection.internal.quorum.QuorumState;
import io.github.leaderelection.internal.runtime.environment.NodeClock;
import io.github.leaderelection.internal.runtime.extension.ExtensionFactory;
import io.github.leaderelection.simulator.beside.ApplicationStart;
import io.github.leaderelection.simulator.beside.Beside;
import io.github.leaderelection.simulator.cluster.ClusterObserver;
import io.github.leaderelection.simulator.cluster.SimulatedCluster;
import io.github.leaderelection.simulator.cluster.SimulatedNode;
import io.github.leaderelection.simulator.invariant.Invariants;
import io.github.leaderelection.simulator.time.Dice;
import org.jspecify.annotations.Nullable;

/**
 * Registers beside the elections of a cluster: applications that write, files that fail
 * and are lost, operators, and an oracle of all that anybody was shown.
 */
public final class GroupRegisters implements Beside, ClusterObserver, ClusterObserver.Guests {

	private static final long MILLI = 1_000_000;

	private static final long CHECK = 20 * MILLI;

	private static final long LONGEST_START = 60_000 * MILLI;

	private static final int SETTLE_LEASES = 100;

	private static final int ASSUMES_PER_MILLE = 300;

	private static final long LONGEST_SAVE = 20 * MILLI;

	private final SimulatedCluster cluster;

	private final Invariants invariants;

	private final int members;

	private final boolean durable;

	private final boolean judged;

	private final Dice dice;

	/** How often of a thousand times a save fails. */
	private final int unsaved;

	private final Map<Integer, Start> starts = new TreeMap<>();

	/** What each member keeps. */
	private final Map<Integer, SavedMetadata> kept = new HashMap<>();

	/** When the thread of each member that saves is free. */
	private final Map<Integer, Long> writerFree = new HashMap<>();

	private final ShownValues values = new ShownValues();

	private final Map<Count, Long> counts = new EnumMap<>(Count.class);

	/** Leaderships that wrote a value again, and those that an operator told to. */
	private final Set<Long> began = new HashSet<>();

	private final Set<Long> assumed = new HashSet<>();

	/** The first write with a mark since one without was shown. */
	private @Nullable LeaderSequenceNumber marked;

	/**
	 * The newest leadership when more than a minority had nothing, as at first, negative
	 * once a later one is synchronised.
	 */
	private long broken;

	private long numbers;

	private boolean healed;

	/** Who was started last, and when it heard of a leader. */
	private int watched = -1;

	private long followedAt;

	/**
	 * Joins a cluster on which nothing runs yet.
	 * @param durable whether members keep what they accepted over restarts
	 * @param judged whether the election keeps its promises
	 */
	public GroupRegisters(SimulatedCluster cluster, Invariants invariants, int members, boolean durable, boolean judged,
			Dice dice) {
		this.cluster = cluster;
		this.invariants = invariants;
		this.members = members;
		this.durable = durable;
		this.judged = judged;
		this.dice = dice;
		this.unsaved = durable ? List.of(0, 10, 200).get(dice.index(3)) : 0;
		cluster.invite(this);
		cluster.observe(this);
	}

	private ElectionSettings settings() {
		return this.cluster.node(0).settings(0);
	}

	private int spare() {
		return this.members - (this.members / 2 + 1);
	}

	@Override
	public void plan() {
		long lease = settings().leaseNanos();
		again(this.dice.magnitude(lease / 50, lease), this::write);
		again(20 * lease, this::assumeLost);
		again(20 * lease, this::acknowledgeLoss);
	}

	private void again(long mean, Runnable task) {
		this.cluster.time().after(this.dice.between(1, 2 * mean), () -> {
			if (!this.healed) {
				task.run();
				again(mean, task);
			}
		});
	}

	private void write() {
		int leader = this.invariants.leader(0);
		Start start = this.starts.get((leader < 0 || this.dice.chance(50)) ? this.dice.index(this.members) : leader);
		if (start != null) {
			start.write();
		}
	}

	private void assumeLost() {
		for (Start start : this.starts.values()) {
			Leading leading = start.leading();
			if (leading != null && leading.committed() == null && this.dice.chance(ASSUMES_PER_MILLE)) {
				count(Count.ASSUMED);
				this.assumed.add(leading.token());
				start.tell(new MetadataEvent.AssumedLost());
			}
		}
	}

	private void acknowledgeLoss() {
		for (Start start : this.starts.values()) {
			Leading leading = start.leading();
			if (leading != null && leading.committed() != null && leading.committed().lost()) {
				count(Count.ACKNOWLEDGED);
				start.tell(new MetadataEvent.LossAcknowledged());
			}
		}
	}

	@Override
	public List<ExtensionFactory> of(int machine, NodeClock clock, LeaderElector elector) {
		Start start = new Start(new ApplicationStart(this.cluster.node(machine), elector));
		this.starts.put(machine, start);
		return List.of(start.factory);
	}

	@Override
	public void stop(int machine, Runnable stop) {
		stop.run();
	}

	@Override
	public void ended(int machine, boolean clean) {
		if (!this.durable) {
			lose(machine);
		}
	}

	@Override
	public void stateLost(int machine) {
		lose(machine);
	}

	private void lose(int machine) {
		SavedMetadata lost = this.kept.remove(machine);
		if (lost != null && lost.whole()) {
			count(Count.LOST);
			if (blank() > spare()) {
				count(Count.MAJORITY_LOST);
				this.broken = this.invariants.highestToken(0);
			}
		}
	}

	/** How many members have nothing, or nothing that counts. */
	private long blank() {
		return this.members - this.kept.values().stream().filter(SavedMetadata::whole).count();
	}

	@Override
	public void stepped(int machine, int group, @Nullable Input<QuorumMessage> input, Now now,
			Step<QuorumState, QuorumMessage> step) {
		if (machine == this.watched && group == 0 && this.followedAt == 0
				&& step.effects().stream().anyMatch(GroupRegisters::isHeard)) {
			this.followedAt = this.cluster.time().now();
		}
	}

	/** Whether a leader is followed that was heard itself. */
	private static boolean isHeard(Effect<?> effect) {
		return effect instanceof Effect.FollowLeader<?> follow && follow.fencingToken() > 0;
	}

	/** What a reader at this instant sees. */
	@Override
	public void settled(int machine) {
		Start start = this.starts.get(machine);
		if (start != null) {
			start.look();
		}
	}

	/** A leader writes again what it found. */
	private void began(Start start, Metadata value, long token) {
		if (!this.began.add(token)) {
			return;
		}
		if (value.lost()) {
			count(Count.MARKED);
			if (this.broken < 0 && this.marked == null && !this.assumed.contains(token)) {
				wrong(start, "says that values may be lost though no more than a minority lost its state");
			}
			this.marked = value.sequence();
			this.values.lose(token);
		}
		else if (value.entries().isEmpty() && this.broken >= 0) {
			count(Count.EMPTIED);
			this.values.lose(token);
		}
	}

	private void shown(Start start, Metadata value, @Nullable String wrong) {
		if (wrong != null) {
			wrong(start, wrong);
		}
		LeaderSequenceNumber mark = this.marked;
		if (mark != null && !value.lost() && value.sequence() != null && value.sequence().compareTo(mark) > 0) {
			this.marked = null;
		}
	}

	private void wrong(Start start, String what) {
		if (this.judged) {
			this.invariants.findings().report("register", "n" + start.node().index() + " " + what);
		}
	}

	private void count(Count what) {
		this.counts.merge(what, 1L, Long::sum);
	}

	@Override
	public Map<Count, Long> counts() {
		return this.counts;
	}

	@Override
	public boolean keepsSettings() {
		return true;
	}

	/**
	 * Once all are well somebody is synchronised, and all show its value; one that starts
	 * does so soon after it hears of its leader.
	 */
	@Override
	public void judge() {
		this.healed = true;
		if (!this.judged
				|| IntStream.range(0, this.members).allMatch((machine) -> node(machine).settings(0).isWitness())) {
			return;
		}
		settle("after the healing");
		Start leader = leader();
		if (leader == null || this.members == 1) {
			return;
		}
		leader.write();
		settle("after a write");
		catchUp();
	}

	private SimulatedNode node(int machine) {
		return this.cluster.node(machine);
	}

	private boolean isWell() {
		return this.invariants.findings().first() == null;
	}

	private void settle(String when) {
		long deadline = this.cluster.time().now() + LONGEST_START + SETTLE_LEASES * settings().leaseNanos();
		while (isWell() && unsettled() != null) {
			if (this.cluster.time().now() > deadline) {
				this.invariants.findings().report("register", when + ": " + unsettled());
			}
			pass(CHECK);
		}
	}

	private void pass(long nanos) {
		this.cluster.time().passUntil(() -> !isWell(), nanos);
	}

	private @Nullable Start leader() {
		return this.starts.values().stream().filter((each) -> each.answer() != null).findFirst().orElse(null);
	}

	private @Nullable String unsettled() {
		Start leader = leader();
		if (leader == null) {
			return "nobody is synchronised";
		}
		LeaderSequenceNumber newest = Objects.requireNonNull(leader.answer()).sequence();
		for (int machine = 0; machine < this.members; machine++) {
			Start start = this.starts.get(machine);
			if (start == null || !Objects.equals(start.shown(), newest)) {
				return "n" + machine + " shows " + ((start != null) ? start.shown() : null) + " and not " + newest;
			}
			if (start.writing > 0) {
				return "n" + machine + " does not say how " + start.writing + " writes ended";
			}
		}
		return null;
	}

	/**
	 * A member that restarts shows the newest value soon after it hears of the leader.
	 */
	private void catchUp() {
		Start leader = leader();
		if (leader == null || !isWell()) {
			return;
		}
		int follower = (leader.node().index() + 1) % this.members;
		this.watched = follower;
		node(follower).kill();
		pass(this.dice.magnitude(MILLI, settings().leaseNanos()));
		while (!node(follower).start(false)) {
			pass(CHECK);
		}
		long longest = this.cluster.network().conditions().longest();
		// Its first question may be lost with a link: it asks again after a heartbeat.
		long bound = settings().heartbeatNanos() * 5 / 2 + 8 * longest + 4 * LONGEST_SAVE;
		long deadline = this.cluster.time().now() + LONGEST_START + SETTLE_LEASES * settings().leaseNanos();
		Metadata newest = leader.answer();
		while (isWell() && newest != null) {
			pass(MILLI);
			newest = leader.answer();
			Start start = Objects.requireNonNull(this.starts.get(follower));
			if (newest == null || Objects.equals(start.shown(), newest.sequence())) {
				return;
			}
			long now = this.cluster.time().now();
			if (this.followedAt > 0 && !this.cluster.network().linked(follower, leader.node().index())) {
				// It hears its leader by what is left of a link, and cannot ask.
				this.followedAt = now;
			}
			if (now > deadline || this.followedAt > 0 && now - this.followedAt > bound) {
				wrong(start, "shows " + start.shown() + " " + (now - this.followedAt) / MILLI
						+ " ms after it heard of its leader, which has " + newest.sequence());
			}
		}
	}

	/**
	 * What happened.
	 */
	public enum Count {

		/** Leaders that are synchronised. */
		SYNCHRONISED,

		/** How writes end. */
		COMMITTED, REFUSED, BUSY, UNKNOWN,

		/** Saves that fail. */
		UNSAVED,

		/** Members that lose what they kept, and that with more than a minority. */
		LOST, MAJORITY_LOST,

		/** Leaders that say that values may be lost, or find nobody that has any. */
		MARKED, EMPTIED,

		/** Operators. */
		ASSUMED, ACKNOWLEDGED

	}

	/**
	 * One start of an application.
	 */
	private final class Start implements RegisterListener {

		private final ApplicationStart application;

		private final RegisterFactory factory;

		private @Nullable GroupRegister seen;

		private Metadata shown = Metadata.NONE;

		private int writing;

		private int runs;

		Start(ApplicationStart application) {
			this.application = application;
			this.factory = new RegisterFactory((settings) -> new File(this, ++this.runs), this::execute, this);
		}

		SimulatedNode node() {
			return this.application.node();
		}

		boolean isThere() {
			return this.application.isThere() && node().canAnswer();
		}

		/** One thread saves, also for the next start of the elections. */
		private void execute(Runnable save) {
			long now = GroupRegisters.this.cluster.time().now();
			int machine = node().index();
			long free = Math.max(now, GroupRegisters.this.writerFree.getOrDefault(machine, 0L))
					+ GroupRegisters.this.dice.magnitude(MILLI / 10, LONGEST_SAVE);
			GroupRegisters.this.writerFree.put(machine, free);
			GroupRegisters.this.cluster.time().at(free, () -> this.application.in(save));
		}

		@Nullable Leading leading() {
			GroupRegister register = this.factory.present();
			return (register != null && isThere()) ? register.snapshot().leading() : null;
		}

		/** What a leader answers with, null if it does not. */
		@Nullable Metadata answer() {
			GroupRegister register = this.factory.present();
			return (register != null && isThere()) ? register.committed() : null;
		}

		@Nullable LeaderSequenceNumber shown() {
			GroupRegister register = this.factory.present();
			return (register != null && isThere()) ? register.snapshot().shown().sequence() : null;
		}

		void tell(MetadataEvent event) {
			GroupRegister register = this.factory.present();
			if (register != null) {
				this.application.in(() -> register.tell(event));
			}
		}

		void write() {
			GroupRegister register = this.factory.present();
			if (register == null || !node().isRunning()) {
				return;
			}
			this.application.in(() -> {
				Metadata committed = register.committed();
				long number = ++GroupRegisters.this.numbers;
				this.writing++;
				register
					.write((committed != null) ? committed.sequence() : null,
							List.of(new Entry("v", Long.toString(number))))
					.thenAccept((completed) -> completed(number, completed));
			});
		}

		private void completed(long number, Completed completed) {
			this.writing--;
			switch (completed.outcome()) {
				case COMMITTED -> {
					count(Count.COMMITTED);
					Metadata value = ShownValues.value(completed.sequence(), number);
					String wrong = GroupRegisters.this.values.answer(value);
					if (wrong != null) {
						wrong(this, wrong);
					}
				}
				case UNKNOWN -> count(Count.UNKNOWN);
				case BUSY, REFUSED -> {
					count((completed.outcome() == Outcome.BUSY) ? Count.BUSY : Count.REFUSED);
					GroupRegisters.this.values.refuse(number);
				}
			}
		}

		@Override
		public void synchronised() {
			count(Count.SYNCHRONISED);
			GroupRegister register = this.factory.present();
			Leading leading = (register != null) ? register.snapshot().leading() : null;
			if (leading != null && leading.token() > GroupRegisters.this.broken && blank() <= spare()) {
				GroupRegisters.this.broken = -1;
			}
		}

		void look() {
			GroupRegister register = this.factory.present();
			if (register == null || !isThere()) {
				return;
			}
			if (register != this.seen) {
				this.seen = register;
				this.shown = Metadata.NONE;
			}
			Metadata next = register.snapshot().shown();
			if (next != this.shown) {
				LeaderSequenceNumber before = this.shown.sequence();
				if (before != null && (next.sequence() == null || next.sequence().compareTo(before) < 0)) {
					wrong(this, "goes back from " + before + " to " + next.sequence());
				}
				this.shown = next;
				GroupRegisters.this.shown(this, next, GroupRegisters.this.values.show(next));
			}
			Metadata answer = answer();
			if (answer != null) {
				GroupRegisters.this.shown(this, answer, GroupRegisters.this.values.answer(answer));
			}
		}

	}

	/**
	 * The file of a member, in one run of its elections.
	 */
	private final class File implements RegisterFile {

		private final Start start;

		private final int run;

		File(Start start, int run) {
			this.start = start;
			this.run = run;
		}

		@Override
		public SavedMetadata load() {
			return GroupRegisters.this.kept.getOrDefault(this.start.node().index(), SavedMetadata.BLANK);
		}

		@Override
		public void save(SavedMetadata state) throws IOException {
			SimulatedNode node = this.start.node();
			if (!GroupRegisters.this.durable && (this.run != this.start.runs || !node.isRunning())) {
				return;
			}
			boolean fails = !GroupRegisters.this.healed
					&& (node.disk().isFailing() || GroupRegisters.this.dice.chance(GroupRegisters.this.unsaved));
			if (!fails || GroupRegisters.this.dice.chance(500)) {
				GroupRegisters.this.kept.put(node.index(), state);
				LeaderSequenceNumber sequence = state.accepted().sequence();
				if (sequence != null && sequence.counter() == 1) {
					began(this.start, state.accepted(), sequence.fencingToken());
				}
			}
			if (fails) {
				count(Count.UNSAVED);
				throw new IOException("no space");
			}
		}

	}

}
