package io.github.leaderelection.internal.emergent;

import java.util.List;
import java.util.Map;

import io.github.leaderelection.RevocationReason;
import io.github.leaderelection.internal.protocol.Event;
import org.junit.jupiter.api.Test;

import static io.github.leaderelection.internal.emergent.GroupCluster.HEARTBEAT;
import static io.github.leaderelection.internal.emergent.GroupCluster.LEASE;
import static org.assertj.core.api.Assertions.assertThat;

/**
 * Giving leadership up: by resigning, handing over, stopping, or not being able to lead.
 */
class LeavingTests {

	private static final List<String> NAMES = List.of("a", "b", "c", "d", "e");

	private final GroupCluster cluster = new GroupCluster(Map.of("minimum-cluster-size", "3"), NAMES);

	private GroupCluster all() {
		return this.cluster.start("a", "b", "c", "d", "e").run(3 * LEASE);
	}

	@Test
	void oneThatResignsGoesToTheEndAndTheNextOldestLeads() {
		all().resign("a");
		assertThat(this.cluster.runUntilLed(LEASE)).isLessThan(HEARTBEAT);
		this.cluster.run(LEASE);
		assertThat(this.cluster.leaders()).containsExactly("b");
		assertThat(this.cluster.revocations("a")).containsExactly(RevocationReason.RESIGNED);
		for (String name : NAMES) {
			assertThat(this.cluster.ages(name)).isEqualTo(Map.of("b", 2L, "c", 3L, "d", 4L, "e", 5L, "a", 6L));
		}
		this.cluster.run(20 * LEASE);
		assertThat(this.cluster.leaders()).containsExactly("b");
	}

	@Test
	void oneThatWasChosenBecomesTheOldest() {
		all().transfer("a", "d");
		assertThat(this.cluster.runUntilLed(LEASE)).isLessThan(HEARTBEAT);
		this.cluster.run(LEASE);
		assertThat(this.cluster.leaders()).containsExactly("d");
		assertThat(this.cluster.revocations("a")).containsExactly(RevocationReason.TRANSFERRED);
		for (String name : NAMES) {
			assertThat(this.cluster.ages(name)).isEqualTo(Map.of("d", 4L, "e", 5L, "a", 6L, "b", 7L, "c", 8L));
		}
		this.cluster.run(20 * LEASE);
		assertThat(this.cluster.leaders()).containsExactly("d");
	}

	@Test
	void oneOutsideTheGroupIsNotHandedLeadership() {
		this.cluster
			.lose((message) -> message.body() instanceof EmergentMessage.JoinRequest && message.from().equals("e"));
		all().transfer("a", "e");
		assertThat(this.cluster.answers("a")).singleElement()
			.asString()
			.contains("'e' is not in this node's group")
			.contains("[b, c, d]");
		assertThat(this.cluster.run(3 * LEASE).leaders()).containsExactly("a");
		assertThat(this.cluster.revocations("a")).isEmpty();
	}

	@Test
	void whereTheChosenOneDiesTheNextOldestLeads() {
		all().crash("d").transfer("a", "d");
		this.cluster.runUntilLed(4 * LEASE);
		assertThat(this.cluster.leaders()).containsExactly("b");
	}

	@Test
	void oneThatStopsIsNotMissedFirst() {
		all().stop("a");
		assertThat(this.cluster.revocations("a")).containsExactly(RevocationReason.STOPPED);
		assertThat(this.cluster.runUntilLed(LEASE)).isLessThan(HEARTBEAT);
		assertThat(this.cluster.leaders()).containsExactly("b");
		this.cluster.stop("d").run(HEARTBEAT);
		assertThat(this.cluster.ages("c")).containsOnlyKeys("b", "c", "e");
	}

	@Test
	void anOldestThatCannotBeElectedGivesWay() {
		// a hears all, but c and d do not hear it: with b alone it is below the minimum
		all().crash("e").run(2 * LEASE);
		this.cluster.cut("a", "c").cut("a", "d").runUntilLed(2 * LEASE);
		this.cluster.run(20 * LEASE);
		assertThat(this.cluster.leaders()).hasSize(1).doesNotContain("a");
	}

	@Test
	void oneThatMayNotLeadLetsTheNextOldest() {
		all().feed("b", new Event.EligibilityChanged<>(0, false));
		this.cluster.crash("a").runUntilLed(2 * LEASE);
		assertThat(this.cluster.leaders()).containsExactly("c");
		long token = this.cluster.token("c");
		this.cluster.feed("c", new Event.EligibilityChanged<>(0, false));
		this.cluster.feed("c", new Event.WorkDrained<>(token));
		assertThat(this.cluster.revocations("c")).containsExactly(RevocationReason.INELIGIBLE);
		assertThat(this.cluster.runUntilLed(LEASE)).isLessThan(HEARTBEAT);
		assertThat(this.cluster.leaders()).containsExactly("d");
	}

	@Test
	void theClusterHasALeaderAgainAfterEverySingleFailure() {
		all();
		for (String failing : NAMES) {
			this.cluster.crash(failing).run(LEASE / 2);
			assertThat(this.cluster.runUntilLed(2 * LEASE)).isLessThan(2 * LEASE);
			this.cluster.run(2 * LEASE).start(failing).run(4 * LEASE);
			assertThat(this.cluster.leaders()).hasSize(1);
			assertThat(this.cluster.ages(failing)).hasSize(5);
		}
	}

	@Test
	void oneThatLostSightOfTheOldestDoesNotTakeTheGroupAlong() {
		all().cut("a", "b");
		for (int i = 0; i < 50; i++) {
			this.cluster.run(HEARTBEAT);
			assertThat(this.cluster.coordinator("c")).isEqualTo("a");
		}
		assertThat(this.cluster.leaders()).containsExactly("a");
		assertThat(this.cluster.heal().run(5 * LEASE).ages("b")).hasSize(5).containsEntry("a", 1L);
		assertThat(this.cluster.ages("b").get("b")).isGreaterThan(5);
		assertThat(this.cluster.revocations("a")).isEmpty();
	}

	@Test
	void everyLostLinkLeavesOneLeader() {
		all();
		for (String from : NAMES) {
			for (String to : NAMES) {
				if (!from.equals(to)) {
					this.cluster.cut(from, to).run(8 * LEASE);
					assertThat(this.cluster.leaders()).as("%s does not reach %s", from, to).hasSize(1);
					this.cluster.heal().run(8 * LEASE);
					assertThat(this.cluster.leaders()).as("%s reaches %s again", from, to).hasSize(1);
					assertThat(this.cluster.ages(from)).as("%s reaches %s again", from, to).hasSize(5);
				}
			}
		}
	}

}
