package io.github.leaderelection.benchmark;

import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

import io.github.leaderelection.assignments.AssignedPartition;
import io.github.leaderelection.assignments.AssignedPartitions;
import io.github.leaderelection.assignments.PartitionListener;
import io.github.leaderelection.assignments.autoconfigure.LeaderElectionAssignmentsAutoConfiguration;
import io.github.leaderelection.autoconfigure.LeaderElectionAutoConfiguration;
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
import org.springframework.core.env.MapPropertySource;

/**
 * {@link AssignedPartitions#owns(String)} where 1,024 partitions are owned under a lease
 * that is renewed all the while.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(3)
public class OwnsBenchmark {

	private static final int PARTITIONS = 1024;

	private AnnotationConfigApplicationContext context;

	private AssignedPartitions orders;

	private AssignedPartition partition;

	/**
	 * Waits until all partitions are owned.
	 * @throws InterruptedException if the wait is interrupted
	 */
	@Setup
	public void own() throws InterruptedException {
		CountDownLatch assigned = new CountDownLatch(PARTITIONS);
		this.context = new AnnotationConfigApplicationContext();
		this.context.getEnvironment()
			.getPropertySources()
			.addFirst(new MapPropertySource("benchmark", Map.of("leader-election.standalone", "true",
					"leader-election.assignments.orders.partitions", Integer.toString(PARTITIONS))));
		this.context.register(LeaderElectionAutoConfiguration.class, LeaderElectionAssignmentsAutoConfiguration.class);
		this.context.registerBean(PartitionListener.class, () -> new PartitionListener() {

			@Override
			public void onAssigned(AssignedPartition begun) {
				assigned.countDown();
			}

		});
		this.context.refresh();
		this.orders = this.context.getBean(AssignedPartitions.class);
		if (!assigned.await(20, TimeUnit.SECONDS)) {
			throw new IllegalStateException("Owned are only " + this.orders.owned());
		}
		this.partition = this.orders.owned("p7").orElseThrow();
	}

	/** Stops the application, which must have owned the partition to the end. */
	@TearDown
	public void stop() {
		boolean owned = this.partition.isOwned();
		this.context.close();
		if (!owned) {
			throw new IllegalStateException("The partition's ownership ended: the figures are not those of an owner");
		}
	}

	/** The question by name. */
	@Benchmark
	public boolean owns() {
		return this.orders.owns("p7");
	}

	/** The question by name where there is no such partition. */
	@Benchmark
	public boolean ownsElsewhere() {
		return this.orders.owns("elsewhere");
	}

	/** The question by key, of which all belong here. */
	@Benchmark
	public boolean ownsKey() {
		return this.orders.ownsKey("customer-4711");
	}

	/** The question of a partition that was given. */
	@Benchmark
	public boolean isOwned() {
		return this.partition.isOwned();
	}

}
