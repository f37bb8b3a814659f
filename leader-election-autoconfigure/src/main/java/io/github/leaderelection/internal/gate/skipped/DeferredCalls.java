package io.github.leaderelection.internal.gate.skipped;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.locks.ReentrantLock;

import io.github.leaderelection.LeaderElector;
import io.github.leaderelection.Leadership;
import io.github.leaderelection.LeadershipListener;
import io.github.leaderelection.internal.gate.GroupGate;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps skipped calls of one method until this node leads, and then makes each once, in
 * order, on a thread of its own. Safe for use from any thread.
 */
public final class DeferredCalls implements LeadershipListener, AutoCloseable {

	/** The maximum number of waiting calls. */
	public static final int LIMIT = 100;

	private static final Logger logger = LoggerFactory.getLogger(LeaderElector.class);

	private final String name;

	private final GroupGate gate;

	private final LeaderElector.Registration registration;

	/** Guards {@link #waiting}, {@link #isRunning} and {@link #isClosed}. */
	private final ReentrantLock lock = new ReentrantLock();

	private final Deque<SkippedCall> waiting = new ArrayDeque<>();

	private boolean isRunning;

	private boolean isClosed;

	/**
	 * Creates an instance without calls.
	 * @param name the name of the method for operators
	 */
	public DeferredCalls(String name, GroupGate gate) {
		this.name = name;
		this.gate = gate;
		this.registration = gate.addListener(this);
	}

	/** Keeps a skipped call; false if there is no room, or after {@link #close()}. */
	public boolean keep(SkippedCall call) {
		this.lock.lock();
		try {
			if (this.isClosed || this.waiting.size() >= LIMIT) {
				return false;
			}
			this.waiting.add(call);
		}
		finally {
			this.lock.unlock();
		}
		logger.info("{} runs once this node leads (deferUntilLeading)", this.name);
		runIfOpen();
		return true;
	}

	@Override
	public void onGranted(Leadership leadership) {
		run();
	}

	/** Runs the calls if this node has become leader after the call was skipped. */
	private void runIfOpen() {
		if (this.gate.isOpen()) {
			run();
		}
	}

	private void run() {
		this.lock.lock();
		try {
			if (this.isRunning || this.waiting.isEmpty()) {
				return;
			}
			this.isRunning = true;
		}
		finally {
			this.lock.unlock();
		}
		SkippedCall.onOwnThread(this::runAll);
	}

	private void runAll() {
		SkippedCall next = next();
		while (next != null && next.isMadeOrFailed(this.name)) {
			next = next();
		}
		if (next != null) {
			this.lock.lock();
			try {
				this.waiting.addFirst(next);
				this.isRunning = false;
			}
			finally {
				this.lock.unlock();
			}
			runIfOpen();
		}
	}

	private @Nullable SkippedCall next() {
		this.lock.lock();
		try {
			SkippedCall next = this.waiting.poll();
			this.isRunning = next != null;
			return next;
		}
		finally {
			this.lock.unlock();
		}
	}

	/** Discards the waiting calls. */
	@Override
	public void close() {
		this.registration.close();
		this.lock.lock();
		try {
			this.isClosed = true;
			this.waiting.clear();
		}
		finally {
			this.lock.unlock();
		}
	}

}
