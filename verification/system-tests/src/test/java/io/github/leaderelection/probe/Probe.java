package io.github.leaderelection.probe;

import java.util.concurrent.locks.LockSupport;

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
 * Calls the gated methods likewise while they are admitted, and less often otherwise.
 */
final class Probe implements SmartLifecycle, LeadershipListener {

	private static final long PAUSE_NANOS = 1_000_000;

	/**
	 * Ten processes that ask a closed gate so often leave the machine little else to do.
	 */
	private static final long REFUSED_PAUSE_NANOS = 3 * PAUSE_NANOS;

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
		launch("probe-leader", PAUSE_NANOS, this::sampleLeadership);
		launch("probe-status", 10 * PAUSE_NANOS, this::sampleStatus);
	}

	@Override
	public void start() {
		this.running = true;
		this.files.events().add(Kind.STARTED, 0);
		launch("probe-gate", PAUSE_NANOS, this::sampleGate);
		if (this.work.isWanted()) {
			launch("probe-work", PAUSE_NANOS, this.work::lasting);
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

	private static void launch(String name, long pauseNanos, Runnable loop) {
		Thread thread = new Thread(() -> {
			while (true) {
				loop.run();
				LockSupport.parkNanos(pauseNanos);
			}
		}, name);
		thread.setDaemon(true);
		thread.start();
	}

	private void sampleLeadership() {
		long before = System.nanoTime();
		boolean leader = this.elector.isLeader();
		long after = System.nanoTime();
		if (!leader) {
			this.files.samples().add(0, before, after);
			return;
		}
		// If the lease ended just now the answer was given under the token last seen.
		long token = this.elector.leadership().map(Leadership::fencingToken).orElse(this.lastToken);
		if (token != this.lastToken) {
			// It was certainly granted only when the token was read.
			after = System.nanoTime();
			this.lastToken = token;
		}
		this.files.samples().add(token, before, after);
	}

	private void sampleGate() {
		long before = System.nanoTime();
		boolean admitted = Boolean.TRUE.equals(this.work.brief());
		this.files.gate().add(admitted ? 1 : 0, before, System.nanoTime());
		if (!admitted) {
			LockSupport.parkNanos(REFUSED_PAUSE_NANOS);
		}
	}

	private void sampleStatus() {
		long before = System.nanoTime();
		ElectionStatus status = this.elector.status();
		long after = System.nanoTime();
		LeaderInfo leader = status.leader();
		boolean leads = status.leading() && leader != null && leader.id().equals(status.node());
		this.files.led().add(leads ? leader.term() : 0, before, after);
		this.files.known().add((leader != null) ? leader.term() : 0, before, after);
		this.files.terms().add(status.term(), before, after);
		this.files.voting().add(status.voting().startsWith("yes") ? 1 : 0, before, after);
	}

}
