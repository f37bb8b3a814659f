package io.github.leaderelection.internal.assignment.view;

import java.util.List;
import java.util.Map;

import io.github.leaderelection.internal.assignment.protocol.AssignmentEvent;
import io.github.leaderelection.internal.assignment.protocol.AssignmentSettings.Declared;
import io.github.leaderelection.internal.assignment.protocol.PartitionList;
import io.github.leaderelection.internal.assignment.view.Played.Player;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link AssignmentReport}: what is wrong, and what lasts too long.
 */
class AssignmentReportTests {

	private final Played played = new Played();

	@Test
	void whereAllIsOwnedNothingIsWrong() {
		Player a = this.played.node("a", 1, PartitionList.counted(3));
		Player b = this.played.node("b", 1, PartitionList.counted(3));
		this.played.lead(a);
		this.played.pass(Played.SECOND);
		assertThat(a.report().problems()).isEmpty();
		this.played.pass(10 * Played.SECOND);
		assertThat(a.report().problems()).isEmpty();
		assertThat(b.report().problems()).isEmpty();
		assertThat(a.report().longUnowned()).isEmpty();
		assertThat(b.report().isUnanswered()).isFalse();
	}

	@Test
	void partitionsWithoutAnOwnerAreNamedWithReasonAndRemedy() {
		Player a = this.played.node("a", 0, PartitionList.counted(12));
		this.played.lead(a);
		this.played.pass(4 * Played.SECOND);
		assertThat(a.report().problems()).containsExactly("No instance owns "
				+ "p0, p1, p2, p3, p4, p5, p6, p7, p8, p9 and 2 more of assignment 'orders': no instance has capacity: "
				+ "set leader-election.assignments.orders.capacity above 0 on one");
		assertThat(a.report().longUnowned()).isEmpty();
		this.played.pass(3 * Played.SECOND);
		assertThat(a.report().longUnowned().get("orders")).hasSize(12);
	}

	@Test
	void whatAllRefuseIsNamed() {
		Player a = this.played.node("a", 1, PartitionList.counted(2)).refuses("p1");
		this.played.lead(a);
		this.played.pass(3500 * (Played.SECOND / 1000));
		assertThat(a.report().problems()).singleElement()
			.asString()
			.startsWith("No instance owns p1 of assignment 'orders': all instances with capacity refuse it");
	}

	@Test
	void aListThatTheLeaderDoesNotHaveIsNamed() {
		Player a = this.played.node("a", 1, Played.LEASE);
		this.played.node("b", 1, PartitionList.counted(2));
		this.played.lead(a);
		this.played.pass(Played.SECOND);
		assertThat(a.report().problems()).singleElement()
			.asString()
			.startsWith("No instance owns assignment 'orders': the leader does not know its partitions");
	}

	@Test
	void anotherLeaseIsNamed() {
		Player a = this.played.node("a", 1, PartitionList.counted(2));
		this.played.node("b", 2, Played.LEASE - Played.SECOND, new Declared("orders", 1, PartitionList.counted(2)));
		this.played.lead(a);
		this.played.pass(Played.SECOND);
		assertThat(a.report().problems())
			.containsExactly("Instance b has an ownership lease of 2000 ms, and the leader of 3000 ms: "
					+ "set leader-election.ownership.lease to the same on all");
	}

	@Test
	void anotherDivisionIsNamedOnBothSides() {
		Player a = this.played.node("a", 1, PartitionList.counted(128));
		Player b = this.played.node("b", 1, PartitionList.counted(64));
		this.played.lead(a);
		this.played.pass(Played.SECOND);
		String remedy = "set leader-election.assignments.orders.partitions to the same on all";
		assertThat(a.report().problems()).containsExactly(
				"Instance b has 64 partitions of assignment 'orders', and the leader 128 partitions: " + remedy);
		assertThat(b.report().problems()).containsExactly(
				"This instance has 64 partitions of assignment 'orders', and the leader 128 partitions: " + remedy);
	}

	@Test
	void twinsAreNamedAndARestartIsNone() {
		Declared orders = new Declared("orders", 1, PartitionList.counted(2));
		Player a = this.played.node("a", 1, PartitionList.counted(2));
		Player b = this.played.node("b", 2, Played.LEASE, orders);
		this.played.lead(a);
		this.played.pass(2 * Played.SECOND);
		b.cut();
		this.played.pass(Played.SECOND);
		this.played.node("b", 3, Played.LEASE, orders).step(new AssignmentEvent.Followed(1));
		this.played.pass(Played.SECOND / 2);
		assertThat(a.state().leader().starts()).hasSize(3);
		assertThat(a.report().problems()).isEmpty();
		this.played.node("b", 4, Played.LEASE, orders).step(new AssignmentEvent.Followed(1));
		this.played.pass(Played.SECOND);
		assertThat(a.report().problems())
			.contains("2 processes own partitions as b: give each instance its own leader-election.node-id");
	}

	@Test
	void aLeaderThatDoesNotPlanIsNamedWithTheRemedy() {
		Player a = this.played.node("a", 1, PartitionList.counted(2));
		Player b = this.played.node("b", 1, PartitionList.counted(2));
		b.cut();
		this.played.lead(a);
		this.played.pass(2 * Played.SECOND);
		assertThat(b.report().isUnanswered()).isFalse();
		this.played.pass(2 * Played.SECOND);
		assertThat(b.report().isUnanswered()).isTrue();
		assertThat(b.report().problems()).singleElement()
			.asString()
			.contains("no leader has answered it for 4 s", "runs without leader-election-assignments",
					"leader-election.priority=0");
	}

	@Test
	void aWorkerThatIsCutOffSaysSo() {
		Player a = this.played.node("a", 1, PartitionList.counted(2));
		Player b = this.played.node("b", 1, PartitionList.counted(2));
		this.played.lead(a);
		this.played.pass(4 * Played.SECOND);
		b.cut();
		this.played.pass(4 * Played.SECOND);
		assertThat(b.owned()).isEmpty();
		assertThat(b.report().problems()).singleElement().asString().endsWith("look at the leader, and at the network");
	}

	@Test
	void workThatOutlivesItsOwnershipIsNamed() {
		Player a = this.played.node("a", 1, PartitionList.counted(1));
		this.played.lead(a);
		this.played.pass(4 * Played.SECOND);
		a.step(new AssignmentEvent.Outlived(a.partition("p0", 1), true));
		assertThat(a.report().problems()).anySatisfy((problem) -> assertThat(problem)
			.startsWith("Work of partition orders/p0 still runs here though its ownership has ended"));
	}

	@Test
	void aNodeThatDoesNotLeadKnowsNothingOfOwners() {
		Player a = this.played.node("a", 0, PartitionList.counted(1));
		Player b = this.played.node("b", 0, PartitionList.counted(1));
		this.played.lead(a);
		this.played.pass(10 * Played.SECOND);
		assertThat(a.report().longUnowned()).containsExactly(Map.entry("orders", List.of("p0")));
		this.played.lead(b);
		assertThat(a.report().longUnowned()).isEmpty();
		assertThat(a.report().leading()).isNull();
		assertThat(a.report().problems()).isEmpty();
	}

}
