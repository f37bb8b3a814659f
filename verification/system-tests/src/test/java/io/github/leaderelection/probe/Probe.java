package io.github.leaderelection.probe;

import java.util.concurrent.locks.LockSupport;
import java.util.function.LongSupplier;

import io.github.leaderelection.ElectionStatus;
import io.github.leaderelection.LeaderElector;
import io.github.leaderelection.LeaderInfo;
import io.github.leaderelection.Leadership;
import io.github.leaderelection.LeadershipListener;
import io.github.leaderelection.RevocationReason;
import io.github.leaderelection.probe.EventFile.Kind;

import org.springframework.context.SmartLifecycle;

/**
 * Asks {@code isLeader()} about once a millisecond, from the first moment to the last.
 * Calls the gated methods likewise while they are admitted, and asks for the status ten
 * times less often. A node that does not lead is asked for both rarely: ten processes
 * that answer all the time leave the machine little else to do.
 */
final class Probe implements SmartLifecycle, LeadershipListener {

	private static final long PAUSE_NANOS = 1_000_000;

	private static final long STATUS_PAUSE_NANOS = 10 * PAUSE_NANOS;

	private static final long RARE_PAUSE_NANOS = 30 * PAUSE_NANOS;

	private final LeaderElector elector;

	private final GatedWork work;

	private final ProbeFiles files;

	private volatile boolean running;

	private long lastToken;

	Probe(LeaderElector elector, GatedWork work, ProbeFiles files) {
		this.elector = elector;
		this.work = work;
		this.files = files;
	}

	void begin() {
		this.elector.addListener(this);
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

	@Override
	public void onGranted(Leadership leadership) {
		this.files.events().add(Kind.GRANTED, leadership.fencingToken());
	}

	@Override
	public void onRevoked(Leadership leadership, RevocationReason reason) {
		this.files.events().add(Kind.REVOKED, leadership.fencingToken());
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
		long before = System.nanoTime();
		boolean leader = this.elector.isLeader();
		long after = System.nanoTime();
		if (!leader) {
			this.files.samples().add(0, before, after);
			return PAUSE_NANOS;
		}
		// If the lease ended just now the answer was given under the token last seen.
		long token = this.elector.leadership().map(Leadership::fencingToken).orElse(this.lastToken);
		if (token != this.lastToken) {
			// It was certainly granted only when the token was read.
			after = System.nanoTime();
			this.lastToken = token;
		}
		this.files.samples().add(token, before, after);
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
		long before = System.nanoTime();
		ElectionStatus status = this.elector.status();
		long after = System.nanoTime();
		LeaderInfo leader = status.leader();
		boolean leads = status.leading() && leader != null && leader.id().equals(status.node());
		this.files.led().add(leads ? leader.term() : 0, before, after);
		this.files.known().add((leader != null) ? leader.term() : 0, before, after);
		this.files.terms().add(status.term(), before, after);
		this.files.voting().add(status.voting().startsWith("yes") ? 1 : 0, before, after);
		return leads ? STATUS_PAUSE_NANOS : RARE_PAUSE_NANOS;
	}

}
