package io.github.leaderelection.simulator.lease;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

import io.github.leaderelection.NodeId;
import io.github.leaderelection.internal.lease.LeaseOptions;
import io.github.leaderelection.internal.protocol.ElectionSettings;
import io.github.leaderelection.simulator.time.VirtualTime;

/**
 * Instances and a store that fail only as they are told to. The lease is 10 s, and
 * whoever waits looks each second.
 */
final class StoreStage {

	static final long MILLI = RandomStore.MILLI;

	static final long SECOND = 1000 * MILLI;

	static final long LEASE = 10 * SECOND;

	static final long RETRY = SECOND;

	private static final long WALL = 1_790_000_000_000L;

	private static final double DRIFT = 0.05;

	final RandomStore store;

	private final VirtualTime time = new VirtualTime();

	private final SplittableRandom random;

	private final LeaseJudge judge;

	private final List<LeaseProcess> nodes = new ArrayList<>();

	private long retry = RETRY;

	private long minimumTerm;

	/**
	 * A stage without instances.
	 * @param seed decides what is drawn: moments within a look, latencies
	 */
	StoreStage(long seed, boolean tells) {
		this.random = new SplittableRandom(seed);
		Consumer<String> nobody = (line) -> {
		};
		this.store = RandomStore.obedient(this.time, this.random.split(), tells, WALL, nobody);
		this.judge = new LeaseJudge(nobody, () -> this.store.lossesSince(now() - LEASE));
	}

	/** Tokens may come again: the scenario shows how. */
	void tolerateTokens() {
		this.judge.tolerateTokens();
	}

	StoreStage looking(long interval) {
		this.retry = interval;
		return this;
	}

	StoreStage minimumTerm(long term) {
		this.minimumTerm = term;
		return this;
	}

	LeaseProcess start(String id) {
		return start(id, LEASE);
	}

	LeaseProcess start(String id, long lease) {
		ElectionSettings settings = ElectionSettings.of("c", "g", NodeId.of(id), List.of(NodeId.of(id)))
			.leaseNanos(lease)
			.heartbeatNanos(lease / 5)
			.maxClockDrift(DRIFT)
			.drainNanos(6 * LEASE)
			.minimumTerm(this.minimumTerm)
			.build();
		LeaseProcess process = new LeaseProcess(this.time, settings, new LeaseProcess.Clocks(1, WALL), this.store,
				this.judge, this.random.split(), new LeaseOptions(this.retry, false, null), (each) -> List.of());
		this.nodes.add(process);
		this.judge.add(process);
		process.start();
		return process;
	}

	/** Starts one that leads. */
	LeaseProcess lead(String id) {
		LeaseProcess process = start(id);
		expect(passUntil(process::leads, 3 * LEASE), id + " leads at the beginning");
		return process;
	}

	void crashAll() {
		this.nodes.forEach(this::crash);
	}

	void crash(LeaseProcess process) {
		process.die();
	}

	long now() {
		return this.time.now();
	}

	/** A moment within a span, by chance. */
	long within(long span) {
		return (long) (this.random.nextDouble() * span);
	}

	void pass(long span) {
		passUntil(() -> false, span);
	}

	boolean passUntil(BooleanSupplier so, long span) {
		return this.time.passUntil(() -> {
			this.judge.check(now());
			return so.getAsBoolean();
		}, span);
	}

	/** How long it takes until something is so. */
	long until(BooleanSupplier so, long most, String what) {
		long began = now();
		expect(passUntil(so, most), what);
		return now() - began;
	}

	boolean isLed() {
		return leaders() > 0;
	}

	int leaders() {
		return (int) this.nodes.stream().filter(LeaseProcess::leads).count();
	}

	/** How many led at a time at most. */
	int mostLeaders() {
		return this.judge.most();
	}

	long grants() {
		return this.judge.grants();
	}

	void expect(boolean holds, String what) {
		if (!holds) {
			throw new BrokenPromise("expected: " + what + ", at " + now() / MILLI + " ms");
		}
	}

}
