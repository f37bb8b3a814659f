package io.github.leaderelection.internal.runtime.leadership;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;

import io.github.leaderelection.LeaderWork;
import io.github.leaderelection.RevocationReason;
import io.github.leaderelection.WorkInFlight;
import io.github.leaderelection.internal.protocol.Lease;
import io.github.leaderelection.internal.runtime.environment.NodeClock;
import io.github.leaderelection.internal.runtime.work.AdmittedWork;
import io.github.leaderelection.internal.runtime.work.OutlivingWork;
import io.github.leaderelection.internal.runtime.work.RunningWork;
import io.github.leaderelection.internal.runtime.work.WorkTable;
import org.jetbrains.kotlinx.lincheck.Actor;
import org.jetbrains.kotlinx.lincheck.execution.ExecutionScenario;
import org.jetbrains.lincheck.datastructures.ModelCheckingOptions;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Validate;
import org.jetbrains.lincheck.util.LoggingLevel;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Tries the interleavings of threads that begin and end work, stop admission and take the
 * grant back, one by one: whatever they see must be what they could have seen one after
 * the other, and nothing may be lost. A gate that admits after it was seen closed fails
 * here, however rare it is on real cores.
 */
class WorkModelTests {

	/** For a machine that stands still: what hangs is found by counting its steps. */
	private static final Duration PATIENCE = Duration.ofMinutes(5);

	private static final int INTERLEAVINGS = 150;

	@ParameterizedTest
	@ValueSource(strings = { "begin leads | takeBack begin | begin", "end begin end | stopAdmitting begin",
			"begin end | takeBack | stopAdmitting", "begin begin | begin end end | takeBack" })
	void noInterleavingAdmitsWorkAfterTheGateClosedOrLosesAny(String threads) throws Exception {
		List<List<Actor>> parallel = new ArrayList<>();
		for (String thread : threads.split("\\|")) {
			List<Actor> actors = new ArrayList<>();
			for (String operation : thread.trim().split(" ")) {
				actors.add(actor(operation));
			}
			parallel.add(actors);
		}
		new ModelCheckingOptions().iterations(0)
			.addCustomScenario(
					new ExecutionScenario(List.of(actor("begin")), parallel, List.of(), actor("nothingIsLost")))
			.logLevel(LoggingLevel.ERROR)
			.invocationTimeout$lincheck(PATIENCE.toMillis())
			.invocationsPerIteration(INTERLEAVINGS)
			.check(Model.class);
	}

	private static Actor actor(String operation) throws NoSuchMethodException {
		return new Actor(Model.class.getMethod(operation), List.of());
	}

	/**
	 * One grant that was won, and those who use it.
	 */
	public static final class Model {

		private static final long TOKEN = 7;

		private final Queue<LeaderWork> open = new ConcurrentLinkedQueue<>();

		private final AtomicInteger drained = new AtomicInteger();

		private final Queue<LeaderWork> told = new ConcurrentLinkedQueue<>();

		private final Queue<LeaderWork> ended = new ConcurrentLinkedQueue<>();

		private final Queue<LeaderWork> admitted = new ConcurrentLinkedQueue<>();

		private final AtomicReference<PublishedLeadership> current = new AtomicReference<>();

		private final RunningWork running;

		private final GrantedLeadership leadership;

		private volatile boolean stopped;

		private volatile boolean over;

		public Model() {
			NodeClock clock = new StandingClock();
			// fewer slots than work, so that both places of the table are used
			this.running = new RunningWork(clock, new WorkTable(2), new Outliving());
			this.leadership = new GrantedLeadership("default", TOKEN, TOKEN, clock, this.current, new Events(),
					this.running);
			this.current.set(new PublishedLeadership(this.leadership, TOKEN, new Lease(0, 0, 1_000, 1_000)));
		}

		@Operation
		public boolean begin() {
			PublishedLeadership grant = this.current.get();
			LeaderWork work = (grant != null) ? this.leadership.beginWork("work", 1) : null;
			return work != null && this.admitted.add(work) && this.open.add(work);
		}

		@Operation
		public void end() {
			LeaderWork work = this.open.poll();
			if (work != null) {
				work.close();
			}
		}

		@Operation
		public void stopAdmitting() {
			this.leadership.stopAdmitting();
			this.stopped = true;
		}

		@Operation
		public boolean takeBack() {
			if (this.current.getAndSet(null) == null) {
				return false;
			}
			this.leadership.end(1);
			this.running.outlive(this.leadership, RevocationReason.SUPERSEDED, 1);
			this.over = true;
			return true;
		}

		@Operation
		public boolean leads() {
			return this.current.get() != null;
		}

		@Validate
		public void nothingIsLost() {
			int left = this.open.size();
			WorkInFlight seen = this.running.picture();
			require(seen.count() == left, "count", seen.count(), left);
			require(seen.outliving() == (this.over ? left : 0), "outliving", seen.outliving(), left);
			require(seen.outlived() == this.told.size(), "told", this.told.size(), seen.outlived());
			long running = this.told.stream().filter((work) -> !this.ended.contains(work)).count();
			require(running == seen.outliving(), "told of as running on", running, seen.outliving());
			require(this.admitted.containsAll(this.told.stream().filter((work) -> !this.ended.contains(work)).toList()),
					"refused and told of as running on", 1, 0);
			int ends = (this.stopped && left == 0) ? 1 : 0;
			require(this.drained.get() == ends, "drained", this.drained.get(), ends);
		}

		private static void require(boolean right, String what, long actual, long expected) {
			if (!right) {
				throw new IllegalStateException(what + " is " + actual + " instead of " + expected);
			}
		}

		/**
		 * Counts the work of which is told.
		 */
		private final class Outliving implements OutlivingWork {

			@Override
			public void runsOn(List<AdmittedWork> works, RevocationReason reason, long nowNanos) {
				Model.this.told.addAll(works);
			}

			@Override
			public void ended(AdmittedWork work, long nowNanos) {
				Model.this.ended.add(work);
			}

		}

		/**
		 * Counts how often the protocol hears that work has drained.
		 */
		private final class Events implements GroupEvents {

			@Override
			public void grantEnded(long fencingToken) {
			}

			@Override
			public void workDrained(long fencingToken) {
				Model.this.drained.incrementAndGet();
			}

		}

	}

	/**
	 * A clock within the lease.
	 */
	private static final class StandingClock implements NodeClock {

		@Override
		public long monotonicNanos() {
			return 1;
		}

		@Override
		public long wallMillis() {
			return 0;
		}

	}

}
