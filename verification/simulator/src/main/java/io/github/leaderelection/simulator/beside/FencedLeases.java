package io.github.leaderelection.simulator.beside;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionStage;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Predicate;

import io.github.leaderelection.LeaderWork;
import io.github.leaderelection.Leadership;
import io.github.leaderelection.NodeId;
import io.github.leaderelection.internal.metadata.protocol.SavedMetadata;
import io.github.leaderelection.internal.metadata.runtime.RegisterFile;
import io.github.leaderelection.internal.nodefence.protocol.Former;
import io.github.leaderelection.internal.nodefence.runtime.FenceFactory;
import io.github.leaderelection.internal.nodefence.runtime.GroupFence;
import io.github.leaderelection.internal.runtime.extension.ExtensionFactory;
import io.github.leaderelection.simulator.time.Dice;
import io.github.leaderelection.simulator.time.VirtualTime;
import org.jspecify.annotations.Nullable;

/**
 * Former leaders by a lease that are fenced: a fence that may fail, work that outlives
 * leaderships, and an oracle for both. Some instances keep a directory over crashes.
 */
public final class FencedLeases implements LeaseBeside {

	private static final long MILLI = 1_000_000;

	private static final int TIMEOUT_LEASES = 20;

	private static final int PATIENCE_LEASES = 400;

	private final VirtualTime time;

	private final Dice dice;

	private final long lease;

	private final long interval;

	private final RandomFence fence;

	private final boolean directories;

	private final Consumer<NodeId> kill;

	private final Predicate<ApplicationHost> holds;

	private final BiConsumer<String, String> broken;

	private final Map<String, SavedMetadata> led = new HashMap<>();

	/** Which process has the lock of an instance. */
	private final Map<String, ApplicationHost> locks = new HashMap<>();

	private final List<Start> starts = new ArrayList<>();

	/** When somebody led last. */
	private long ledAt = -1;

	private boolean healed;

	private long operatorAt;

	/**
	 * Draws a run.
	 * @param kill ends all processes of an instance
	 * @param holds whether what the store did for a process still counts
	 * @param broken takes the rule and what broke it
	 */
	public FencedLeases(VirtualTime time, Dice dice, long lease, Consumer<NodeId> kill,
			Predicate<ApplicationHost> holds, BiConsumer<String, String> broken) {
		this.time = time;
		this.dice = dice;
		this.lease = lease;
		this.interval = dice.chance(500) ? 0 : 30 * lease;
		this.fence = new RandomFence(dice, lease, (int) dice.between(0, 1000), this::after);
		this.directories = dice.chance(700);
		this.kill = kill;
		this.holds = holds;
		this.broken = broken;
	}

	@Override
	public List<ExtensionFactory> join(ApplicationHost host) {
		this.starts.removeIf((each) -> !each.host.isThere());
		String disk = host.worker();
		Start[] self = new Start[1];
		FenceFactory factory = new FenceFactory(TIMEOUT_LEASES * this.lease, this.interval,
				(settings) -> RegisterFile.inMemory(),
				(settings) -> this.directories ? new SimulatedRegisterFile<>(this.led, disk) : RegisterFile.inMemory(),
				() -> hasLock(host), 1, (task) -> save(self[0], task), (target, url) -> fence(self[0], target));
		self[0] = new Start(host, factory, this.time.now());
		this.starts.add(self[0]);
		return List.of(factory);
	}

	/** Two processes of an instance may have its directory, but one its lock. */
	private boolean hasLock(ApplicationHost host) {
		return this.locks.compute(host.worker(),
				(id, holder) -> (holder != null && holder.isThere()) ? holder : host) == host;
	}

	@Override
	public void begin() {
		again(this.lease / 2, this::work);
	}

	private void again(long mean, Runnable task) {
		after(this.dice.between(1, 2 * mean), () -> {
			if (!this.healed) {
				task.run();
				again(mean, task);
			}
		});
	}

	private void after(long span, Runnable task) {
		this.time.at(this.time.now() + span, task);
	}

	/** Some work outlives its leadership by far. */
	private void work() {
		for (Start each : this.starts) {
			if (each.host.isThere() && each.host.elector().isLeader()) {
				long span = this.dice.magnitude(this.lease / 100, 10 * this.lease);
				each.host.in(() -> {
					LeaderWork work = each.host.elector().beginWork();
					if (work != null) {
						after(span, () -> each.host.in(work::close));
					}
				});
			}
		}
	}

	/** One save after the other. */
	private void save(Start start, Runnable task) {
		start.writerFree = Math.max(start.writerFree, this.time.now()) + this.dice.magnitude(MILLI / 10, 20 * MILLI);
		this.time.at(start.writerFree, () -> start.host.in(task));
	}

	private CompletionStage<Boolean> fence(Start by, Former target) {
		if (!this.holds.test(by.host)) {
			broken(by, "fences " + target + " without a lease");
		}
		// Later a record that is read late, or has a longer lease, may seem to be held.
		if (this.ledAt < by.startedAt && this.time.now() - by.startedAt < this.lease) {
			broken(by, "fences " + target + " at a cold start");
		}
		long term = by.host.elector().status().term();
		if (target.token() >= term || target.member().value().equals(by.host.worker())) {
			broken(by, "fences " + target + " in term " + term);
		}
		if (!this.fence.mayFence(by.host.worker(), term, target)) {
			broken(by, "fences a third: " + target);
		}
		return this.fence.fence(() -> this.kill.accept(target.member()), by.host::in);
	}

	/** Nothing of an earlier leadership runs anywhere once another is granted. */
	@Override
	public void look() {
		for (Start start : this.starts) {
			Leadership leads = start.host.isThere() ? start.host.elector().leadership().orElse(null) : null;
			if (leads != null) {
				this.ledAt = this.time.now();
			}
			if (leads != null && leads.fencingToken() != start.token) {
				start.token = leads.fencingToken();
				this.fence.count(FenceCount.GRANTED);
				this.starts.forEach((each) -> judge(start, leads, each));
			}
		}
		if (this.healed && this.time.now() > this.operatorAt) {
			this.operatorAt = this.time.now() + 10 * this.lease;
			confirmDead();
		}
	}

	private void judge(Start granted, Leadership leads, Start each) {
		if (each.host.isThere()) {
			each.host.elector()
				.workInFlight()
				.longest()
				.stream()
				.filter((work) -> work.fencingToken() < leads.fencingToken())
				.findFirst()
				.ifPresent((work) -> broken(granted, "is granted " + leads.fencingToken() + " while "
						+ each.host.worker() + " works under " + work.fencingToken()));
		}
	}

	private void broken(Start by, String what) {
		this.broken.accept("fence", by.host.worker() + " " + what);
	}

	/** An operator sees that nothing works, and then says so. */
	private void confirmDead() {
		boolean works = this.starts.stream()
			.anyMatch((each) -> each.host.isThere() && each.host.elector().workInFlight().count() > 0);
		for (Start each : List.copyOf(this.starts)) {
			GroupFence present = each.factory.present();
			if (!works && each.host.isThere() && present != null && !present.unsettled().isEmpty()) {
				this.fence.count(FenceCount.OPERATOR);
				present.unsettled().forEach((former) -> present.confirm(former.member(), (done) -> {
				}));
				each.host.in(() -> {
				});
			}
		}
	}

	@Override
	public void stop(ApplicationHost host, Runnable node) {
		node.run();
	}

	@Override
	public void heal() {
		this.healed = true;
		this.fence.heal();
		this.operatorAt = this.time.now() + PATIENCE_LEASES * this.lease;
	}

	@Override
	public long electionNanos() {
		return 2 * PATIENCE_LEASES * this.lease;
	}

	/** A fence that is late, and the start of what it killed. */
	@Override
	public long quietNanos() {
		return 10 * this.lease;
	}

	@Override
	public @Nullable String unsettled() {
		return null;
	}

	@Override
	public long patience() {
		return 0;
	}

	@Override
	public Map<FenceCount, Long> counts() {
		return this.fence.counts();
	}

	/**
	 * One start of an application.
	 */
	private static final class Start {

		private final ApplicationHost host;

		private final FenceFactory factory;

		private final long startedAt;

		private long token;

		private long writerFree;

		Start(ApplicationHost host, FenceFactory factory, long startedAt) {
			this.host = host;
			this.factory = factory;
			this.startedAt = startedAt;
		}

	}

}
