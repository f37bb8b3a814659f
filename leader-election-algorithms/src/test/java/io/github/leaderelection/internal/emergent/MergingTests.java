package io.github.leaderelection.internal.emergent;

import java.util.List;
import java.util.Map;

import io.github.leaderelection.RevocationReason;
import io.github.leaderelection.internal.emergent.EmergentMessage.ListUpdate;
import io.github.leaderelection.internal.emergent.EmergentMessage.Merge;
import io.github.leaderelection.internal.emergent.EmergentMessage.MergeCall;
import io.github.leaderelection.internal.emergent.EmergentMessage.MergeRequest;
import io.github.leaderelection.internal.emergent.EmergentMessage.Vote;
import org.junit.jupiter.api.Test;

import static io.github.leaderelection.internal.emergent.GroupCluster.LEASE;
import static org.assertj.core.api.Assertions.assertThat;

/**
 * Groups that meet, without a minimum size: each part of a divided network has a leader.
 */
class MergingTests {

	private static final List<String> NAMES = List.of("a", "b", "c", "d", "e");

	private final GroupCluster cluster = new GroupCluster(Map.of(), NAMES);

	private GroupCluster all() {
		return this.cluster.start("a", "b", "c", "d", "e").run(3 * LEASE);
	}

	@Test
	void oneThatHearsOnlyTheLeaderOfAnotherGroupFindsBack() {
		// c is not told that b took the group over, and then is missed itself
		all().lose((message) -> message.body() instanceof ListUpdate && message.to().equals("c"));
		this.cluster.crash("a").run(3 * LEASE);
		assertThat(this.cluster.leaders()).containsExactly("b");
		this.cluster.lose((message) -> !(message.body() instanceof Vote)
				&& (message.from().equals("c") || message.to().equals("c")));
		this.cluster.run(3 * LEASE);
		assertThat(this.cluster.ages("b")).containsOnlyKeys("b", "d", "e");
		this.cluster.lose((message) -> false);
		this.cluster.run(5 * LEASE);
		assertThat(this.cluster.ages("b")).containsOnlyKeys("b", "c", "d", "e").isEqualTo(this.cluster.ages("c"));
		assertThat(this.cluster.leaders()).containsExactly("b");
	}

	@Test
	void eachPartHasALeaderAndTheSmallerOnesIsRevokedFirst() {
		all().split("b", "c").run(5 * LEASE);
		assertThat(this.cluster.leaders()).containsExactly("a", "b");
		this.cluster.heal().run(5 * LEASE);
		assertThat(this.cluster.leaders()).containsExactly("a");
		assertThat(this.cluster.revocations("b")).containsExactly(RevocationReason.SUPERSEDED);
		assertThat(this.cluster.revocations("a")).isEmpty();
		assertThat(this.cluster.ages("c")).hasSize(5).isEqualTo(this.cluster.ages("a"));
	}

	@Test
	void noMemberIsAskedToMergeWhileItsCoordinatorLeads() {
		all().split("b", "c").run(5 * LEASE);
		this.cluster.lose((message) -> {
			if (message.body() instanceof Merge) {
				assertThat(message.from()).isEqualTo("b");
				assertThat(this.cluster.leaders()).containsExactly("a");
			}
			return false;
		});
		this.cluster.heal().run(3 * LEASE);
		assertThat(this.cluster.sent()).anyMatch((message) -> message.body() instanceof Merge);
	}

	@Test
	void ofTwoEqualPartsTheOneWithTheYoungerCoordinatorGivesWay() {
		all().crash("e").run(2 * LEASE).split("a", "d").run(5 * LEASE);
		assertThat(this.cluster.leaders()).containsExactly("a", "b");
		this.cluster.heal().run(5 * LEASE);
		assertThat(this.cluster.leaders()).containsExactly("a");
		assertThat(this.cluster.ages("b")).containsOnlyKeys("a", "b", "c", "d").containsEntry("a", 1L);
	}

	@Test
	void seedNodesThatFoundedGroupsApartFindEachOther() {
		this.cluster.split("a", "c").start("a", "b", "c", "d", "e").run(10 * LEASE);
		assertThat(this.cluster.coordinator("c")).isEqualTo("a");
		assertThat(this.cluster.coordinator("d")).isEqualTo("b");
		this.cluster.heal().run(6 * LEASE);
		for (String name : NAMES) {
			assertThat(this.cluster.coordinator(name)).isEqualTo("b");
			assertThat(this.cluster.ages(name)).hasSize(5);
		}
		assertThat(this.cluster.leaders()).containsExactly("b");
	}

	@Test
	void aSmallerPartThatIsNotToldComesAllTheSame() {
		all().split("b", "c").run(5 * LEASE);
		this.cluster.lose((message) -> message.body() instanceof MergeRequest || message.body() instanceof Merge);
		this.cluster.heal().run(8 * LEASE);
		assertThat(this.cluster.leaders()).containsExactly("a");
		assertThat(this.cluster.ages("c")).hasSize(5).isEqualTo(this.cluster.ages("a"));
	}

	@Test
	void oneThatSleptThroughItsRemovalDoesNotTakeTheGroupOver() {
		all().pause("a", true).run(4 * LEASE);
		assertThat(this.cluster.coordinator("c")).isEqualTo("b");
		this.cluster.pause("a", false).run(5 * LEASE);
		assertThat(this.cluster.coordinator("a")).isEqualTo("b");
		assertThat(this.cluster.leaders()).containsExactly("b");
		assertThat(this.cluster.revocations("b")).isEmpty();
		assertThat(this.cluster.ages("a").get("a")).isGreaterThan(5);
	}

	@Test
	void aLoneGroupCallsOnlyThoseItMisses() {
		all();
		int before = this.cluster.sent().size();
		this.cluster.run(5 * LEASE);
		assertThat(this.cluster.sent().subList(before, this.cluster.sent().size()))
			.noneMatch((message) -> message.body() instanceof MergeCall);
		this.cluster.crash("d").run(5 * LEASE);
		assertThat(this.cluster.sent().subList(before, this.cluster.sent().size()))
			.filteredOn((message) -> message.body() instanceof MergeCall)
			.hasSizeBetween(4, 5)
			.allMatch((message) -> message.from().equals("a") && message.to().equals("d"));
	}

}
