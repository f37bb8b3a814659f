package io.github.leaderelection.benchmark;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

import io.github.leaderelection.ElectionNode;
import io.github.leaderelection.LeaderElector;
import io.github.leaderelection.Leadership;
import io.github.leaderelection.LeadershipListener;
import io.github.leaderelection.NodeId;
import io.github.leaderelection.node.ElectionNodeBuilder;
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

/**
 * {@link LeaderElector#isLeader()} on a leader whose lease is renewed all the while, and
 * on a node that leads nothing, beside the two clocks the answer has to be made of.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(3)
public class IsLeaderBenchmark {

	private final ElectionNode leader = ElectionNodeBuilder.forNode(NodeId.of("leader")).build();

	private final ElectionNode stranger = ElectionNodeBuilder.forNode(NodeId.of("stranger")).build();

	private final LeaderElector leading = this.leader.elector("default");

	private final LeaderElector notLeading = this.stranger.elector("default");

	/**
	 * Waits until the one leads; the other is not started.
	 * @throws InterruptedException if the wait is interrupted
	 */
	@Setup
	public void lead() throws InterruptedException {
		CountDownLatch granted = new CountDownLatch(1);
		this.leading.addListener(new LeadershipListener() {

			@Override
			public void onGranted(Leadership leadership) {
				granted.countDown();
			}

		});
		this.leader.start();
		if (!granted.await(10, TimeUnit.SECONDS) || !this.leading.isLeader() || this.notLeading.isLeader()) {
			throw new IllegalStateException("Only the started node should lead: " + this.leading.status());
		}
	}

	/** Stops the leader, which must have led to the end. */
	@TearDown
	public void stop() {
		boolean led = this.leading.isLeader();
		this.leader.close();
		if (!led) {
			throw new IllegalStateException("The leader lost its lease: the figures are not those of a leader");
		}
	}

	/** The two clocks. */
	@Benchmark
	public long bothClocks() {
		return System.nanoTime() ^ System.currentTimeMillis();
	}

	/** The question on a leader. */
	@Benchmark
	public boolean isLeaderOnLeader() {
		return this.leading.isLeader();
	}

	/** The question elsewhere. */
	@Benchmark
	public boolean isLeaderElsewhere() {
		return this.notLeading.isLeader();
	}

}
