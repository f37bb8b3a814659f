package io.github.leaderelection.test;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentLinkedQueue;

import io.github.leaderelection.Leadership;
import io.github.leaderelection.internal.protocol.ElectionSettings;
import io.github.leaderelection.internal.runtime.ElectionLoop;
import io.github.leaderelection.internal.runtime.ElectorOptions;
import io.github.leaderelection.internal.runtime.GroupElector;
import io.github.leaderelection.internal.runtime.GroupIdentity;
import io.github.leaderelection.internal.runtime.group.GroupSpec;
import io.github.leaderelection.internal.runtime.environment.LoopEnvironment;
import io.github.leaderelection.internal.store.InMemoryBallotStore;
import org.jspecify.annotations.Nullable;

/**
 * One group: the loop and the elector of production, around a protocol and a clock that
 * the test controls. Each group has its own clock, so that one lease may end while
 * another goes on.
 */
final class ScriptedGroup {

	private final ElectionSettings settings;

	private final CallingThread thread;

	private final StandingClock clock = new StandingClock();

	private final CommandTransport transport = new CommandTransport();

	private final InMemoryBallotStore store = new InMemoryBallotStore();

	private final ConcurrentLinkedQueue<Check> checks = new ConcurrentLinkedQueue<>();

	private final GroupElector elector;

	private volatile @Nullable ElectionLoop loop;

	private volatile boolean touched;

	ScriptedGroup(ElectionSettings settings, ElectorOptions options, CallingThread thread) {
		this.settings = settings;
		this.thread = thread;
		this.elector = new GroupElector(GroupIdentity.of(ScriptedProtocol.NAME, settings), this.clock, options);
	}

	String name() {
		return this.settings.group();
	}

	GroupElector elector() {
		return this.elector;
	}

	void start(boolean leading) {
		this.checks.clear();
		this.thread.step(() -> {
			ElectionLoop started = new ElectionLoop(environment(), List.of(new GroupSpec<>(new ScriptedProtocol(),
					this.settings, this.store, (member) -> null, null, false, null, List.of())),
					Map.of(name(), this.elector));
			this.loop = started;
			started.start();
			started.runPending();
		});
		if (leading) {
			command(new Command.Lead());
		}
		this.touched = false;
	}

	private LoopEnvironment environment() {
		return new LoopEnvironment(this.clock, () -> 1, this.transport, Runnable::run, this.thread, this.thread,
				(atNanos, check) -> this.checks.add(new Check(atNanos, check)), Runnable::run, this::wakeUp);
	}

	private void wakeUp() {
		this.touched = true;
		this.thread.step(this::runPending);
	}

	private void runPending() {
		ElectionLoop present = this.loop;
		if (present != null) {
			present.runPending();
		}
	}

	void command(Command command) {
		this.transport.command(this.settings, command);
		this.thread.settle();
	}

	/** Whether nothing is known to have changed since the start. */
	boolean isUntouched() {
		return !this.touched;
	}

	/** Leads from now on. Fails if the node is paused or ineligible. */
	void lead() {
		ElectionLoop present = this.loop;
		if (present != null && !present.<ScriptState>state(name()).eligible()) {
			throw new IllegalStateException("The node '" + this.settings.self() + "' cannot lead the group '" + name()
					+ "': it is paused or ineligible. Call resume() on its elector, or make it eligible first");
		}
		command(new Command.Lead());
	}

	/** Returns to the state after the start, except that tokens go on rising. */
	void restart(boolean leading) {
		command(new Command.Halt());
		this.elector.eligibility().resume();
		start(leading);
	}

	/** Moves the clock. A leader does not renew its lease meanwhile. */
	void advance(Duration duration) {
		this.touched = true;
		this.thread.step(() -> {
			this.clock.advance(duration);
			fireChecks();
			runPending();
		});
		this.thread.settle();
	}

	/** Runs the checks that are due. */
	private void fireChecks() {
		List<Check> due = new ArrayList<>();
		this.checks.forEach((check) -> {
			if (check.atNanos() - this.clock.monotonicNanos() <= 0) {
				due.add(check);
			}
		});
		this.checks.removeAll(due);
		due.forEach((check) -> check.task().run());
	}

	/** Moves the clock to the end of the lease. */
	void expireLease() {
		advance(this.elector.leadership().map(Leadership::remaining).orElse(Duration.ZERO));
	}

	/** Gives up leadership gracefully, waiting for running work in real time. */
	void close() {
		ElectionLoop present = this.loop;
		if (present == null) {
			return;
		}
		present.stop();
		this.thread.await(present::isStopped, this.settings.drainNanos());
		if (!present.isStopped()) {
			this.thread.step(() -> {
				this.clock.advance(Duration.ofNanos(this.settings.drainNanos()));
				present.runPending();
			});
		}
		this.transport.close();
		this.thread.settle();
		this.loop = null;
	}

	/**
	 * A check of the watchdog.
	 *
	 * @param atNanos when it is due, on the monotonic clock of the group
	 */
	private record Check(long atNanos, Runnable task) {
	}

}
