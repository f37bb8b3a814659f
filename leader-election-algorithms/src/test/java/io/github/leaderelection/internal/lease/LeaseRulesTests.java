package io.github.leaderelection.internal.lease;

import java.util.ArrayList;
import java.util.List;

import io.github.leaderelection.NodeId;
import io.github.leaderelection.RevocationReason;
import io.github.leaderelection.internal.protocol.Effect;
import io.github.leaderelection.internal.protocol.Event;
import io.github.leaderelection.internal.protocol.Notice;
import io.github.leaderelection.spi.LeaseRecord;
import io.github.leaderelection.spi.LeaseStore.Answer;
import io.github.leaderelection.spi.LeaseStore.Request;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

@SuppressWarnings("rawtypes")
class LeaseRulesTests {

	private static final long SECOND = OneNode.SECOND;

	private OneNode node = new OneNode();

	@Test
	void theLeaseCountsFromJustBeforeTheTakeWasSent() {
		LeaseRecord free = this.node.free(10);
		this.node.answer(Answer.read(free));
		long sent = this.node.nanos();
		this.node.standStill(SECOND);
		this.node.done(free);
		List<Effect.Grant> granted = this.node.effects(Effect.Grant.class);
		assertThat(granted).hasSize(1);
		assertThat(granted.get(0).lease().baseNanos()).isEqualTo(sent);
		assertThat(granted.get(0).lease().endNanos()).isLessThan(sent + OneNode.LEASE * 95 / 105);
	}

	@Test
	void aRenewalCountsFromItsSendToo() {
		LeaseRecord own = this.node.lead();
		this.node.pass(2 * SECOND);
		long sent = this.node.nanos();
		this.node.standStill(SECOND);
		this.node.done(own);
		assertThat(this.node.effects(Effect.Renew.class)).singleElement()
			.satisfies((renewed) -> assertThat(renewed.lease().baseNanos()).isEqualTo(sent));
	}

	@Test
	void anEndedLeaseIsNotExtendedWhateverArrivesLate() {
		LeaseRecord own = this.node.lead();
		this.node.pass(2 * SECOND);
		assertThat(this.node.asked()).isInstanceOf(Request.Renew.class);
		this.node.effects();
		this.node.standStill(OneNode.LEASE);
		this.node.done(own);
		List<Effect<NoMessage>> effects = this.node.effects();
		assertThat(effects.get(0)).isEqualTo(new Effect.Revoke<>(own.token(), RevocationReason.LEASE_EXPIRED));
		assertThat(effects).noneMatch((effect) -> effect instanceof Effect.Renew || effect instanceof Effect.Grant);
	}

	@Test
	void aRecordOfItsOwnThatItDidNotHoldAgesAsAnyOther() {
		LeaseRecord own = this.node.lead();
		this.node.standStill(OneNode.LEASE);
		this.node.take(new Event.LoopLate<>(OneNode.LEASE));
		LeaseRecord copy = new LeaseRecord(own.holder(), own.incarnation(), own.attempt(), own.url(), own.token(),
				own.durationNanos(), false, null, 0, "an earlier version");
		this.node.answer(Answer.read(copy));
		assertThat(this.node.asks()).isFalse();
		looksUntil(OneNode.LEASE - SECOND, copy);
		assertThat(this.node.effects(Effect.AskStore.class)).allMatch((ask) -> ask.what() instanceof Request.Read);
		looksUntil(2 * SECOND, copy);
		assertThat(this.node.asked()).isInstanceOfSatisfying(Request.Take.class,
				(take) -> assertThat(take.leastToken()).isGreaterThan(own.token()));
	}

	@Test
	void aTakeThatIsReadAfterItsLeaseIsRenewedNoMore() {
		LeaseRecord own = takeWithoutAnswer();
		this.node.standStill(OneNode.LEASE);
		this.node.answer(Answer.read(own));
		assertThat(this.node.asks()).isFalse();
		looksUntil(OneNode.LEASE - SECOND, own);
		assertThat(this.node.effects(Effect.AskStore.class)).noneMatch((ask) -> ask.what() instanceof Request.Renew);
		looksUntil(2 * SECOND, own);
		assertThat(this.node.asked()).isInstanceOf(Request.Take.class);
	}

	@Test
	void aTakeThatIsConfirmedAfterItsLeaseGrantsNothing() {
		LeaseRecord free = this.node.free(10);
		this.node.answer(Answer.read(free));
		this.node.standStill(OneNode.LEASE);
		LeaseRecord own = this.node.done(free);
		assertThat(this.node.asked()).isInstanceOf(Request.Read.class);
		this.node.answer(Answer.read(own));
		assertThat(this.node.asks()).isFalse();
		assertThat(this.node.effects(Effect.Grant.class)).isEmpty();
	}

	@Test
	void aSuspendedLeaderHasStalled() {
		LeaseRecord own = this.node.lead();
		this.node.suspend(OneNode.LEASE);
		this.node.take(new Event.LoopLate<>(1));
		assertThat(this.node.effects(Effect.Revoke.class))
			.containsExactly(new Effect.Revoke<>(own.token(), RevocationReason.STALLED));
	}

	@Test
	void aSuspensionBetweenATakeAndItsAnswerCountsAgainstTheLease() {
		LeaseRecord free = this.node.free(10);
		this.node.answer(Answer.read(free));
		this.node.suspend(OneNode.LEASE / 2);
		this.node.done(free);
		assertThat(this.node.effects(Effect.Grant.class)).isEmpty();
	}

	@Test
	void aSuspensionForLongerThanRatesOfClocksMayDifferEndsTheLease() {
		LeaseRecord own = this.node.lead();
		this.node.suspend(OneNode.LEASE / 25);
		this.node.take(new Event.LoopLate<>(1));
		assertThat(this.node.effects(Effect.Revoke.class)).isEmpty();
		this.node.suspend(OneNode.LEASE / 50);
		this.node.take(new Event.LoopLate<>(1));
		assertThat(this.node.effects(Effect.Revoke.class))
			.containsExactly(new Effect.Revoke<>(own.token(), RevocationReason.STALLED));
	}

	@Test
	void aReadGrantsNothingAlthoughItShowsTheOwnTake() {
		LeaseRecord own = takeWithoutAnswer();
		assertThat(this.node.asked()).isInstanceOf(Request.Read.class);
		this.node.answer(Answer.read(own));
		assertThat(this.node.effects(Effect.Grant.class)).isEmpty();
		assertThat(this.node.asked()).isInstanceOfSatisfying(Request.Renew.class,
				(renew) -> assertThat(renew.version()).isEqualTo(own.version()));
		this.node.done(own);
		assertThat(this.node.effects(Effect.Grant.class)).singleElement()
			.satisfies((grant) -> assertThat(grant.fencingToken()).isEqualTo(own.token()));
	}

	private LeaseRecord takeWithoutAnswer() {
		LeaseRecord free = this.node.free(10);
		this.node.answer(Answer.read(free));
		Request.Take take = (Request.Take) this.node.asked();
		this.node.answer(new Answer.Unknown("no answer"));
		return new LeaseRecord(take.holder(), take.incarnation(), take.attempt(), null, 11, take.durationNanos(), false,
				null, 0, "taken");
	}

	@Test
	void aTakeOfWhichNothingIsKnownAndThatWasNotDoneWaitsForWhoCameFirst() {
		takeWithoutAnswer();
		this.node.answer(Answer.read(this.node.record(OneNode.OTHER, 9, 12)));
		assertThat(this.node.asks()).isFalse();
		assertThat(this.node.effects(Effect.FollowLeader.class)).hasSize(1);
	}

	@Test
	void anAnswerAfterItsTimeIsNoAnswer() {
		LeaseRecord free = this.node.free(10);
		this.node.answer(Answer.read(free));
		long take = this.node.state().asking().lastNumber();
		this.node.pass(2 * SECOND);
		Request.Take taken = (Request.Take) this.node.effects(Effect.AskStore.class)
			.stream()
			.map(Effect.AskStore::what)
			.filter(Request.Take.class::isInstance)
			.findFirst()
			.orElseThrow();
		this.node.take(new Event.StoreAnswered<>(take, new Answer.Mine(new LeaseRecord(taken.holder(),
				taken.incarnation(), taken.attempt(), null, 11, OneNode.LEASE, false, null, 0, "late"))));
		assertThat(this.node.effects(Effect.Grant.class)).isEmpty();
	}

	@Test
	void anotherStartOfTheSameNodeIsSomebodyElse() {
		LeaseRecord former = this.node.record(OneNode.SELF, OneNode.INCARNATION - 1, 10);
		this.node.answer(Answer.read(former));
		assertThat(this.node.asks()).isFalse();
		looksUntil(OneNode.LEASE - SECOND, former);
		assertThat(this.node.effects(Effect.AskStore.class)).allMatch((ask) -> ask.what() instanceof Request.Read);
		looksUntil(2 * SECOND, former);
		assertThat(this.node.asked()).isInstanceOf(Request.Take.class);
	}

	@Test
	void aTwinThatRenewsIsReported() {
		this.node.answer(Answer.read(this.node.record(OneNode.SELF, OneNode.INCARNATION - 1, 10)));
		assertThat(this.node.effects(Effect.Report.class)).as("it may have ended").isEmpty();
		this.node.pass(2 * SECOND);
		this.node.answer(Answer.read(this.node.record(OneNode.SELF, OneNode.INCARNATION - 1, 10)));
		assertThat(this.node.effects(Effect.Report.class)).singleElement().satisfies((report) -> {
			assertThat(report.notice()).isEqualTo(Notice.TWIN);
			assertThat(report.detail()).as("the remedy").contains("leader-election.node-id");
		});
	}

	/** Each look shows the same record. */
	private void looksUntil(long span, LeaseRecord shown) {
		long end = this.node.nanos() + span;
		while (this.node.nanos() < end) {
			this.node.pass(SECOND / 10);
			if (this.node.asks() && this.node.asked() instanceof Request.Read) {
				this.node.answer(Answer.read(shown));
			}
		}
	}

	@Test
	void aRecordAgesFromTheFirstAnswerThatShowedItsVersion() {
		LeaseRecord first = this.node.record(OneNode.OTHER, 9, 10);
		this.node.answer(Answer.read(first));
		looksUntil(OneNode.LEASE - SECOND, first);
		LeaseRecord renewed = this.node.record(OneNode.OTHER, 9, 10);
		looksUntil(OneNode.LEASE - SECOND, renewed);
		assertThat(this.node.effects(Effect.AskStore.class)).allMatch((ask) -> ask.what() instanceof Request.Read);
		looksUntil(3 * SECOND, renewed);
		assertThat(this.node.asked()).isInstanceOfSatisfying(Request.Take.class,
				(take) -> assertThat(take.version()).isEqualTo(renewed.version()));
	}

	@Test
	void aLeaderThatIsSeenNoMoreIsKnownForNoLongerThanItsRecordCounts() {
		this.node.answer(Answer.read(this.node.record(OneNode.OTHER, 9, 10)));
		assertThat(this.node.effects(Effect.FollowLeader.class)).hasSize(1);
		this.node.pass(OneNode.LEASE + SECOND);
		assertThat(this.node.effects(Effect.LeaderLost.class)).hasSize(1);
	}

	@Test
	void aMissingRecordIsMadeHeldByNobodyAndAgesBeforeItIsTaken() {
		this.node.answer(new Answer.Missing());
		assertThat(this.node.asked()).isInstanceOfSatisfying(Request.Create.class, (create) -> {
			assertThat(create.free()).isFalse();
			assertThat(create.durationNanos()).isEqualTo(OneNode.LEASE);
		});
		LeaseRecord made = this.node.done(null);
		assertThat(this.node.asks()).isFalse();
		looksUntil(OneNode.LEASE - SECOND, made);
		assertThat(this.node.effects(Effect.AskStore.class)).noneMatch((ask) -> ask.what() instanceof Request.Take);
		looksUntil(2 * SECOND, made);
		assertThat(this.node.asked()).isInstanceOf(Request.Take.class);
	}

	@Test
	void whereNothingOutlivesTheProcessAMissingRecordIsNew() {
		this.node = new OneNode(true);
		this.node.answer(new Answer.Missing());
		this.node.done(null);
		assertThat(this.node.asked()).isInstanceOf(Request.Take.class);
	}

	@Test
	void aFreeRecordWhoseTokenIsLowerThanOneThatWasSeenWaitsForALease() {
		this.node.answer(Answer.read(this.node.record(OneNode.OTHER, 9, 20)));
		LeaseRecord copy = this.node.free(19);
		looksUntil(OneNode.LEASE - SECOND, copy);
		assertThat(this.node.effects(Effect.AskStore.class)).noneMatch((ask) -> ask.what() instanceof Request.Take);
		looksUntil(3 * SECOND, copy);
		assertThat(this.node.asked()).isInstanceOfSatisfying(Request.Take.class,
				(take) -> assertThat(take.leastToken()).isEqualTo(21));
	}

	@Test
	void aCopyIsWaitedForByTheLongestLeaseThatWasSeenWhateverItsOwnDuration() {
		this.node.answer(Answer.read(counting(3 * OneNode.LEASE, 12)));
		this.node.pass(2 * SECOND);
		LeaseRecord copy = counting(OneNode.LEASE / 2, 10);
		this.node.answer(Answer.read(copy));
		this.node.effects();
		looksUntil(3 * OneNode.LEASE - SECOND, copy);
		assertThat(this.node.effects(Effect.AskStore.class)).allMatch((ask) -> ask.what() instanceof Request.Read);
		looksUntil(5 * SECOND, copy);
		assertThat(this.node.asked()).isInstanceOf(Request.Take.class);
	}

	private LeaseRecord counting(long durationNanos, long token) {
		return new LeaseRecord(OneNode.OTHER, 9, 5, null, token, durationNanos, false, null, 0, "of-" + token);
	}

	@Test
	void tokensAreAboveTheMinimumTermAndARecordUpToItIsOfBefore() {
		this.node = OneNode.above(100);
		this.node.answer(new Answer.Missing());
		assertThat(((Request.Create) this.node.asked()).leastToken()).isEqualTo(101);
		this.node = OneNode.above(100);
		LeaseRecord former = this.node.free(100 - 1);
		this.node.answer(Answer.read(former));
		assertThat(this.node.asks()).isFalse();
		looksUntil(OneNode.LEASE + SECOND, former);
		assertThat(((Request.Take) this.node.asked()).leastToken()).isEqualTo(101);
	}

	@Test
	void theLeadershipIsRevokedBeforeItsReleaseIsSent() {
		LeaseRecord own = this.node.lead();
		this.node.take(new Event.ResignRequested<>(3));
		assertThat(this.node.effects(Effect.StopAdmitting.class)).hasSize(1);
		assertThat(this.node.asks()).isFalse();
		this.node.take(new Event.WorkDrained<>(own.token()));
		List<Effect<NoMessage>> effects = this.node.effects();
		assertThat(effects.get(0)).isEqualTo(new Effect.Revoke<>(own.token(), RevocationReason.RESIGNED));
		assertThat(effects).contains(new Effect.Answer<>(3, null));
		assertThat(this.node.asked()).isInstanceOf(Request.Release.class);
	}

	@Test
	void noWorkDelaysTheRevocationPastTheEndOfTheLease() {
		LeaseRecord own = this.node.lead();
		this.node.take(new Event.ResignRequested<>(3));
		this.node.pass(OneNode.LEASE);
		assertThat(this.node.effects(Effect.Revoke.class))
			.containsExactly(new Effect.Revoke<>(own.token(), RevocationReason.LEASE_EXPIRED));
	}

	@Test
	void aReleaseWaitsForTheRenewalThatDecidesItsVersion() {
		LeaseRecord own = this.node.lead();
		this.node.pass(2 * SECOND);
		assertThat(this.node.asked()).isInstanceOf(Request.Renew.class);
		this.node.take(new Event.ResignRequested<>(3));
		this.node.take(new Event.WorkDrained<>(own.token()));
		assertThat(this.node.effects(Effect.Revoke.class)).hasSize(1);
		assertThat(this.node.asked()).isInstanceOf(Request.Renew.class);
		LeaseRecord renewed = this.node.done(own);
		assertThat(this.node.asked()).isInstanceOfSatisfying(Request.Release.class,
				(release) -> assertThat(release.version()).isEqualTo(renewed.version()));
	}

	@Test
	void aReleaseThatIsRefusedIsTriedOnceMoreWithTheVersionOfTheLostRenewal() {
		LeaseRecord own = releaseWhileALostRenewalIsLookedFor();
		assertThat(this.node.asked()).isInstanceOfSatisfying(Request.Release.class,
				(release) -> assertThat(release.version()).isEqualTo(own.version()));
		this.node.answer(new Answer.NotDone());
		assertThat(this.node.asked()).isInstanceOf(Request.Read.class);
		this.node.answer(Answer.read(again(own, "renewed", own.token())));
		assertThat(this.node.asked()).isInstanceOfSatisfying(Request.Release.class, (release) -> {
			assertThat(release.version()).isEqualTo("renewed");
			assertThat(release.preferred()).isEqualTo(OneNode.OTHER);
		});
		this.node.answer(new Answer.NotDone());
		assertThat(this.node.asks()).as("not a third time").isFalse();
		assertThat(this.node.effects(Effect.Revoke.class)).hasSize(1);
	}

	private LeaseRecord releaseWhileALostRenewalIsLookedFor() {
		LeaseRecord own = this.node.lead();
		unknownRenewal();
		this.node.take(new Event.TransferRequested<>(3, OneNode.OTHER));
		this.node.take(new Event.WorkDrained<>(own.token()));
		return own;
	}

	private static LeaseRecord again(LeaseRecord own, String version, long token) {
		return new LeaseRecord(own.holder(), own.incarnation(), own.attempt(), own.url(), token, own.durationNanos(),
				false, null, 0, version);
	}

	@Test
	void whoStopsWaitsForTheSecondTryOfARefusedRelease() {
		LeaseRecord own = releaseWhileALostRenewalIsLookedFor();
		this.node.take(new Event.Stopping<>());
		this.node.answer(new Answer.NotDone());
		this.node.take(new Event.Stopping<>());
		LeaseRecord renewed = again(own, "renewed", own.token());
		this.node.answer(Answer.read(renewed));
		assertThat(this.node.asked()).isInstanceOfSatisfying(Request.Release.class,
				(release) -> assertThat(release.preferred()).isEqualTo(OneNode.OTHER));
		assertThat(this.node.effects(Effect.Stopped.class)).isEmpty();
		this.node.done(renewed);
		assertThat(this.node.effects(Effect.Stopped.class)).hasSize(1);
	}

	@Test
	void aReleaseThatIsRefusedIsGivenUpWhereTheRecordIsOfAnotherOrOfBefore() {
		LeaseRecord own = releaseWhileALostRenewalIsLookedFor();
		this.node.answer(new Answer.NotDone());
		this.node.answer(Answer.read(this.node.record(OneNode.OTHER, 9, own.token() + 1)));
		assertThat(this.node.asks()).isFalse();
		this.node = new OneNode();
		LeaseRecord second = releaseWhileALostRenewalIsLookedFor();
		this.node.answer(new Answer.NotDone());
		this.node.answer(Answer.read(again(second, "an older copy", second.token() - 1)));
		assertThat(this.node.asks()).isFalse();
	}

	private LeaseRecord preferring(NodeId member) {
		return preferring(member, 10);
	}

	private LeaseRecord preferring(NodeId member, long token) {
		return new LeaseRecord(NodeId.of("c"), 9, 5, null, token, OneNode.LEASE, true, member, SECOND / 2,
				"for " + member);
	}

	@Test
	void whoResignedLeavesTheRecordToOthersForALease() {
		LeaseRecord released = resign();
		looksUntil(OneNode.LEASE - SECOND, released);
		assertThat(this.node.effects(Effect.AskStore.class)).noneMatch((ask) -> ask.what() instanceof Request.Take);
		looksUntil(2 * SECOND, released);
		assertThat(this.node.asked()).isInstanceOf(Request.Take.class);
	}

	@Test
	void whoResignedGoesAtOnceWhereItIsPreferredSince() {
		resign();
		this.node.take(new Event.StoreChanged<>(preferring(OneNode.SELF, 20)));
		this.node.pass(0);
		assertThat(this.node.asked()).isInstanceOf(Request.Take.class);
	}

	@Test
	void whoResignedWaitsForOthersNoMoreOnceOneOfThemHasLed() {
		resign();
		looksUntil(2 * SECOND, this.node.record(OneNode.OTHER, 9, 20));
		assertThat(this.node.effects(Effect.FollowLeader.class)).hasSize(1);
		looksUntil(2 * SECOND, this.node.free(20));
		assertThat(this.node.asked()).isInstanceOf(Request.Take.class);
	}

	private LeaseRecord resign() {
		LeaseRecord own = this.node.lead();
		this.node.take(new Event.ResignRequested<>(3));
		this.node.take(new Event.WorkDrained<>(own.token()));
		return this.node.done(own);
	}

	@Test
	void aHintOfAReleaseIsFollowedWithinTwentyMillisecondsAndOfARenewalNotAtAll() {
		LeaseRecord held = this.node.record(OneNode.OTHER, 9, 10);
		this.node.answer(Answer.read(held));
		this.node.take(new Event.StoreChanged<>(this.node.record(OneNode.OTHER, 9, 10)));
		this.node.pass(SECOND / 50);
		assertThat(this.node.asks()).isFalse();
		this.node.take(new Event.StoreChanged<>(this.node.free(10)));
		this.node.pass(SECOND / 50);
		assertThat(this.node.asked()).isInstanceOf(Request.Take.class);
	}

	@Test
	void whoIsToldOfRenewalsLooksOnceALease() {
		this.node.answer(Answer.read(this.node.record(OneNode.OTHER, 9, 10)));
		this.node.pass(SECOND / 2);
		this.node.effects();
		List<Effect<NoMessage>> since = new ArrayList<>();
		for (int told = 0; told < 20; told++) {
			LeaseRecord renewed = this.node.record(OneNode.OTHER, 9, 10);
			this.node.take(new Event.StoreChanged<>(renewed));
			looksUntil(2 * SECOND, renewed);
			since.addAll(this.node.effects());
		}
		assertThat(since).filteredOn(Effect.AskStore.class::isInstance).hasSizeBetween(3, 5);
		assertThat(since).noneMatch(Effect.LeaderLost.class::isInstance);
	}

	@Test
	void aRecordAgesFromTheHintThatToldOfItsVersion() {
		this.node.answer(Answer.read(this.node.record(OneNode.OTHER, 9, 10)));
		this.node.pass(SECOND / 2);
		LeaseRecord renewed = this.node.record(OneNode.OTHER, 9, 10);
		this.node.take(new Event.StoreChanged<>(renewed));
		looksUntil(OneNode.LEASE - SECOND / 10, renewed);
		assertThat(this.node.effects(Effect.AskStore.class)).hasSizeGreaterThan(5)
			.allMatch((ask) -> ask.what() instanceof Request.Read);
		// the moment of this node's own after the hint
		looksUntil(SECOND + SECOND / 5, renewed);
		assertThat(this.node.asked()).isInstanceOf(Request.Take.class);
	}

	@Test
	void whatIsToldWithoutEndHoldsNobodyUpForMoreThanALease() {
		LeaseRecord first = this.node.record(OneNode.OTHER, 9, 10);
		LeaseRecord second = this.node.record(OneNode.OTHER, 9, 10);
		LeaseRecord last = this.node.record(OneNode.OTHER, 9, 10);
		this.node.answer(Answer.read(last));
		for (int reads = 0; reads < 2; reads++) {
			for (int told = 0; told < 9; told++) {
				this.node.pass(SECOND);
				this.node.take(new Event.StoreChanged<>((told % 2 == 0) ? first : second));
				assertThat(this.node.asks()).isFalse();
			}
			this.node.pass(SECOND);
			assertThat(this.node.asked()).isInstanceOf(Request.Read.class);
			this.node.answer(Answer.read(last));
		}
		assertThat(this.node.asked()).isInstanceOf(Request.Take.class);
	}

	@Test
	void whatWasToldIsForgottenOnceSomethingElseIsShown() {
		for (LeaseRecord later : List.of(this.node.record(OneNode.OTHER, 9, 10),
				this.node.record(NodeId.of("c"), 8, 20))) {
			this.node = new OneNode();
			this.node.answer(Answer.read(this.node.record(OneNode.OTHER, 9, 10)));
			this.node.pass(SECOND / 2);
			LeaseRecord told = this.node.record(OneNode.OTHER, 9, 10);
			this.node.take(new Event.StoreChanged<>(told));
			looksUntil(5 * SECOND, later);
			looksUntil(8 * SECOND, this.node.record(later.holder(), later.incarnation(), later.token()));
			this.node.effects();
			// a copy is put back, and somebody leads by what was there before
			looksUntil(OneNode.LEASE - SECOND, told);
			assertThat(this.node.effects(Effect.AskStore.class)).isNotEmpty()
				.allMatch((ask) -> ask.what() instanceof Request.Read);
		}
	}

	@Test
	void theVersionReadLastBeginsAnewIfOthersWereToldSince() {
		LeaseRecord first = this.node.record(OneNode.OTHER, 9, 10);
		this.node.answer(Answer.read(first));
		this.node.pass(SECOND / 2);
		for (int told = 0; told < 5; told++) {
			this.node.take(new Event.StoreChanged<>(this.node.record(OneNode.OTHER, 9, 10)));
			this.node.pass(2 * SECOND);
		}
		// a copy is put back, and somebody leads by what was there before
		this.node.effects();
		looksUntil(OneNode.LEASE - SECOND, first);
		assertThat(this.node.effects(Effect.AskStore.class)).isNotEmpty()
			.allMatch((ask) -> ask.what() instanceof Request.Read);
	}

	@Test
	void aLostTakeThatIsToldWithoutEndHoldsNobodyUp() {
		LeaseRecord copy = this.node.record(OneNode.OTHER, 9, 10);
		LeaseRecord lost = this.node.record(NodeId.of("c"), 8, 20);
		this.node.answer(Answer.read(lost));
		for (int told = 0; told < 30 && this.node.effects(Effect.AskStore.class)
			.stream()
			.noneMatch((ask) -> ask.what() instanceof Request.Take); told++) {
			this.node.take(new Event.StoreChanged<>(lost));
			looksUntil(SECOND, copy);
			assertThat(told).as("seconds").isLessThan(25);
		}
	}

	@Test
	void aRenewalPutsNoLookOffThatAHintAskedFor() {
		this.node.answer(Answer.read(this.node.record(OneNode.OTHER, 9, 10)));
		this.node.pass(SECOND / 2);
		this.node.take(new Event.StoreChanged<>(null));
		this.node.take(new Event.StoreChanged<>(this.node.record(OneNode.OTHER, 9, 10)));
		this.node.pass(SECOND / 50);
		assertThat(this.node.asked()).isInstanceOf(Request.Read.class);
	}

	@Test
	void howLongALookMayWaitFollowsFromTheLeaseThatIsRenewed() {
		this.node.answer(Answer.read(this.node.record(OneNode.OTHER, 9, 10)));
		this.node.pass(SECOND / 2);
		LeaseRecord of = this.node.record(OneNode.OTHER, 9, 10);
		this.node.take(new Event.StoreChanged<>(new LeaseRecord(of.holder(), of.incarnation(), of.attempt(), null, 10,
				2 * SECOND, false, null, 0, of.version())));
		this.node.pass(SECOND * 2 / 3);
		assertThat(this.node.asked()).isInstanceOf(Request.Read.class);
	}

	@Test
	void aHintThatIsToldTwiceOrOfTheOwnRecordPutsNoLookOff() {
		LeaseRecord held = this.node.record(OneNode.OTHER, 9, 10);
		this.node.answer(Answer.read(held));
		this.node.pass(SECOND / 2);
		this.node.take(new Event.StoreChanged<>(held));
		this.node.take(new Event.StoreChanged<>(this.node.record(OneNode.SELF, OneNode.INCARNATION, 10)));
		this.node.pass(SECOND);
		assertThat(this.node.asked()).isInstanceOf(Request.Read.class);
	}

	@Test
	void aStoreThatDoesNotAnswerIsAskedWhateverItTells() {
		this.node.answer(Answer.read(this.node.record(OneNode.OTHER, 9, 10)));
		this.node.pass(3 * SECOND / 2);
		this.node.answer(new Answer.Unknown("it is slow"));
		this.node.take(new Event.StoreChanged<>(this.node.record(OneNode.OTHER, 9, 10)));
		this.node.pass(3 * SECOND / 2);
		assertThat(this.node.asked()).isInstanceOf(Request.Read.class);
	}

	@Test
	void aHintOfATakeEndsTheRunForTheReleaseBeforeIt() {
		this.node.answer(Answer.read(this.node.record(OneNode.OTHER, 9, 10)));
		this.node.take(new Event.StoreChanged<>(this.node.free(10)));
		this.node.take(new Event.StoreChanged<>(this.node.record(OneNode.OTHER, 9, 10)));
		assertThat(this.node.state().deadlines()[LeaseTimer.TAKE.ordinal()]).as("a renewal before it")
			.isNotEqualTo(LeaseState.NEVER);
		this.node.take(new Event.StoreChanged<>(this.node.record(OneNode.OTHER, 9, 11)));
		this.node.pass(SECOND / 50);
		assertThat(this.node.asks()).isFalse();
		assertThat(this.node.effects(Effect.FollowLeader.class)).hasSize(2);
	}

	@Test
	void aHintWithoutTheRecordMakesANodeReadBeforeItTakes() {
		this.node.answer(Answer.read(this.node.record(OneNode.OTHER, 9, 10)));
		this.node.take(new Event.StoreChanged<>(null));
		this.node.pass(SECOND / 50);
		assertThat(this.node.asked()).isInstanceOf(Request.Read.class);
	}

	@Test
	void aHintWhileTheRecordIsReadMakesANodeReadAgain() {
		this.node.take(new Event.StoreChanged<>(this.node.free(10)));
		this.node.answer(Answer.read(this.node.record(OneNode.OTHER, 9, 10)));
		this.node.pass(SECOND / 50);
		assertThat(this.node.asked()).isInstanceOf(Request.Read.class);
		this.node.take(new Event.StoreChanged<>(this.node.record(OneNode.OTHER, 9, 10)));
		this.node.answer(Answer.read(this.node.record(OneNode.OTHER, 9, 10)));
		this.node.pass(SECOND / 50);
		assertThat(this.node.asks()).as("for a renewal").isFalse();
	}

	@Test
	void aRecordThatAHintCallsFreeAndTheStoreShowsHeldIsNotTaken() {
		this.node.answer(Answer.read(this.node.record(OneNode.OTHER, 9, 10)));
		LeaseRecord held = this.node.record(OneNode.OTHER, 9, 10);
		this.node.take(new Event.StoreChanged<>(
				new LeaseRecord(held.holder(), 9, 5, null, 10, OneNode.LEASE, true, null, 0, held.version())));
		this.node.pass(SECOND / 50);
		assertThat(this.node.asked()).isInstanceOf(Request.Take.class);
		this.node.answer(new Answer.NotDone());
		this.node.answer(Answer.read(held));
		this.node.effects();
		looksUntil(OneNode.LEASE / 2, held);
		assertThat(this.node.effects(Effect.AskStore.class)).allMatch((ask) -> ask.what() instanceof Request.Read);
	}

	@Test
	void hintsDoNotPutALookOff() {
		this.node.answer(Answer.read(this.node.record(OneNode.OTHER, 9, 10)));
		for (int i = 0; i < 20; i++) {
			this.node.take(new Event.StoreChanged<>(null));
			this.node.pass(SECOND / 1000);
		}
		assertThat(this.node.asked()).isInstanceOf(Request.Read.class);
	}

	@Test
	void aTakeThatIsRefusedIsNotTriedAgainByAReadThatShowsTheSame() {
		LeaseRecord free = this.node.free(10);
		this.node.answer(Answer.read(free));
		assertThat(this.node.asked()).isInstanceOf(Request.Take.class);
		this.node.answer(new Answer.NotDone());
		assertThat(this.node.asked()).isInstanceOf(Request.Read.class);
		this.node.answer(Answer.read(free));
		assertThat(this.node.asks()).isFalse();
		this.node.pass(2 * SECOND);
		this.node.answer(Answer.read(free));
		assertThat(this.node.asked()).as("at the next look").isInstanceOf(Request.Take.class);
	}

	@Test
	void aRenewalThatIsRefusedIsTriedAgainAfterAMomentByAReadThatShowsTheSame() {
		LeaseRecord own = this.node.lead();
		this.node.pass(2 * SECOND);
		this.node.answer(new Answer.NotDone());
		assertThat(this.node.asked()).isInstanceOf(Request.Read.class);
		this.node.answer(Answer.read(own));
		assertThat(this.node.asks()).isFalse();
		assertThat(this.node.effects(Effect.Revoke.class)).isEmpty();
		this.node.pass(3 * SECOND / 2);
		assertThat(this.node.asked()).isInstanceOfSatisfying(Request.Renew.class,
				(renew) -> assertThat(renew.version()).isEqualTo(own.version()));
	}

	@Test
	void aLeaderIsSupersededByAHigherTokenAndNotByALowerOne() {
		LeaseRecord own = this.node.lead();
		unknownRenewal();
		this.node.answer(Answer.read(this.node.record(OneNode.OTHER, 9, own.token() - 1)));
		assertThat(this.node.effects(Effect.Revoke.class)).isEmpty();
		unknownRenewal();
		this.node.answer(Answer.read(this.node.record(OneNode.OTHER, 9, own.token() + 1)));
		assertThat(this.node.effects(Effect.Revoke.class))
			.containsExactly(new Effect.Revoke<>(own.token(), RevocationReason.SUPERSEDED));
	}

	private void unknownRenewal() {
		this.node.pass(2 * SECOND);
		assertThat(this.node.asked()).isInstanceOf(Request.Renew.class);
		this.node.answer(new Answer.Unknown("no answer"));
		assertThat(this.node.asked()).isInstanceOf(Request.Read.class);
	}

	@Test
	void aLeaderWhoseRenewalIsRefusedReadsBeforeItStandsDown() {
		LeaseRecord own = this.node.lead();
		this.node.pass(2 * SECOND);
		this.node.answer(new Answer.NotDone());
		assertThat(this.node.effects(Effect.Revoke.class)).isEmpty();
		assertThat(this.node.asked()).isInstanceOf(Request.Read.class);
		this.node.answer(Answer.read(this.node.record(OneNode.OTHER, 9, own.token() - 1)));
		assertThat(this.node.effects(Effect.Revoke.class))
			.containsExactly(new Effect.Revoke<>(own.token(), RevocationReason.SUPERSEDED));
	}

	@Test
	void aLeaderWhoseRecordIsDeletedLeadsToTheEndOfItsLease() {
		LeaseRecord own = this.node.lead();
		this.node.pass(2 * SECOND);
		this.node.answer(new Answer.NotDone());
		this.node.answer(new Answer.Missing());
		assertThat(this.node.effects(Effect.Revoke.class)).isEmpty();
		this.node.pass(OneNode.LEASE);
		assertThat(this.node.effects(Effect.Revoke.class))
			.containsExactly(new Effect.Revoke<>(own.token(), RevocationReason.LEASE_EXPIRED));
	}

	@Test
	void whoStopsWhileItTakesGivesBackWhatItGets() {
		LeaseRecord free = this.node.free(10);
		this.node.answer(Answer.read(free));
		this.node.take(new Event.Stopping<>());
		assertThat(this.node.effects(Effect.Stopped.class)).isEmpty();
		LeaseRecord own = this.node.done(free);
		assertThat(this.node.asked()).isInstanceOf(Request.Release.class);
		this.node.done(own);
		assertThat(this.node.effects(Effect.Stopped.class)).hasSize(1);
		assertThat(this.node.effects(Effect.Grant.class)).isEmpty();
	}

	@Test
	void whoStopsWhileItReadsWhatBecameOfItsTakeGivesBackWhatItGot() {
		LeaseRecord own = takeWithoutAnswer();
		assertThat(this.node.asked()).isInstanceOf(Request.Read.class);
		this.node.take(new Event.Stopping<>());
		assertThat(this.node.effects(Effect.Stopped.class)).isEmpty();
		givesBack(own);
	}

	@Test
	void whoStopsBeforeItKnowsWhatBecameOfItsTakeReadsOnceMore() {
		LeaseRecord own = takeWithoutAnswer();
		this.node.answer(new Answer.Unknown("no answer"));
		assertThat(this.node.asks()).isFalse();
		this.node.take(new Event.Stopping<>());
		assertThat(this.node.asked()).isInstanceOf(Request.Read.class);
		givesBack(own);
	}

	private void givesBack(LeaseRecord own) {
		this.node.answer(Answer.read(own));
		assertThat(this.node.asked()).isInstanceOfSatisfying(Request.Release.class,
				(release) -> assertThat(release.version()).isEqualTo(own.version()));
		this.node.done(own);
		assertThat(this.node.effects(Effect.Stopped.class)).hasSize(1);
		assertThat(this.node.effects(Effect.Grant.class)).isEmpty();
	}

	@Test
	void whoStopsReadsNoMoreOnceNothingCanCountOfItsTake() {
		takeWithoutAnswer();
		this.node.answer(Answer.read(this.node.record(OneNode.OTHER, 9, 12)));
		this.node.standStill(OneNode.LEASE);
		this.node.take(new Event.Stopping<>());
		assertThat(this.node.effects(Effect.Stopped.class)).hasSize(1);
	}

	@Test
	void whoStopsRenewsOnWhileItsWorkLastsThoughARenewalIsLost() {
		LeaseRecord own = this.node.lead();
		this.node.take(new Event.Stopping<>());
		this.node.pass(2 * SECOND);
		assertThat(this.node.asked()).isInstanceOf(Request.Renew.class);
		this.node.answer(new Answer.Unknown("no answer"));
		assertThat(this.node.asked()).isInstanceOf(Request.Read.class);
		this.node.answer(Answer.read(own));
		assertThat(this.node.asked()).isInstanceOf(Request.Renew.class);
		this.node.done(own);
		this.node.pass(OneNode.LEASE - 2 * SECOND);
		assertThat(this.node.effects(Effect.Revoke.class)).isEmpty();
	}

	@Test
	void whoStopsHasStoppedWhenItsLeaseEndsBeforeItsWork() {
		LeaseRecord own = this.node.lead();
		this.node.take(new Event.Stopping<>());
		this.node.pass(2 * OneNode.LEASE);
		List<Effect<NoMessage>> effects = this.node.effects();
		assertThat(effects).containsOnlyOnce(new Effect.Revoke<>(own.token(), RevocationReason.LEASE_EXPIRED),
				new Effect.Stopped<>());
	}

	@Test
	void whoResignedLeavesTheRecordToOthersThoughItsReleaseIsLost() {
		LeaseRecord own = this.node.lead();
		this.node.take(new Event.ResignRequested<>(3));
		this.node.take(new Event.WorkDrained<>(own.token()));
		this.node.answer(new Answer.Unknown("no answer"));
		looksUntil(OneNode.LEASE - SECOND, own);
		assertThat(this.node.effects(Effect.AskStore.class)).noneMatch((ask) -> ask.what() instanceof Request.Take);
		looksUntil(3 * SECOND, own);
		assertThat(this.node.asked()).isInstanceOf(Request.Take.class);
	}

	@Test
	void aRecordThatWasSeenAndIsMissingIsNotNewWhateverIsAssumed() {
		this.node = new OneNode(true);
		this.node.answer(Answer.read(this.node.record(OneNode.OTHER, 9, 10)));
		this.node.pass(2 * SECOND);
		this.node.answer(new Answer.Missing());
		assertThat(this.node.asked()).isInstanceOfSatisfying(Request.Create.class,
				(create) -> assertThat(create.free()).isFalse());
	}

	@Test
	void anUnansweredReleaseIsGivenUp() {
		LeaseRecord own = this.node.lead();
		this.node.take(new Event.Stopping<>());
		this.node.take(new Event.WorkDrained<>(own.token()));
		assertThat(this.node.asked()).isInstanceOf(Request.Release.class);
		this.node.pass(2 * SECOND);
		assertThat(this.node.effects(Effect.Stopped.class)).hasSize(1);
	}

	@Test
	void aStoreThatIsAwayIsAskedInEachSecondRetryIntervalAndNotMoreOften() {
		this.node.answer(new Answer.Unknown("no answer"));
		for (int i = 0; i < 50; i++) {
			this.node.pass(2 * SECOND);
			assertThat(this.node.asks()).isTrue();
			long answered = this.node.nanos();
			this.node.answer(new Answer.Unknown("no answer"));
			assertThat(this.node.state().deadlines()[LeaseTimer.LOOK.ordinal()] - answered).isBetween(SECOND * 8 / 5,
					2 * SECOND);
		}
	}

}
