package io.github.leaderelection.internal.flapping;

import java.time.Duration;

import io.github.leaderelection.NodeId;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class SilencesTests {

	private static final NodeId B = NodeId.of("b");

	private static final NodeId C = NodeId.of("c");

	private static final long WORTH = 500;

	private static final long LOST = 150;

	private final Silences silences = new Silences(WORTH, LOST, 1);

	@Test
	void aLeaderThatIsHeardAgainHadBeenSilent() {
		hears(B, 1, 0, true);
		assertThat(hears(B, 1, 100, true)).isZero();
		assertThat(hears(B, 1, 700, true)).isEqualTo(600);
		assertThat(hears(B, 1, 800, true)).isZero();
	}

	@Test
	void aLeaderThatWasRestartedHadNotPaused() {
		hears(B, 1, 0, true);
		assertThat(hears(B, 2, 5000, false)).isZero();
	}

	@Test
	void aLeaderThatWasRestartedHadFallenSilentAndMayBeSilentFromThenOn() {
		hears(B, 1, 0, true);
		assertThat(hears(B, 2, 300, true)).isZero();
		assertThat(hears(B, 2, 400, false)).isZero();
		assertThat(fellSilent(B, 500)).isTrue();
		assertThat(hears(B, 2, 9000, true)).isZero();
		assertThat(hears(B, 2, 9600, true)).isEqualTo(600);
		assertThat(fellSilent(B, 9700)).as("of its last gap").isTrue();
		hears(B, 2, 9800, true);
		assertThat(fellSilent(B, 9900)).isFalse();
	}

	@Test
	void whoDoesNotLeadMayBeSilent() {
		hears(B, 1, 0, false);
		assertThat(hears(B, 1, 5000, true)).isZero();
	}

	@Test
	void aLeaderThatHandedOverMayBeSilentFromThenOn() {
		hears(B, 1, 0, true);
		assertThat(fellSilent(B, 100)).isFalse();
		assertThat(hears(B, 1, 9000, false)).isZero();
	}

	@Test
	void aLeaderThatFellSilentIsMeasuredUntilItIsHeardThoughAnotherLeads() {
		hears(B, 1, 0, true);
		hears(C, 1, 1000, true);
		assertThat(fellSilent(B, 1000)).isTrue();
		assertThat(hears(B, 1, 3000, false)).isEqualTo(3000);
	}

	@Test
	void aLeaderThatSpeaksOnceMoreOnlyToGiveUpHadFallenSilent() {
		hears(B, 1, 0, true);
		assertThat(hears(B, 1, 950, false)).isEqualTo(950);
		assertThat(fellSilent(B, 960)).isTrue();
	}

	@Test
	void aLeaderThatIsLostWithoutASuccessorFellSilentSooner() {
		hears(B, 1, 0, true);
		assertThat(this.silences.silence(B, true, 400)).isNull();
		assertThat(this.silences.silence(B, false, 149)).isNull();
		assertThat(this.silences.silence(B, false, 150)).isEqualTo(Duration.ofNanos(150));
		assertThat(this.silences.silence(B, true, 500)).isEqualTo(Duration.ofNanos(500));
	}

	@Test
	void aLeaderThatReleasedItsRecordMayBeSilent() {
		hears(B, 1, 0, true);
		this.silences.released(B);
		assertThat(this.silences.silence(B, false, 9000)).isNull();
	}

	@Test
	void aLeaderThatIsLostAfterItsLinkEndedFellSilent() {
		hears(B, 1, 0, true);
		this.silences.unlinked(B);
		this.silences.unlinked(C);
		assertThat(this.silences.silence(B, true, 20)).isNull();
		assertThat(this.silences.silence(B, false, 20)).isEqualTo(Duration.ofNanos(20));
		assertThat(this.silences.silence(C, false, 20)).as("never heard").isNull();
		hears(B, 1, 60, true);
		assertThat(this.silences.silence(B, false, 80)).isNull();
	}

	@Test
	void aLeaderThatWasRestartedHadNotBeenHeardSinceBefore() {
		hears(B, 1, 0, true);
		hears(B, 2, 60, false);
		assertThat(this.silences.silence(B, true, 70)).isEqualTo(Duration.ofNanos(70));
		this.silences.succeeded(B, true);
		assertThat(this.silences.silence(B, true, 80)).isNull();
	}

	@Test
	void nobodyKnowsWhetherALeaderItNeverHeardFellSilent() {
		assertThat(fellSilent(B, 9000)).isFalse();
	}

	@Test
	void aLinkThatOpensAgainEndsASilenceOfTheSameProcess() {
		hears(B, 1, 0, true);
		this.silences.linked(B, 2000);
		this.silences.linked(B, 4000);
		assertThat(hears(B, 1, 90_000, false)).isEqualTo(2000);
		this.silences.linked(C, 2000);
		assertThat(hears(C, 1, 90_000, true)).isZero();
	}

	@Test
	void aLeaderWhoseLinkOpensAgainHasToBeHeard() {
		hears(B, 1, 0, true);
		this.silences.linked(B, 50);
		assertThat(hears(B, 1, 800, true)).isEqualTo(800);
	}

	@Test
	void strangersAreNotRememberedWithoutEnd() {
		for (int i = 0; i < 1000; i++) {
			hears(NodeId.of("n" + i), 1, 0, true);
		}
		assertThat(hears(NodeId.of("n1"), 1, 900, true)).isEqualTo(900);
		assertThat(hears(NodeId.of("n999"), 1, 900, true)).isZero();
	}

	@Test
	void aLeaderThatLostItsQuorumMeasuresUntilItHearsTheSameQuorumAgain() {
		Silences five = new Silences(WORTH, LOST, 2);
		for (String each : new String[] { "b", "c", "d", "e" }) {
			five.heard(NodeId.of(each), 1, false, each.charAt(0));
		}
		five.quorumLost(1000);
		assertThat(five.heard(NodeId.of("b"), 1, false, 2000)).isZero();
		assertThat(five.heard(NodeId.of("b"), 1, false, 2010)).as("heard twice").isZero();
		assertThat(five.heard(NodeId.of("c"), 2, false, 2100)).as("restarted").isZero();
		assertThat(five.heard(NodeId.of("e"), 1, false, 2300)).isEqualTo(2300 - 'd');
		assertThat(five.heard(NodeId.of("d"), 1, false, 2400)).isZero();
	}

	@Test
	void aNodeThatLeadsAgainAwaitsNobody() {
		this.silences.heard(B, 1, false, 0);
		this.silences.quorumLost(1000);
		this.silences.leads();
		assertThat(this.silences.heard(B, 1, false, 2000)).isZero();
	}

	@Test
	void aNodeThatIsAloneOrHeardTooFewAwaitsNobody() {
		this.silences.quorumLost(1000);
		assertThat(this.silences.heard(B, 1, false, 2000)).isZero();
		Silences alone = new Silences(WORTH, LOST, 0);
		alone.heard(B, 1, false, 0);
		alone.quorumLost(1000);
		assertThat(alone.heard(B, 1, false, 2000)).isZero();
	}

	private boolean fellSilent(NodeId leader, long now) {
		boolean silent = this.silences.silence(leader, true, now) != null;
		this.silences.succeeded(leader, silent);
		return silent;
	}

	private long hears(NodeId from, long incarnation, long now, boolean leads) {
		long gap = this.silences.heard(from, incarnation, leads, now);
		this.silences.handled(from, leads);
		return gap;
	}

}
