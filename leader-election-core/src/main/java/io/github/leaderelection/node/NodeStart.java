package io.github.leaderelection.node;

import java.security.SecureRandom;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;

import io.github.leaderelection.LeaderElector;
import io.github.leaderelection.internal.runtime.ElectionLoop;
import io.github.leaderelection.internal.runtime.GroupElector;
import io.github.leaderelection.internal.runtime.group.GroupSpec;
import io.github.leaderelection.internal.runtime.environment.LoopEnvironment;
import io.github.leaderelection.internal.runtime.environment.NodeClock;
import io.github.leaderelection.spi.BallotStore;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One start of a node: everything that is opened for it and closed after it. Started and
 * closed at most once, by one thread at a time.
 */
final class NodeStart {

	private static final Logger logger = LoggerFactory.getLogger(LeaderElector.class);

	/**
	 * The time of a stop beyond the drain: for a save, the cession, a busy machine.
	 */
	private static final Duration STOP_GRACE = Duration.ofSeconds(5);

	/** A listener that blocks must not keep the application from stopping. */
	private static final Duration LISTENER_GRACE = Duration.ofSeconds(1);

	private final NodePlan plan;

	private final Map<String, GroupElector> electors;

	private final NodeClock clock;

	private final List<BallotStore> stores = new ArrayList<>();

	private final NodeThread ballotWriter;

	private final NodeThread listeners;

	private final WatchdogThread watchdog;

	private final PositionThreads positions;

	private final AnswerThreads answers;

	private final LoopSignal signal = new LoopSignal();

	private final LoopTurns turns = new LoopTurns(this.signal);

	NodeStart(NodePlan plan, Map<String, GroupElector> electors, NodeClock clock) {
		this.plan = plan;
		this.electors = electors;
		this.clock = clock;
		this.ballotWriter = new NodeThread(plan.id(), "ballot-writer");
		this.listeners = new NodeThread(plan.id(), "listeners");
		this.watchdog = new WatchdogThread(plan.id());
		this.positions = new PositionThreads(plan.id(), plan.groups().size());
		this.answers = new AnswerThreads(new CompletableFuture<>().defaultExecutor(), this.watchdog);
	}

	/**
	 * Opens everything and starts the loop; if anything fails, closes what was opened.
	 */
	Running start() {
		ElectionLoop loop = null;
		try {
			this.ballotWriter.prestart();
			this.listeners.prestart();
			this.watchdog.prestart();
			loop = new ElectionLoop(environment(), openGroups(), this.electors);
			loop.start();
			LoopThread thread = new LoopThread(this.plan.id(), loop, this.signal, this.turns);
			thread.start();
			return new Running(loop, thread);
		}
		catch (Throwable ex) {
			if (loop != null && !loop.isStopped()) {
				loop.fail(ex);
			}
			release();
			if (loop != null) {
				loop.retire();
			}
			throw ex;
		}
	}

	private LoopEnvironment environment() {
		SplittableRandom entropy = new SplittableRandom(new SecureRandom().nextLong());
		return new LoopEnvironment(this.clock, entropy::nextLong, this.plan.transport(), this.ballotWriter::execute,
				this.listeners::execute, this.answers, this.watchdog, this.positions::execute, this.turns);
	}

	private List<GroupSpec<?, ?>> openGroups() {
		List<GroupSpec<?, ?>> specs = new ArrayList<>();
		for (NodeGroup group : this.plan.groups()) {
			BallotStore store = group.openStore(this.plan.stateDirectory());
			this.stores.add(store);
			specs.add(group.spec(store, this.plan.urls()));
		}
		return specs;
	}

	boolean isListenerThread() {
		return this.listeners.isCurrent();
	}

	private void release() {
		quietly("the transport", this.plan.transport()::close);
		this.watchdog.end();
		this.answers.end(this.listeners::execute);
		this.positions.end();
		// On the writer's thread and so after a save in flight: a disk that hangs must
		// not hang the application.
		for (BallotStore store : this.stores) {
			quietly("the ballot writer",
					() -> this.ballotWriter.execute(() -> quietly("a ballot store", store::close)));
		}
		this.ballotWriter.endAfterTasks();
		this.listeners.endAfterTasks();
		if (!this.ballotWriter.awaitEnd(STOP_GRACE.toNanos())) {
			logger.warn("Node {}: a ballot is still being saved after {}; its file stays in use until then: see "
					+ "whether the disk of {} hangs", this.plan.id(), STOP_GRACE, this.plan.stateDirectory());
		}
		if (!isListenerThread() && !this.listeners.awaitEnd(LISTENER_GRACE.toNanos())) {
			logger.warn("Node {}: a leadership listener blocks and is not waited for", this.plan.id());
		}
	}

	private void quietly(String what, Runnable closing) {
		try {
			closing.run();
		}
		catch (Throwable ex) {
			// The rest must be closed, too.
			logger.warn("Node {}: closing {} failed", this.plan.id(), what, ex);
		}
	}

	/**
	 * A start that succeeded.
	 */
	final class Running {

		private final ElectionLoop loop;

		private final LoopThread thread;

		private Running(ElectionLoop loop, LoopThread thread) {
			this.loop = loop;
			this.thread = thread;
		}

		boolean isListenerThread() {
			return NodeStart.this.isListenerThread();
		}

		void executeAsListener(Runnable task) {
			NodeStart.this.listeners.execute(task);
		}

		/** Stops gracefully and closes everything. */
		void close() {
			try {
				stop();
			}
			finally {
				release();
				this.loop.retire();
			}
		}

		private void stop() {
			this.loop.stop();
			Duration patience = NodeStart.this.plan.drainTimeout().plus(STOP_GRACE);
			if (!this.thread.awaitEnd(patience.toNanos())) {
				this.thread.abandon();
				this.loop.fail(new IllegalStateException("The election did not stop within " + patience));
			}
		}

	}

}
