package io.github.leaderelection.internal.emergent;

import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

import io.github.leaderelection.MemberState;
import io.github.leaderelection.NodeId;
import io.github.leaderelection.internal.emergent.EmergentMessage.ListUpdate;
import io.github.leaderelection.internal.protocol.ElectionView;
import io.github.leaderelection.internal.protocol.Event;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static io.github.leaderelection.internal.emergent.GroupCluster.LEASE;
import static io.github.leaderelection.internal.emergent.GroupCluster.MILLI;
import static org.assertj.core.api.Assertions.assertThat;

/**
 * Members that make lists at once, each without having heard of the other's.
 */
class VersionsTests {

	private static final List<String> NAMES = List.of("a", "b", "c", "d", "e");

	/** All to all, and the ring of ids. */
	private GroupCluster cluster(int upTo) {
		return new GroupCluster(Map.of("minimum-cluster-size", "3", "all-to-all-up-to", String.valueOf(upTo)), NAMES)
			.start("a", "b", "c", "d", "e")
			.run(3 * LEASE);
	}

	@ParameterizedTest
	@ValueSource(ints = { 2, 10 })
	void oneThatHandedOverAndDiedIsRemovedThoughItsSuccessorDidNotHear(int upTo) {
		for (String oldest : NAMES.subList(0, 3)) {
			GroupCluster cluster = cluster(upTo);
			for (String before : NAMES.subList(0, NAMES.indexOf(oldest))) {
				cluster.transfer(before, NAMES.get(NAMES.indexOf(before) + 1)).run(2 * LEASE);
			}
			String next = NAMES.get(NAMES.indexOf(oldest) + 1);
			cluster.lose((message) -> message.to().equals(next) && message.body() instanceof ListUpdate);
			cluster.resign(oldest).run(MILLI).crash(oldest).runUntilLed(3 * LEASE);
			cluster.lose((message) -> false);
			cluster.run(3 * LEASE);
			assertThat(cluster.leaders()).containsExactly(next);
			for (String name : NAMES) {
				if (!name.equals(oldest)) {
					assertThat(cluster.ages(name)).as("the list of %s", name).hasSize(4).isEqualTo(cluster.ages(next));
					assertThat(shown(cluster, name, oldest)).as("to %s", name).isEqualTo(MemberState.DOWN);
				}
			}
		}
	}

	private static MemberState shown(GroupCluster cluster, String by, String member) {
		return cluster.view(by)
			.members()
			.stream()
			.filter((shown) -> shown.id().equals(NodeId.of(member)))
			.map(ElectionView.MemberView::state)
			.findFirst()
			.orElseThrow();
	}

	@ParameterizedTest
	@ValueSource(ints = { 2, 10 })
	void twoThatHandOverToEachOtherDoNotWaitForEachOther(int upTo) {
		GroupCluster cluster = cluster(upTo);
		// b misses a, claims the group, and hands it on to c; nobody hears of that
		cluster.feed("b", new Event.EligibilityChanged<>(0, false));
		cluster.lose((message) -> message.from().equals("b") && !isOfTheGroupOfA(message.body()));
		cluster.cut("a", "b");
		for (int i = 0; i < 2 * LEASE / MILLI && !cluster.coordinator("b").equals("c"); i++) {
			cluster.run(MILLI);
		}
		assertThat(cluster.ages("b")).containsOnlyKeys("b", "c", "d", "e");
		// a makes as many lists, and hands over to b
		cluster.stop("e").run(2 * MILLI).resign("a").run(2 * MILLI);
		assertThat(cluster.coordinator("b")).isEqualTo("c");
		assertThat(cluster.coordinator("c")).isEqualTo("b");
		cluster.lose((message) -> false);
		cluster.heal().runUntilLed(10 * LEASE);
		cluster.run(8 * LEASE);
		assertThat(cluster.leaders()).hasSize(1).doesNotContain("b");
		for (String name : List.of("a", "b", "c", "d")) {
			assertThat(cluster.ages(name)).as("the list of %s", name).hasSize(4).isEqualTo(cluster.ages("c"));
		}
	}

	/** Three are few enough to hear each other all, four are a ring. */
	@Test
	void whoIsAskedByOneWithANewerListAsksBack() {
		GroupCluster cluster = new GroupCluster(Map.of("minimum-cluster-size", "3", "all-to-all-up-to", "2",
				"heartbeat-neighbours", "2", "seed-nodes", "b,c"), List.of("a", "b", "c", "d"), false)
			.start("b")
			.run(2 * LEASE)
			.start("a")
			.run(2 * LEASE)
			.start("c")
			.run(3 * LEASE);
		assertThat(cluster.leaders()).containsExactly("b");
		// d joins, b hands over to a, and nobody tells a of either
		cluster.cut("a", "c").cut("a", "d");
		cluster.lose((message) -> message.to().equals("a") && message.body() instanceof ListUpdate);
		cluster.start("d");
		for (int i = 0; i < 2 * LEASE / MILLI && !cluster.ages("b").containsKey("d"); i++) {
			cluster.run(MILLI);
		}
		cluster.resign("b").run(2 * MILLI);
		assertThat(cluster.coordinator("b")).isEqualTo("a");
		assertThat(cluster.coordinator("a")).isEqualTo("b");
		cluster.lose((message) -> false);
		cluster.run(4 * LEASE);
		assertThat(cluster.coordinator("a")).isEqualTo("a");
		assertThat(cluster.ages("a")).isEqualTo(cluster.ages("b"));
	}

	@ParameterizedTest
	@ValueSource(ints = { 2, 10 })
	void whoDidNotHearTheClaimFollowsTheListThatPutsItBehind(int upTo) {
		GroupCluster cluster = cluster(upTo);
		cluster.lose((message) -> message.to().equals("c") && message.body() instanceof ListUpdate);
		cluster.crash("a").runUntilLed(3 * LEASE);
		assertThat(cluster.leaders()).containsExactly("b");
		cluster.transfer("b", "d").runUntilLed(3 * LEASE);
		cluster.run(LEASE);
		assertThat(cluster.leaders()).containsExactly("d");
		assertThat(cluster.coordinator("c")).isEqualTo("a");
		cluster.lose((message) -> false);
		cluster.run(4 * LEASE);
		assertThat(cluster.leaders()).containsExactly("d");
		assertThat(cluster.ages("c")).hasSize(4).isEqualTo(cluster.ages("d"));
	}

	private static boolean isOfTheGroupOfA(EmergentMessage message) {
		return (message instanceof EmergentMessage.Heartbeat heartbeat) ? heartbeat.coordinator().equals(NodeId.of("a"))
				: !(message instanceof ListUpdate || message instanceof EmergentMessage.MergeCall);
	}

	@Test
	void noTwoMembersEverGiveOneVersion() {
		Set<Long> given = new HashSet<>();
		for (int place = 0; place < 5; place++) {
			long version = 1;
			for (int i = 0; i < 20; i++) {
				long next = GroupList.versionAbove(version, place, 5);
				assertThat(next).isBetween(version + 1, version + 5);
				assertThat(given.add(next)).as("the version %s of the member %s", next, place).isTrue();
				version = next;
			}
		}
		assertThat(given).hasSize(100).doesNotContain(1L);
		assertThat(GroupList.versionAbove(1, 0, 1)).isEqualTo(2);
	}

}
