package io.github.leaderelection.benchmark;

import java.util.concurrent.TimeUnit;

import io.github.leaderelection.LeaderElector;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

import org.springframework.context.annotation.AnnotationConfigApplicationContext;

/**
 * A call through a proxy: with an interceptor that does nothing, with the gate on a
 * leader and on a node that does not lead, and with ShedLock's lock in memory.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(3)
public class GateBenchmark {

	private AnnotationConfigApplicationContext leader;

	private AnnotationConfigApplicationContext follower;

	private GatedCalls leading;

	private GatedCalls following;

	/**
	 * Waits until the one leads; the other is stopped.
	 * @throws Exception if nobody leads
	 */
	@Setup
	public void lead() throws Exception {
		this.leader = GateApplication.start();
		this.follower = GateApplication.start();
		this.follower.stop();
		this.leader.getBean(LeaderElector.class).awaitLeadership().get(10, TimeUnit.SECONDS);
		this.leading = this.leader.getBean(GatedCalls.class);
		this.following = this.follower.getBean(GatedCalls.class);
		requireRoles();
	}

	/** Stops the leader, which must have led to the end. */
	@TearDown
	public void stop() {
		requireRoles();
		this.leader.close();
		this.follower.close();
	}

	private void requireRoles() {
		if (!"gated".equals(this.leading.gated()) || this.following.gated() != null) {
			throw new IllegalStateException("Calls should run on the leader alone: the figures would not be those of "
					+ "a leader and a follower");
		}
	}

	/** What Spring's proxy costs. */
	@Benchmark
	public Object plainProxy() {
		return this.leading.plain();
	}

	/** A call that is admitted. */
	@Benchmark
	public Object gateOnLeader() {
		return this.leading.gated();
	}

	/**
	 * A call that is skipped.
	 * @return null
	 */
	@Benchmark
	public Object gateOnFollower() {
		return this.following.gated();
	}

	/** A call that takes and gives back a lock in memory. */
	@Benchmark
	public Object lockInMemory() {
		return this.leading.locked();
	}

}
