package io.github.leaderelection.internal.nodefence.protocol;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

import io.github.leaderelection.NodeId;
import io.github.leaderelection.internal.nodefence.protocol.FenceDecision.Ask;
import io.github.leaderelection.internal.nodefence.protocol.FenceDecision.Cede;
import io.github.leaderelection.internal.nodefence.protocol.FenceDecision.Fence;
import io.github.leaderelection.internal.nodefence.protocol.FenceDecision.Grant;
import io.github.leaderelection.internal.nodefence.protocol.FenceDecision.Write;
import io.github.leaderelection.internal.protocol.Lease;
import io.github.leaderelection.internal.protocol.Now;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Each sentence of settling former leaders.
 */
class SettlingTests {

	private static final long LEASE = 1000;

	private static final long TIMEOUT = 60 * LEASE;

	private static final long INTERVAL = 300 * LEASE;

	private static final NodeId SELF = NodeId.of("s");

	private static final Former A = former("a", 5);

	private static final Former B = former("b", 6);

	private static final Former C = former("c", 7);

	private static final Former OWN = new Former(SELF, 11, 9);

	private long nanos = -500 * LEASE;

	private long works;

	private final Settling settling = new Settling(new FenceSettings(SELF, 11, LEASE, TIMEOUT, INTERVAL),
			(token) -> this.works != 0 && this.works <= token);

	private static Former former(String member, long token) {
		return new Former(NodeId.of(member), 3, token);
	}

	private Now now() {
		return new Now(this.nanos, 0);
	}

	private Lease lease() {
		return new Lease(this.nanos, 0, this.nanos + 10_000 * LEASE, Long.MAX_VALUE / 4);
	}

	private List<FenceDecision> win(long token, Former... listed) {
		this.settling.won(token, lease());
		return this.settling.synchronised(List.of(listed), now());
	}

	/** Lets time pass in steps of a question; questions are left out. */
	private List<FenceDecision> pass(long leases) {
		List<FenceDecision> all = new ArrayList<>();
		for (int i = 0; i < 4 * leases; i++) {
			this.nanos += LEASE / 4;
			this.settling.review(now()).stream().filter((each) -> !(each instanceof Ask)).forEach(all::add);
		}
		return all;
	}

	private static Write write(Former... unsettled) {
		return new Write(9, Arrays.asList(unsettled));
	}

	@Test
	void winnerIsGrantedOnceItIsCommittedAsTheOnlyUnsettledLeader() {
		assertThat(win(9)).containsExactly(write(OWN));
		assertThat(this.settling.isWithheld(9)).isTrue();
		assertThat(this.settling.written(true, now())).containsExactly(new Grant(9));
		assertThat(this.settling.isWithheld(9)).isFalse();
	}

	@Test
	void winnerWithoutACommitCedes() {
		win(9);
		assertThat(this.settling.written(false, now())).containsExactly(new Cede(9));
	}

	@Test
	void formerLeadersAreAskedAgainAndAgain() {
		assertThat(win(9, A, B)).containsExactly(new Ask(A, 9), new Ask(B, 9));
		this.nanos += LEASE / 4 - 1;
		assertThat(this.settling.review(now())).isEmpty();
		assertThat(this.settling.delay(now())).isEqualTo(1);
		this.nanos += 1;
		assertThat(this.settling.review(now())).containsExactly(new Ask(A, 9), new Ask(B, 9));
	}

	@Test
	void formerLeaderThatSaysItIsOverIsSettled() {
		win(9, A);
		assertThat(this.settling.ended(A, now())).containsExactly(write(OWN));
	}

	@Test
	void laterEndOfTheSameStartSettlesToo() {
		win(9, A);
		assertThat(this.settling.ended(former("a", 8), now())).containsExactly(write(OWN));
	}

	@Test
	void neitherAnotherStartNorAnEarlierTokenSettles() {
		win(9, A);
		assertThat(this.settling.ended(new Former(A.member(), 4, 5), now())).isEmpty();
		assertThat(this.settling.ended(former("a", 4), now())).isEmpty();
	}

	@Test
	void endThatWasHeardBeforeTheTermIsRemembered() {
		this.settling.ended(A, now());
		assertThat(win(9, A)).containsExactly(write(OWN));
	}

	@Test
	void ownEarlierLeadershipIsSettledOnceItsWorkIsOver() {
		this.works = 4;
		Former own = new Former(SELF, 11, 4);
		assertThat(win(9, own)).containsExactly(new Ask(own, 9));
		this.works = 0;
		assertThat(pass(1)).containsExactly(write(OWN));
	}

	@Test
	void formerStartOfThisNodeIsNeverSettledByItselfNorFenced() {
		this.settling.followed();
		win(9, new Former(SELF, 12, 4));
		assertThat(pass(61)).containsExactly(new Cede(9));
	}

	@Test
	void formerLeaderIsFencedOnceItHadALeaseToAnswer() {
		this.settling.followed();
		win(9, A);
		this.nanos += LEASE - 1;
		assertThat(this.settling.review(now())).doesNotContain(new Fence(A));
		this.nanos += 1;
		assertThat(this.settling.review(now())).contains(new Fence(A));
	}

	@Test
	void confirmationIsWrittenBeforeTheWinnerIs() {
		this.settling.followed();
		win(9, A, B);
		assertThat(pass(1)).containsExactly(new Fence(A));
		assertThat(this.settling.fenced(A, true, now())).containsExactly(write(B));
		assertThat(this.settling.ended(B, now())).isEmpty();
		assertThat(this.settling.written(true, now())).containsExactly(write(OWN));
		assertThat(this.settling.written(true, now())).containsExactly(new Grant(9));
	}

	@Test
	void fenceThatDoesNotConfirmGrantsNobodyAndIsAskedAgainMoreAndMoreSlowly() {
		this.settling.followed();
		win(9, A);
		List<Long> asked = new ArrayList<>();
		for (int i = 0; i < 20 * 4; i++) {
			this.nanos += LEASE / 4;
			if (this.settling.review(now()).contains(new Fence(A))) {
				asked.add(this.nanos / LEASE);
				assertThat(this.settling.fenced(A, false, now())).doesNotContain(new Grant(9));
			}
		}
		assertThat(asked).containsExactly(-499L, -498L, -496L, -492L, -484L);
		assertThat(this.settling.isWithheld(9)).isTrue();
	}

	@Test
	void winnerCedesAfterTheTimeoutSoThatTheNextTries() {
		this.settling.followed();
		win(9, A);
		assertThat(pass(60)).containsExactly(new Fence(A));
		assertThat(pass(1)).containsExactly(new Cede(9));
		assertThat(pass(5)).isEmpty();
	}

	@Test
	void lateConfirmationCountsInALaterTerm() {
		this.settling.followed();
		win(9, A);
		pass(1);
		this.settling.revoked(9, false, now());
		assertThat(this.settling.fenced(A, true, now())).isEmpty();
		assertThat(win(12, A)).containsExactly(new Write(12, List.of(new Former(SELF, 11, 12))));
	}

	@Test
	void nobodyIsFencedWithoutALease() {
		this.settling.followed();
		this.settling.won(9, new Lease(this.nanos, 0, this.nanos + LEASE, Long.MAX_VALUE / 4));
		this.settling.synchronised(List.of(A), now());
		assertThat(pass(3)).isEmpty();
		assertThat(this.settling.delay(now())).isEqualTo(Settling.NEVER);
	}

	@Test
	void nobodyIsFencedBeforeTheRegisterIsSynchronised() {
		this.settling.followed();
		this.settling.won(9, lease());
		assertThat(pass(3)).isEmpty();
	}

	@Test
	void nobodyAboveTheOwnTermIsFenced() {
		this.settling.followed();
		win(4, A);
		assertThat(pass(3)).isEmpty();
	}

	@Test
	void nobodyIsFencedAtAColdStart() {
		win(9, A);
		assertThat(pass(61)).containsExactly(new Cede(9));
		assertThat(this.settling.problem(now())).contains("has seen no leader since it started");
	}

	@Test
	void nodeThatLostItsLeaseFencesNobodyForTenLeases() {
		this.settling.followed();
		this.settling.revoked(8, true, now());
		win(9, A);
		assertThat(pass(9)).isEmpty();
		assertThat(this.settling.problem(now())).contains("lost its own lease");
		assertThat(pass(1)).containsExactly(new Fence(A));
	}

	@Test
	void leadershipThatWasGivenUpIsNotLost() {
		this.settling.followed();
		this.settling.revoked(8, false, now());
		win(9, A);
		assertThat(pass(1)).containsExactly(new Fence(A));
	}

	@Test
	void oneIsFencedAtATimeAndTheNextAfterTheInterval() {
		this.settling.followed();
		win(9, A, B);
		assertThat(pass(1)).containsExactly(new Fence(A));
		assertThat(pass(20)).isEmpty();
		this.settling.fenced(A, true, now());
		this.settling.written(true, now());
		assertThat(pass(20)).isEmpty();
		this.nanos += INTERVAL - 20 * LEASE - TIMEOUT;
		assertThat(pass(60)).contains(new Cede(9)).doesNotContain(new Fence(B));
	}

	@Test
	void twoAreFencedInATermAtMost() {
		Settling often = new Settling(new FenceSettings(SELF, 11, LEASE, TIMEOUT, 0), (token) -> false);
		often.followed();
		often.won(9, lease());
		often.synchronised(List.of(A, B, C), now());
		List<Former> fenced = new ArrayList<>();
		for (int i = 0; i < 200; i++) {
			this.nanos += LEASE / 4;
			for (FenceDecision each : often.review(now())) {
				if (each instanceof Fence fence) {
					fenced.add(fence.former());
					assertThat(often.fenced(fence.former(), true, now())).hasSize(1);
					often.written(true, now());
				}
			}
		}
		assertThat(fenced).containsExactly(A, B);
		assertThat(often.unsettled()).containsExactly(C);
	}

	@Test
	void operatorSettlesAMemberThatIsWaitedFor() {
		win(9, A, B);
		assertThat(this.settling.confirmed(NodeId.of("c"), now())).isNull();
		assertThat(this.settling.confirmed(A.member(), now())).containsExactly(write(B));
	}

	@Test
	void startSaysThatItIsOverOnlyWhenItIs() {
		win(9);
		assertThat(this.settling.isSettled(12, 11, 9)).isFalse();
		this.settling.written(true, now());
		assertThat(this.settling.isSettled(12, 11, 9)).isFalse();
		this.works = 9;
		this.settling.revoked(9, true, now());
		assertThat(this.settling.isSettled(12, 11, 9)).isFalse();
		this.works = 0;
		assertThat(this.settling.isSettled(12, 10, 9)).isFalse();
		assertThat(this.settling.isSettled(12, 11, 9)).isTrue();
	}

	@Test
	void entryOfTheRegisterIsReadAsItWasWritten() {
		Former odd = new Former(NodeId.of("pod-1.orders"), -42, 7);
		assertThat(Former.of(odd.entry())).isEqualTo(odd);
	}

}
