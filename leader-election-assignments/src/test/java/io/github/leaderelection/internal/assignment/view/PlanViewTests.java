package io.github.leaderelection.internal.assignment.view;

import java.util.List;
import java.util.Map;

import io.github.leaderelection.internal.assignment.protocol.AssignmentEvent;
import io.github.leaderelection.internal.assignment.protocol.AssignmentSettings.Declared;
import io.github.leaderelection.internal.assignment.protocol.PartitionList;
import io.github.leaderelection.internal.assignment.view.PlanView.Moving;
import io.github.leaderelection.internal.assignment.view.Played.Player;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link PlanView} on states that the protocol made.
 */
class PlanViewTests {

	private final Played played = new Played();

	@Test
	void aNewLeaderWaitsBeforeItGives() {
		Player a = this.played.node("a", 1, PartitionList.counted(3));
		this.played.lead(a);
		this.played.pass(Played.SECOND);
		assertThat(a.plan().unowned()).containsExactly(Map.entry(Unowned.WAITING, List.of("p0", "p1", "p2")));
		assertThat(a.plan().owners()).isEmpty();
		this.played.pass(3 * Played.SECOND);
		assertThat(a.plan().unowned()).isEmpty();
		assertThat(a.plan().owners()).containsExactly(Map.entry("a", List.of("p0", "p1", "p2")));
		assertThat(a.plan().partitions()).isEqualTo(3);
		assertThat(a.plan().moving()).isEmpty();
	}

	@Test
	void sharesAreByCapacity() {
		Player a = this.played.node("a", 1, PartitionList.counted(7));
		this.played.node("b", 2, PartitionList.counted(7));
		this.played.lead(a);
		this.played.pass(4 * Played.SECOND);
		assertThat(a.plan().capacity()).containsExactly(Map.entry("a", 1), Map.entry("b", 2));
		assertThat(a.plan().owners().get("a")).hasSize(2);
		assertThat(a.plan().owners().get("b")).hasSize(5);
		assertThat(a.plan().skew()).isEqualTo(0.5);
	}

	@Test
	void aPartitionThatDrainsMoves() {
		Player a = this.played.node("a", 1, PartitionList.counted(2));
		this.played.lead(a);
		this.played.pass(4 * Played.SECOND);
		a.slow();
		Player b = this.played.node("b", 1, PartitionList.counted(2));
		b.step(new AssignmentEvent.Followed(1));
		this.played.pass(Played.SECOND);
		assertThat(a.plan().moving()).containsExactly(new Moving("p1", "a", true));
		assertThat(a.plan().skew()).isEqualTo(2);
		a.step(new AssignmentEvent.Drained(a.partition("p1", 2), a.report().owned().get(1).token()));
		this.played.pass(Played.SECOND);
		assertThat(a.plan().moving()).isEmpty();
		assertThat(b.owned()).containsExactly("p1");
	}

	@Test
	void aPartitionThatWasGivenMovesUntilItsOwnerSaysSo() {
		Player a = this.played.node("a", 0, PartitionList.counted(1));
		Player b = this.played.node("b", 1, PartitionList.counted(1));
		this.played.lead(a);
		this.played.pass(2900 * (Played.SECOND / 1000));
		b.cut();
		this.played.pass(200 * (Played.SECOND / 1000));
		assertThat(a.plan().moving()).containsExactly(new Moving("p0", "b", false));
		assertThat(a.plan().unowned()).isEmpty();
	}

	@Test
	void whatNobodyTakesIsNamedWithItsReason() {
		Player a = this.played.node("a", 0, PartitionList.counted(2));
		this.played.lead(a);
		this.played.pass(4 * Played.SECOND);
		assertThat(a.plan().unowned()).containsExactly(Map.entry(Unowned.NO_CAPACITY, List.of("p0", "p1")));
		Player b = this.played.node("b", 1, PartitionList.counted(2)).refuses("p1");
		b.step(new AssignmentEvent.Followed(1));
		this.played.pass(Played.SECOND / 2);
		assertThat(a.plan().unowned()).containsExactly(Map.entry(Unowned.ALL_REFUSE, List.of("p1")));
		assertThat(b.owned()).containsExactly("p0");
	}

	@Test
	void partitionsOfAnotherDivisionKeepTheOwnFromBeingGiven() {
		Player a = this.played.node("a", 0, PartitionList.counted(1));
		Player b = this.played.node("b", 1, PartitionList.counted(1));
		Player c = this.played.node("c", 0, PartitionList.counted(2));
		this.played.lead(a);
		this.played.pass(4 * Played.SECOND);
		assertThat(b.owned()).containsExactly("p0");
		b.slow();
		this.played.lead(c);
		this.played.pass(4 * Played.SECOND);
		assertThat(c.plan().unowned()).containsExactly(Map.entry(Unowned.OTHER_DIVISION, List.of("p0", "p1")));
		assertThat(c.plan().moving()).containsExactly(new Moving("p0", "b", true));
	}

	@Test
	void anAssignmentThatTheLeaderDoesNotKnowIsNamed() {
		Player a = this.played.node("a", 1, Played.LEASE);
		this.played.node("b", 1, PartitionList.counted(2));
		this.played.lead(a);
		this.played.pass(Played.SECOND);
		assertThat(a.report().assignments()).containsExactly("orders");
		assertThat(a.plan().partitions()).isNull();
		assertThat(a.plan().unowned()).containsExactly(Map.entry(Unowned.LIST_UNKNOWN, List.of()));
	}

	@Test
	void aRequiredPinKeepsAPartitionForItsInstanceAlone() {
		Player a = this.played.node("a", 1, PartitionList.counted(2));
		this.played.lead(a);
		this.played.pass(4 * Played.SECOND);
		a.step(new AssignmentEvent.Pinned("orders", "p1", "b", true));
		this.played.pass(Played.SECOND);
		assertThat(a.owned()).containsExactly("p0");
		assertThat(a.plan().unowned()).containsExactly(Map.entry(Unowned.PINNED, List.of("p1")));
		assertThat(a.plan().required()).containsExactly("p1");
		assertThat(a.report().problems())
			.containsExactly("No instance owns p1 of assignment 'orders': its pin requires "
					+ "an instance that is not there, or has no capacity: start that instance, or unpin it");
		Player b = this.played.node("b", 1, PartitionList.counted(2));
		b.step(new AssignmentEvent.Followed(1));
		this.played.pass(Played.SECOND);
		assertThat(b.owned()).containsExactly("p1");
		assertThat(a.report().problems()).isEmpty();
		b.cut();
		this.played.pass(4 * Played.SECOND);
		assertThat(a.owned()).containsExactly("p0");
		a.step(new AssignmentEvent.Pinned("orders", "p1", "b", false));
		this.played.pass(Played.SECOND);
		assertThat(a.owned()).containsExactly("p0", "p1");
	}

	@Test
	void aLeaderThatStopsAwaitsNobodyForWhatItAloneMayOwn() {
		Player a = this.played.node("a", 1, PartitionList.counted(2));
		Player b = this.played.node("b", 1, PartitionList.counted(2));
		a.step(new AssignmentEvent.Pinned("orders", "p0", "a", true));
		this.played.lead(a);
		this.played.pass(4 * Played.SECOND);
		assertThat(a.owned()).containsExactly("p0");
		a.step(new AssignmentEvent.Stopping());
		this.played.pass(Played.SECOND);
		assertThat(b.owned()).containsExactly("p1");
		assertThat(a.mayResign("p0")).isTrue();
		a.step(new AssignmentEvent.Pinned("orders", "p0", "b", true));
		assertThat(a.mayResign("p0")).as("while it has not gone to its next owner").isFalse();
		this.played.pass(Played.SECOND);
		assertThat(b.owned()).containsExactly("p0", "p1");
		assertThat(a.mayResign("p0")).isTrue();
	}

	@Test
	void pinsAreShownAndNamesAsTheCallerMaySeeThem() {
		Player a = this.played.node("a", 2, Played.LEASE,
				new Declared("orders", 1, PartitionList.named(List.of("acme", "zoo"))));
		this.played.lead(a);
		a.step(new AssignmentEvent.Pinned("orders", "zoo", "b", false));
		this.played.pass(4 * Played.SECOND);
		PlanView hidden = PlanView.of(a.state(), a.report().leading(), "orders", (name) -> "?");
		assertThat(a.plan().pins()).containsExactly(Map.entry("zoo", "b"));
		assertThat(a.plan().owners()).containsExactly(Map.entry("a", List.of("acme", "zoo")));
		assertThat(hidden.toString()).doesNotContain("acme", "zoo");
	}

}
