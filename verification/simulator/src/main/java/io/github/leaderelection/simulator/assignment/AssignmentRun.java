package io.github.leaderelection.simulator.assignment;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BiConsumer;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

import io.github.leaderelection.LeaderElector;
import io.github.leaderelection.LeaderInfo;
import io.github.leaderelection.NodeId;
import io.github.leaderelection.internal.assignment.protocol.AssignmentEvent;
import io.github.leaderelection.internal.assignment.protocol.AssignmentSettings.Declared;
import io.github.leaderelection.internal.assignment.protocol.Partition;
import io.github.leaderelection.internal.assignment.protocol.PartitionList;
import io.github.leaderelection.internal.assignment.runtime.AssignmentPlan;
import io.github.leaderelection.internal.assignment.runtime.GroupAssignments;
import io.github.leaderelection.internal.runtime.extension.ExtensionFactory;
import io.github.leaderelection.simulator.beside.ApplicationHost;
import io.github.leaderelection.simulator.beside.LeaseBeside;
import io.github.leaderelection.simulator.time.Dice;
import io.github.leaderelection.simulator.time.VirtualTime;
import org.jspecify.annotations.Nullable;

/**
 * The assignments of a random run: what its applications declare, and what goes wrong
 * with them besides the faults of the election.
 */
public final class AssignmentRun implements LeaseBeside {

	static final String ORDERS = "orders";

	private static final String TENANTS = "tenants";

	private static final String REPORTS = "reports";

	/** All that any application declares. */
	static final List<String> ASSIGNMENTS = List.of(ORDERS, TENANTS, REPORTS);

	private static final List<String> NAMES = List.of("ant", "bee", "cat", "dog", "elk", "fox");

	private static final long MICRO = 1_000;

	private static final int FEWER = 5;

	private static final int MORE = 6;

	private final VirtualTime time;

	private final Dice dice;

	private final BooleanSupplier sound;

	private final BiConsumer<String, String> broken;

	private final @Nullable Consumer<String> trace;

	private final Map<AssignmentCount, Long> counts = new EnumMap<>(AssignmentCount.class);

	/** Those that have not ended, in the order of their starts. */
	private final List<AssignmentApplication> applications = new ArrayList<>();

	private final List<Runnable> atHeal = new ArrayList<>();

	/** Until when a worker is cut from the leader, by its id. */
	private final Map<String, Long> cut = new TreeMap<>();

	/** How long an answer lasts at most. */
	final long lease;

	final AssignmentOracle oracle = new AssignmentOracle(this);

	private final boolean held;

	/** Whether some workers have links, and others do not. */
	private final boolean linked;

	/** Whether some leaders have another division. */
	private final boolean divides;

	/** Whether pins outlive leaders, so that a leader learns of them. */
	final boolean keepsPins;

	/** Whether some declare less than others. */
	private final boolean few;

	/** 0 for one lease and one wait, 1 for two waits, 2 for two leases. */
	private final int mixed;

	private final int lossPerMille;

	private final int latePerMille;

	private List<String> names = NAMES;

	private boolean healed;

	private long requests;

	/**
	 * Draws a run.
	 * @param lease how long an answer lasts at most
	 * @param held whether all pings are requests, else some travel over links
	 * @param sound whether one leads at a time, at this instant and before
	 * @param broken takes the promise and what broke it
	 * @param trace told of each begin and end, null for nobody
	 */
	public AssignmentRun(VirtualTime time, Dice dice, long lease, boolean held, BooleanSupplier sound,
			BiConsumer<String, String> broken, @Nullable Consumer<String> trace) {
		this.time = time;
		this.dice = dice;
		this.lease = lease;
		this.sound = sound;
		this.broken = broken;
		this.trace = trace;
		this.held = held || dice.chance(500);
		this.linked = !held && dice.chance(500);
		this.divides = dice.chance(400);
		this.few = dice.chance(300);
		this.keepsPins = dice.chance(400);
		this.mixed = dice.chance(500) ? 0 : (int) dice.between(1, 2);
		this.lossPerMille = dice.chance(600) ? (int) dice.magnitude(1, 250) : 0;
		this.latePerMille = dice.chance(600) ? (int) dice.magnitude(1, 120) : 0;
		if (this.mixed > 0) {
			count(AssignmentCount.MIXED_LEASES);
		}
	}

	@Override
	public List<ExtensionFactory> join(ApplicationHost host) {
		this.applications.removeIf((each) -> {
			boolean gone = !each.host.isThere();
			if (gone) {
				this.oracle.gone(each);
			}
			return gone;
		});
		AssignmentApplication application = new AssignmentApplication(this, host, plan(),
				this.dice.branch(this.dice.nextLong()));
		this.applications.add(application);
		trace(application, "declares", application.factory.plan());
		repeat(this.lease / 4, application, application::work);
		repeat(4 * this.lease, application, application::release);
		repeat(2 * this.lease, application, () -> learn(application));
		repeat(6 * this.lease, application, this::pin);
		if (this.keepsPins) {
			repeat(2 * this.lease, application, application::learnPins);
		}
		return List.of(application);
	}

	private AssignmentPlan plan() {
		long shorter = this.lease * 2 / 3;
		boolean first = this.dice.chance(500);
		long own = (this.mixed == 1 || this.mixed == 2 && first) ? shorter : this.lease;
		long wait = (this.mixed == 1 && first) ? shorter : this.lease;
		List<Declared> declared = new ArrayList<>();
		declared.add(new Declared(ORDERS, capacity(),
				PartitionList.counted((this.divides && this.dice.chance(500)) ? MORE : FEWER)));
		declared.add(new Declared(TENANTS, capacity(), null));
		if (!this.few || this.dice.chance(500)) {
			declared.add(new Declared(REPORTS, capacity(), PartitionList.counted(2)));
		}
		long drain = this.dice.magnitude(this.lease / 8, 2 * this.lease);
		boolean request = this.held && !(this.linked && this.dice.chance(500));
		return new AssignmentPlan(own, wait, request, List.copyOf(declared),
				Map.of(ORDERS, drain, TENANTS, drain / 2, REPORTS, drain));
	}

	private int capacity() {
		return this.dice.chance(700) ? 1 : (int) this.dice.between(0, 3);
	}

	/** Does something in an application again and again until all is well. */
	private void repeat(long mean, AssignmentApplication application, Runnable task) {
		after(this.dice.between(1, 2 * mean), () -> {
			if (application.host.isThere()) {
				application.host.in(task);
				repeat(mean, application, task);
			}
		});
	}

	@Override
	public void begin() {
		again(4 * this.lease, this::changeNames);
		if (this.dice.chance(500)) {
			again(this.dice.magnitude(this.lease / 10, 7 * this.lease), this::changeLeader);
		}
		if (this.dice.chance(500)) {
			again(4 * this.lease, this::cut);
		}
	}

	private void again(long mean, Runnable task) {
		after(this.dice.between(1, 2 * mean), () -> {
			if (!this.healed) {
				task.run();
				again(mean, task);
			}
		});
	}

	private void changeNames() {
		count(AssignmentCount.NAMES_CHANGED);
		int[] order = this.dice.order(NAMES.size());
		int size = (int) this.dice.between(1, NAMES.size());
		List<String> drawn = new ArrayList<>();
		for (int i = 0; i < size; i++) {
			drawn.add(NAMES.get(order[i]));
		}
		this.names = drawn;
	}

	private void learn(AssignmentApplication application) {
		if (application.learns || this.healed) {
			count(AssignmentCount.LEARNED);
			List<String> told = this.names;
			// The source may answer late, and then not know what has changed.
			after(strikes(200) ? this.dice.below(this.lease) : 0, () -> application.host
				.in(() -> application.tell(new AssignmentEvent.Learned(TENANTS, PartitionList.named(told)))));
		}
	}

	private void pin() {
		if (!this.healed) {
			count(AssignmentCount.PINNED);
			String worker = this.dice.chance(300) ? null : this.dice.pick(this.applications).host.worker();
			String name = Partition.name(this.dice.index(FEWER));
			this.applications.forEach(
					(each) -> each.host.in(() -> each.tell(new AssignmentEvent.Pinned(ORDERS, name, worker, false))));
		}
	}

	private void changeLeader() {
		for (AssignmentApplication each : answering()) {
			LeaderElector elector = each.host.elector();
			if (elector.isLeader()) {
				count(AssignmentCount.LEADER_CHANGED);
				NodeId to = NodeId.of(this.dice.pick(this.applications).host.worker());
				boolean resigns = to.value().equals(each.host.worker()) || this.dice.chance(500);
				each.host
					.in(() -> (resigns ? elector.resign() : elector.transferTo(to)).exceptionally((refusal) -> null));
				return;
			}
		}
	}

	private void cut() {
		if (!this.applications.isEmpty()) {
			count(AssignmentCount.CUT);
			this.cut.put(this.dice.pick(this.applications).host.worker(),
					now() + this.dice.magnitude(this.lease / 10, 3 * this.lease));
		}
	}

	/** Whether a worker is cut from the leader at this instant. */
	public boolean isCut(String worker) {
		return !this.healed && now() < this.cut.getOrDefault(worker, 0L);
	}

	/** Counts a worker that hears nobody but a leader that stands still. */
	public void strands() {
		count(AssignmentCount.STRANDED);
	}

	@Override
	public void stop(@Nullable ApplicationHost host, Runnable node) {
		AssignmentApplication application = this.applications.stream()
			.filter((each) -> each.host == host)
			.findFirst()
			.orElse(null);
		GroupAssignments present = (application != null) ? application.factory.present() : null;
		if (application == null || present == null || this.dice.chance(200)) {
			node.run();
			return;
		}
		count(AssignmentCount.STOPPED_IN_ORDER);
		AtomicBoolean once = new AtomicBoolean();
		Runnable then = () -> {
			if (!once.getAndSet(true)) {
				node.run();
			}
		};
		application.host.in(() -> present.stop().thenRun(() -> after(0, then)));
		after(this.dice.magnitude(this.lease / 8, 2 * this.lease), then);
	}

	@Override
	public void heal() {
		this.healed = true;
		this.atHeal.forEach(Runnable::run);
		this.atHeal.clear();
		this.applications.forEach((each) -> {
			for (int i = 0; i < FEWER; i++) {
				String name = Partition.name(i);
				each.host.in(() -> each.tell(new AssignmentEvent.Pinned(ORDERS, name, null, false)));
			}
		});
	}

	@Override
	public void look() {
		for (AssignmentApplication each : this.applications) {
			this.oracle.look(each);
		}
	}

	/** Judges one after an event on its machine. */
	public void look(ApplicationHost host) {
		for (AssignmentApplication each : this.applications) {
			if (each.host == host) {
				this.oracle.look(each);
			}
		}
	}

	@Override
	public @Nullable String unsettled() {
		return this.oracle.unsettled();
	}

	@Override
	public long patience() {
		// what was late before, a drain, and the longest time for which one refuses
		return 2 * (4 * this.lease + 2 * this.lease + 2 * this.lease) + 150_000_000_000L;
	}

	@Override
	public Map<AssignmentCount, Long> counts() {
		return this.counts;
	}

	/** Carries a message between a worker and the leader, if it is not lost. */
	void carry(AssignmentApplication from, AssignmentApplication worker, Runnable arrives) {
		long ahead = from.host.ahead();
		long usual = this.dice.magnitude(100 * MICRO, this.lease / 60);
		if (isCut(worker.host.worker()) || loses()) {
			return;
		}
		after(ahead + (isLate() ? drawLateness() : usual), arrives);
		if (doubles()) {
			after(ahead + drawLateness(), arrives);
		}
	}

	/** Whether a ping or an answer is lost. */
	public boolean loses() {
		return strikes(AssignmentCount.MESSAGE_LOST, this.lossPerMille);
	}

	/** Whether a ping or an answer comes twice. */
	public boolean doubles() {
		return strikes(AssignmentCount.MESSAGE_DOUBLED, this.latePerMille);
	}

	/** Whether a ping or an answer is late. */
	public boolean isLate() {
		return strikes(AssignmentCount.MESSAGE_LATE, this.latePerMille);
	}

	/** How late it is, often up to the longest that an answer may last. */
	public long drawLateness() {
		return this.dice.chance(500) ? this.dice.below(4 * this.lease) : this.dice.magnitude(MICRO, 4 * this.lease);
	}

	private boolean strikes(AssignmentCount count, int perMille) {
		boolean is = strikes(perMille);
		if (is) {
			count(count);
		}
		return is;
	}

	boolean strikes(int perMille) {
		return !this.healed && this.dice.chance(perMille);
	}

	/** The leader that an application takes to lead, null if it knows none. */
	@Nullable AssignmentApplication leaderOf(AssignmentApplication worker) {
		String id = worker.host.elector().leader().map(LeaderInfo::id).map(NodeId::value).orElse("");
		List<AssignmentApplication> found = this.applications.stream()
			.filter((each) -> each.host.worker().equals(id) && each.host.isThere())
			.toList();
		return found.isEmpty() ? null : this.dice.pick(found);
	}

	/** The application, or one of the same id: an answer may outlive a process. */
	AssignmentApplication orLater(AssignmentApplication worker) {
		List<AssignmentApplication> found = this.applications.stream()
			.filter((each) -> each.host.worker().equals(worker.host.worker()))
			.toList();
		return worker.host.isThere() || found.isEmpty() ? worker : this.dice.pick(found);
	}

	long nextRequest() {
		return ++this.requests;
	}

	/** Those that could be asked at this instant. */
	List<AssignmentApplication> answering() {
		List<AssignmentApplication> answering = new ArrayList<>(this.applications.size());
		for (AssignmentApplication each : this.applications) {
			if (each.host.canAnswer()) {
				answering.add(each);
			}
		}
		return answering;
	}

	/** Whether pings of some workers are requests. */
	boolean hasRequests() {
		return this.held;
	}

	boolean isHealed() {
		return this.healed;
	}

	boolean isSound() {
		return this.sound.getAsBoolean();
	}

	long now() {
		return this.time.now();
	}

	void after(long nanos, Runnable task) {
		this.time.after(nanos, task);
	}

	void atHeal(Runnable task) {
		this.atHeal.add(task);
	}

	void count(AssignmentCount what) {
		this.counts.merge(what, 1L, Long::sum);
	}

	void trace(AssignmentApplication by, String what, Object detail) {
		if (this.trace != null) {
			this.trace.accept("ASSIGNMENTS " + by + " " + what + " " + detail);
		}
	}

	void broken(String rule, String text) {
		this.broken.accept(rule, text);
	}

}
