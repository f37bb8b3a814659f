package io.github.leaderelection.internal.assignment.view;

import java.util.List;

import io.github.leaderelection.LeaderSequenceNumber;
import io.github.leaderelection.assignments.OwnershipEnd;
import io.github.leaderelection.internal.assignment.protocol.AssignmentEvent;
import io.github.leaderelection.internal.assignment.protocol.AssignmentMessage;
import io.github.leaderelection.internal.assignment.protocol.PartitionList;
import io.github.leaderelection.internal.assignment.protocol.Portion;
import io.github.leaderelection.internal.assignment.view.AssignmentStatistics.Counts;
import io.github.leaderelection.internal.assignment.view.Played.Player;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link AssignmentStatistics}.
 */
class AssignmentStatisticsTests {

	private final Played played = new Played();

	private static Counts orders(Player player) {
		return player.statistics().of("orders");
	}

	@Test
	void aMoveIsCountedWhereItEndsWithItsDrain() {
		Player a = this.played.node("a", 1, PartitionList.counted(2));
		this.played.lead(a);
		this.played.pass(4 * Played.SECOND);
		a.slow();
		Player b = this.played.node("b", 1, PartitionList.counted(2));
		b.step(new AssignmentEvent.Followed(1));
		this.played.pass(2 * Played.SECOND);
		assertThat(orders(a).drain().count().sum()).isZero();
		a.step(new AssignmentEvent.Drained(a.partition("p1", 2), a.report().owned().get(1).token()));
		assertThat(orders(a).ends(OwnershipEnd.MOVED).sum()).isEqualTo(1);
		assertThat(orders(a).drain().count().sum()).isEqualTo(1);
		assertThat(orders(a).drain().nanos().sum()).isBetween(Played.SECOND, 2 * Played.SECOND);
		assertThat(orders(b).ends(OwnershipEnd.MOVED).sum()).isZero();
	}

	@Test
	void theGapOfALostOwnerBeginsWithItsLastPing() {
		Player a = this.played.node("a", 0, PartitionList.counted(1));
		Player b = this.played.node("b", 1, PartitionList.counted(1));
		Player c = this.played.node("c", 1, PartitionList.counted(1));
		this.played.lead(a);
		this.played.pass(4 * Played.SECOND);
		long gaps = orders(a).gap().count().sum();
		long before = orders(a).gap().nanos().sum();
		assertThat(gaps).isEqualTo(1);
		assertThat(b.owned()).containsExactly("p0");
		b.cut();
		this.played.pass(4 * Played.SECOND);
		assertThat(c.owned()).containsExactly("p0");
		assertThat(orders(b).ends(OwnershipEnd.EXPIRED).sum()).isEqualTo(1);
		assertThat(orders(a).gap().count().sum()).isEqualTo(2);
		assertThat(orders(a).gap().nanos().sum() - before).isBetween(Played.LEASE, Played.LEASE + Played.SECOND / 10);
	}

	@Test
	void aClaimEndsNoGap() {
		Player a = this.played.node("a", 0, PartitionList.counted(1));
		Player b = this.played.node("b", 1, PartitionList.counted(1));
		Player c = this.played.node("c", 0, PartitionList.counted(1));
		this.played.lead(a);
		this.played.pass(4 * Played.SECOND);
		this.played.lead(c);
		assertThat(c.statistics().unownedFor(-1, c.report().now())).hasSize(1);
		this.played.pass(4 * Played.SECOND);
		assertThat(b.owned()).containsExactly("p0");
		assertThat(c.statistics().unownedFor(-1, c.report().now())).isEmpty();
		assertThat(orders(c).gap().count().sum()).isZero();
		assertThat(orders(b).ends(OwnershipEnd.EXPIRED).sum()).isZero();
	}

	@Test
	void aClaimOfWhatIsAnothersIsAConflict() {
		Player a = this.played.node("a", 1, PartitionList.counted(1));
		this.played.lead(a);
		this.played.pass(4 * Played.SECOND);
		assertThat(a.owned()).containsExactly("p0");
		assertThat(a.statistics().conflicts()).isZero();
		long counter = a.report().owned().get(0).token().counter();
		a.step(new AssignmentEvent.Pinged(
				new AssignmentMessage.Ping(1, "late", 9, 1, 0,
						List.of(new Portion("orders", 1, 1, false, "=" + counter + " 0")), List.of(), Played.LEASE),
				0));
		assertThat(a.statistics().conflicts()).isEqualTo(1);
		assertThat(new LeaderSequenceNumber(1, counter)).isEqualTo(a.report().owned().get(0).token());
	}

	@Test
	void theAgeOfAnAnswerRisesWithoutOne() {
		Player a = this.played.node("a", 1, PartitionList.counted(1));
		Player b = this.played.node("b", 1, PartitionList.counted(1));
		assertThat(b.statistics().answerAge(b.report().now())).isZero();
		this.played.lead(a);
		this.played.pass(4 * Played.SECOND);
		assertThat(b.statistics().answerAge(b.report().now())).isLessThan(Played.SECOND);
		b.cut();
		this.played.pass(5 * Played.SECOND);
		assertThat(b.statistics().answerAge(b.report().now())).isGreaterThanOrEqualTo(5 * Played.SECOND);
	}

}
