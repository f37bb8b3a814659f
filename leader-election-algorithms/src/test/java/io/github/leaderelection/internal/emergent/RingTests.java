package io.github.leaderelection.internal.emergent;

import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

import io.github.leaderelection.internal.emergent.EmergentMessage.Heartbeat;
import io.github.leaderelection.internal.emergent.EmergentMessage.ListRequest;
import io.github.leaderelection.internal.emergent.EmergentMessage.ListUpdate;
import io.github.leaderelection.internal.emergent.EmergentMessage.Silent;
import io.github.leaderelection.internal.emergent.GroupCluster.Sent;
import org.junit.jupiter.api.Test;

import static io.github.leaderelection.internal.emergent.GroupCluster.LEASE;
import static org.assertj.core.api.Assertions.assertThat;

/**
 * A group that is too large for heartbeats from all to all.
 */
class RingTests {

	private static final List<String> NAMES = IntStream.rangeClosed(1, 25)
		.mapToObj((i) -> String.format("n%02d", i))
		.toList();

	private final GroupCluster cluster = new GroupCluster(
			Map.of("minimum-cluster-size", "13", "heartbeat-neighbours", "2"), NAMES);

	private GroupCluster all() {
		this.cluster.start(NAMES.toArray(String[]::new)).run(3 * LEASE);
		assertThat(this.cluster.leaders()).containsExactly("n01");
		assertThat(this.cluster.ages("n25")).hasSize(25).containsEntry("n25", 25L);
		return this.cluster;
	}

	private List<Sent> sentDuring(long nanos) {
		int before = this.cluster.sent().size();
		this.cluster.run(nanos);
		return this.cluster.sent().subList(before, this.cluster.sent().size());
	}

	@Test
	void eachSendsHeartbeatsToItsNeighboursAndAsksForTheListOften() {
		all();
		List<Sent> sent = sentDuring(LEASE);
		assertThat(sent).filteredOn((message) -> message.body() instanceof Heartbeat && message.from().equals("n24"))
			.hasSize(20)
			.allMatch((message) -> message.to().equals("n25") || message.to().equals("n01"));
		assertThat(sent).filteredOn((message) -> message.body() instanceof ListRequest)
			.hasSizeBetween(24 * 3, 24 * 5)
			.allMatch((message) -> message.to().equals("n01"));
		assertThat(sent).hasSizeLessThan(25 * 24 * 10 / 5);
	}

	@Test
	void aDeadMemberIsMissedByItsNeighboursAndRemovedByTheCoordinator() {
		all().crash("n12");
		List<Sent> sent = sentDuring(3 * LEASE);
		assertThat(sent).filteredOn((message) -> message.body() instanceof Silent)
			.isNotEmpty()
			.allMatch((message) -> message.from().equals("n13") || message.from().equals("n14"));
		assertThat(sent).filteredOn((message) -> message.body() instanceof ListUpdate)
			.isNotEmpty()
			.allMatch((message) -> message.from().equals("n01"));
		for (String name : List.of("n01", "n11", "n25")) {
			assertThat(this.cluster.ages(name)).hasSize(24).doesNotContainKey("n12");
		}
	}

	@Test
	void aNewCoordinatorIsGivenTimeByThoseThatNeverHeardIt() {
		all().crash("n01");
		List<Sent> sent = sentDuring(3 * LEASE);
		assertThat(this.cluster.leaders()).containsExactly("n02");
		assertThat(sent).filteredOn((message) -> message.body() instanceof ListUpdate)
			.isNotEmpty()
			.allMatch((message) -> message.from().equals("n02"));
		assertThat(this.cluster.ages("n25")).hasSize(24).isEqualTo(this.cluster.ages("n02"));
	}

	@Test
	void theNextOldestLeadsThoughTheTwoOldestDie() {
		all().crash("n01").crash("n02");
		this.cluster.runUntilLed(4 * LEASE);
		assertThat(this.cluster.leaders()).containsExactly("n03");
		this.cluster.run(3 * LEASE);
		assertThat(this.cluster.ages("n25")).hasSize(23).isEqualTo(this.cluster.ages("n03"));
	}

	@Test
	void aMemberThatMissedAListAsksForIt() {
		all();
		this.cluster.lose((message) -> message.body() instanceof ListUpdate && message.to().equals("n20"));
		this.cluster.crash("n12").run(2 * LEASE);
		assertThat(this.cluster.ages("n20")).hasSize(25);
		this.cluster.lose((message) -> false);
		this.cluster.run(LEASE);
		assertThat(this.cluster.ages("n20")).hasSize(24);
	}

	@Test
	void aSplitHealsInALargeGroup() {
		all().split(NAMES.subList(0, 10).toArray(String[]::new)).runUntilLed(LEASE);
		this.cluster.run(6 * LEASE);
		assertThat(this.cluster.leaders()).containsExactly("n11");
		assertThat(this.cluster.ages("n11")).hasSize(15);
		assertThat(this.cluster.ages("n05")).hasSize(10);
		this.cluster.heal().run(6 * LEASE);
		assertThat(this.cluster.leaders()).containsExactly("n11");
		assertThat(this.cluster.ages("n01")).hasSize(25).isEqualTo(this.cluster.ages("n25"));
	}

}
