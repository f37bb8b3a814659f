package io.github.leaderelection.internal.emergent;

import java.util.List;
import java.util.Map;

import io.github.leaderelection.MemberState;
import io.github.leaderelection.NodeId;
import io.github.leaderelection.RevocationReason;
import io.github.leaderelection.internal.emergent.EmergentMessage.JoinResponse;
import io.github.leaderelection.internal.emergent.EmergentMessage.ListAcknowledged;
import io.github.leaderelection.internal.emergent.EmergentMessage.ListUpdate;
import io.github.leaderelection.internal.emergent.GroupCluster.Sent;
import io.github.leaderelection.internal.protocol.ElectionView.MemberView;
import io.github.leaderelection.internal.protocol.Notice;
import org.junit.jupiter.api.Test;

import static io.github.leaderelection.internal.emergent.GroupCluster.HEARTBEAT;
import static io.github.leaderelection.internal.emergent.GroupCluster.LEASE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

/**
 * The story of athens, byzantium, cyrene, delphi and euphesus.
 */
class StoryTests {

	private static final List<String> CITIES = List.of("athens", "byzantium", "cyrene", "delphi", "euphesus");

	private static final Map<String, Long> ALL = Map.of("athens", 1L, "byzantium", 2L, "cyrene", 3L, "delphi", 4L,
			"euphesus", 5L);

	private final GroupCluster cluster = new GroupCluster(Map.of("minimum-cluster-size", "3"), CITIES);

	private GroupCluster all() {
		this.cluster.start(CITIES.toArray(String[]::new)).run(3 * LEASE);
		return this.cluster;
	}

	@Test
	void membersJoinInOrderAndGetAges() {
		all();
		for (String city : CITIES) {
			assertThat(this.cluster.ages(city)).isEqualTo(ALL);
			assertThat(this.cluster.coordinator(city)).isEqualTo("athens");
		}
		assertThat(this.cluster.leaders()).containsExactly("athens");
		assertThat(this.cluster.told("athens")).containsExactly("byzantium:UP", "cyrene:UP", "delphi:UP",
				"euphesus:UP");
	}

	@Test
	void theJoinerIsAnsweredOnceTheOthersAcknowledged() {
		this.cluster.start("athens", "byzantium", "cyrene");
		int before = this.cluster.sent().size();
		this.cluster.start("delphi");
		List<Sent> sent = this.cluster.sent().subList(before, this.cluster.sent().size());
		List<String> order = sent.stream()
			.filter((message) -> message.body() instanceof ListUpdate || message.body() instanceof ListAcknowledged
					|| message.body() instanceof JoinResponse)
			.map((message) -> message.body().getClass().getSimpleName() + " " + message.from() + " " + message.to())
			.toList();
		assertThat(order).startsWith("ListUpdate athens byzantium", "ListUpdate athens cyrene",
				"ListAcknowledged byzantium athens", "ListAcknowledged cyrene athens", "JoinResponse athens delphi");
	}

	@Test
	void theJoinerIsAnsweredThoughAnAcknowledgementIsLate() {
		this.cluster.start("athens", "byzantium", "cyrene");
		this.cluster.lose((message) -> message.body() instanceof ListAcknowledged);
		this.cluster.start("delphi");
		assertThat(this.cluster.ages("delphi")).containsEntry("delphi", 4L);
	}

	@Test
	void nobodyLeadsBelowTheMinimum() {
		all().crash("cyrene").crash("delphi").crash("euphesus").run(5 * LEASE);
		assertThat(this.cluster.leaders()).isEmpty();
		assertThat(this.cluster.ages("athens")).containsOnlyKeys("athens", "byzantium");
		assertThat(this.cluster.view("athens").problems())
			.anyMatch((problem) -> problem.contains("a leader needs 3") && problem.contains("minimum-cluster-size"));
		this.cluster.start("cyrene").runUntilLed(3 * LEASE);
		assertThat(this.cluster.leaders()).containsExactly("athens");
	}

	@Test
	void withoutStateTheFirstLeadsAsSoonAsThereAreEnough() {
		GroupCluster volatiles = new GroupCluster(Map.of("minimum-cluster-size", "3"), CITIES, false);
		volatiles.start("athens", "byzantium").run(5 * LEASE);
		assertThat(volatiles.leaders()).isEmpty();
		volatiles.start("cyrene").runUntilLed(3 * LEASE);
		assertThat(volatiles.leaders()).containsExactly("athens");
		assertThat(volatiles.ages("cyrene")).isEqualTo(Map.of("athens", 1L, "byzantium", 2L, "cyrene", 3L));
	}

	@Test
	void withoutMinimumTheFirstLeadsAlone() {
		GroupCluster volatiles = new GroupCluster(Map.of(), CITIES, false);
		volatiles.start("athens").runUntilLed(3 * LEASE);
		volatiles.start("byzantium", "cyrene").run(3 * LEASE);
		assertThat(volatiles.leaders()).containsExactly("athens");
		assertThat(volatiles.token("byzantium")).isZero();
	}

	@Test
	void theNextOldestLeadsWhenTheCoordinatorDies() {
		all().crash("athens");
		assertThat(this.cluster.run(LEASE / 10).leaders()).isEmpty();
		assertThat(this.cluster.runUntilLed(2 * LEASE)).isLessThan(LEASE + 2 * HEARTBEAT);
		assertThat(this.cluster.leaders()).containsExactly("byzantium");
		this.cluster.run(LEASE);
		for (String city : CITIES.subList(1, 5)) {
			assertThat(this.cluster.ages(city)).doesNotContainKey("athens").containsEntry("byzantium", 2L).hasSize(4);
		}
	}

	@Test
	void oneThatComesBackIsTheYoungest() {
		all().crash("athens").run(2 * LEASE);
		long token = this.cluster.token("byzantium");
		this.cluster.start("athens").run(3 * LEASE);
		assertThat(this.cluster.ages("cyrene")).containsEntry("athens", 6L).hasSize(5);
		assertThat(this.cluster.leaders()).containsExactly("byzantium");
		assertThat(this.cluster.token("byzantium")).isEqualTo(token);
	}

	@Test
	void oneThatComesBackBeforeItWasMissedIsTheYoungestToo() {
		all().crash("delphi").start("delphi").run(LEASE);
		assertThat(this.cluster.ages("athens")).containsEntry("delphi", 6L).hasSize(5);
		assertThat(this.cluster.leaders()).containsExactly("athens");
	}

	@Test
	void theSmallerPartOfASplitGrantsNothingAndJoinsTheLargerWithNewAges() {
		all().split("byzantium", "cyrene").run(5 * LEASE);
		assertThat(this.cluster.leaders()).containsExactly("athens");
		assertThat(this.cluster.ages("athens")).containsOnlyKeys("athens", "delphi", "euphesus");
		assertThat(this.cluster.ages("cyrene")).containsOnlyKeys("byzantium", "cyrene");
		assertThat(this.cluster.coordinator("cyrene")).isEqualTo("byzantium");
		this.cluster.heal().run(5 * LEASE);
		for (String city : CITIES) {
			assertThat(this.cluster.ages(city)).containsEntry("athens", 1L)
				.containsEntry("delphi", 4L)
				.containsEntry("euphesus", 5L)
				.hasSize(5);
			assertThat(this.cluster.ages(city).get("byzantium")).isGreaterThan(5);
			assertThat(this.cluster.ages(city).get("cyrene")).isGreaterThan(5);
			assertThat(this.cluster.coordinator(city)).isEqualTo("athens");
		}
		assertThat(this.cluster.leaders()).containsExactly("athens");
		assertThat(this.cluster.revocations("athens")).isEmpty();
	}

	@Test
	void theLargerPartLeadsThoughTheOldestIsInTheSmaller() {
		all().split("athens", "byzantium").runUntilLed(LEASE);
		this.cluster.run(3 * LEASE);
		assertThat(this.cluster.leaders()).containsExactly("cyrene");
		assertThat(this.cluster.revocations("athens")).containsExactly(RevocationReason.LEASE_EXPIRED);
		this.cluster.heal().run(5 * LEASE);
		assertThat(this.cluster.leaders()).containsExactly("cyrene");
		assertThat(this.cluster.coordinator("athens")).isEqualTo("cyrene");
		assertThat(this.cluster.ages("athens")).hasSize(5);
	}

	@Test
	void withoutSeedNodesTheClusterWorksOnAndNobodyJoins() {
		all().crash("athens").crash("byzantium").runUntilLed(3 * LEASE);
		assertThat(this.cluster.leaders()).containsExactly("cyrene");
		this.cluster.crash("euphesus").run(LEASE).start("euphesus").run(20 * LEASE);
		assertThat(this.cluster.state("euphesus").joining()).isNotNull();
		assertThat(this.cluster.ages("cyrene")).containsOnlyKeys("cyrene", "delphi");
		assertThat(this.cluster.view("euphesus").problems())
			.anyMatch((problem) -> problem.contains("to join a group, through [athens, byzantium]"));
		this.cluster.start("byzantium").run(10 * LEASE);
		assertThat(this.cluster.ages("cyrene")).containsOnlyKeys("cyrene", "delphi", "byzantium", "euphesus");
		assertThat(this.cluster.leaders()).containsExactly("cyrene");
	}

	@Test
	void aListOrACallThatCannotBeRightIsRefused() {
		all();
		EmergentState before = this.cluster.state("cyrene");
		GroupList list = before.list();
		this.cluster.say("athens", "cyrene",
				new EmergentMessage.ListUpdate(new GroupList(Long.MAX_VALUE, list.members())));
		this.cluster.say("delphi", "athens", new EmergentMessage.MergeCall(Integer.MAX_VALUE, 1));
		this.cluster.run(LEASE);
		assertThat(this.cluster.state("cyrene").list()).isEqualTo(list);
		assertThat(this.cluster.state("athens").list()).isEqualTo(list);
		assertThat(this.cluster.notices("cyrene")).contains(Notice.MESSAGE_REFUSED);
		assertThat(this.cluster.notices("athens")).contains(Notice.MESSAGE_REFUSED);
		this.cluster.crash("delphi").run(3 * LEASE);
		assertThat(this.cluster.ages("cyrene")).hasSize(4).isEqualTo(this.cluster.ages("athens"));
	}

	@Test
	void agesAndStatesAreShown() {
		all().crash("delphi").run(LEASE);
		assertThat(this.cluster.view("athens").age()).isEqualTo(1);
		assertThat(this.cluster.view("athens").quorumRequired()).isEqualTo(3);
		assertThat(this.cluster.view("athens").quorumReachable()).isEqualTo(4);
		assertThat(this.cluster.view("athens").members()).extracting(MemberView::id, MemberView::age, MemberView::state)
			.containsExactly(tuple(NodeId.of("byzantium"), 2L, MemberState.UP),
					tuple(NodeId.of("cyrene"), 3L, MemberState.UP), tuple(NodeId.of("delphi"), null, MemberState.DOWN),
					tuple(NodeId.of("euphesus"), 5L, MemberState.UP));
		assertThat(this.cluster.told("athens")).containsExactly("byzantium:UP", "cyrene:UP", "delphi:UP", "euphesus:UP",
				"delphi:SUSPECTED", "delphi:DOWN");
	}

}
