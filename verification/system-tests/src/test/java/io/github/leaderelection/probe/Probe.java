package io.github.leaderelection.probe;

import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongSupplier;

import io.github.leaderelection.probe.EventFile.Kind;

import org.springframework.context.SmartLifecycle;

/**
 * Asks {@code isLeader()} about once a millisecond, from the first moment to the last.
 * Calls the gated methods likewise while they are admitted, and asks for the status ten
 * times less often. A node that does not lead is asked for both rarely: ten processes
 * that answer all the time leave the machine little else to do.
 */
final class Probe implements SmartLifecycle {

	private static final long PAUSE_NANOS = 1_000_000;

	private static final long STATUS_PAUSE_NANOS = 10 * PAUSE_NANOS;

	private static final long RARE_PAUSE_NANOS = 30 * PAUSE_NANOS;

	private final List<GroupSamples> groups;

	private final GatedWork work;

	private final ProbeFiles files;

	private volatile boolean running;

	Probe(List<GroupSamples> groups, GatedWork work, ProbeFiles files) {
		this.groups = groups;
		this.work = work;
		this.files = files;
	}

	void begin() {
		this.groups.forEach(GroupSamples::listen);
		launch("probe-leader", this::sampleLeadership);
		launch("probe-status", this::sampleStatus);
	}

	@Override
	public void start() {
		this.running = true;
		this.files.events().add(Kind.STARTED, 0);
		launch("probe-gate", this::sampleGate);
		if (this.work.isWanted()) {
			launch("probe-work", this::work);
		}
	}

	@Override
	public void stop() {
		// The threads go on asking until the process ends.
		this.running = false;
	}

	@Override
	public boolean isRunning() {
		return this.running;
	}

	/** Right after the elector, which starts at {@code MAX_VALUE - 512}. */
	@Override
	public int getPhase() {
		return Integer.MAX_VALUE - 511;
	}

	private static void launch(String name, LongSupplier loop) {
		Thread thread = new Thread(() -> {
			while (true) {
				LockSupport.parkNanos(loop.getAsLong());
			}
		}, name);
		thread.setDaemon(true);
		thread.start();
	}

	private long sampleLeadership() {
		this.groups.forEach(GroupSamples::leadership);
		return PAUSE_NANOS;
	}

	private long work() {
		this.work.lasting();
		return PAUSE_NANOS;
	}

	private long sampleGate() {
		long before = System.nanoTime();
		boolean admitted = Boolean.TRUE.equals(this.work.brief());
		this.files.gate().add(admitted ? 1 : 0, before, System.nanoTime());
		return admitted ? PAUSE_NANOS : RARE_PAUSE_NANOS;
	}

	private long sampleStatus() {
		long leading = this.groups.stream().filter(GroupSamples::status).count();
		return (leading > 0) ? STATUS_PAUSE_NANOS : RARE_PAUSE_NANOS;
	}

}
