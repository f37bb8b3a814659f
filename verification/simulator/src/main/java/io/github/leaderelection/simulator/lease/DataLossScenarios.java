package io.github.leaderelection.simulator.lease;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;

import io.github.leaderelection.spi.LeaseRecord;
import io.github.leaderelection.spi.LeaseStore.Request;

/**
 * What happens where a store does not keep what it acknowledged, or its clock lags.
 */
final class DataLossScenarios {

	private static final long HOUR_MILLIS = 3_600_000;

	private DataLossScenarios() {
	}

	static void addTo(Map<String, Consumer<StoreStage>> scenarios) {
		scenarios.put("a fail-over loses exactly a take", DataLossScenarios::aTakeIsLost);
		scenarios.put("a fail-over loses exactly a take, and the store's clock is behind",
				DataLossScenarios::aTakeIsLostByALaggingStore);
		scenarios.put("a copy that shows free is put back", DataLossScenarios::aFreeCopy);
		scenarios.put("a copy that shows free is put back, and its reader has seen a later token",
				DataLossScenarios::aFreeCopyWithALowerToken);
		scenarios.put("a copy that shows its reader as the holder is put back", DataLossScenarios::aCopyOfTheOwn);
		scenarios.put("a copy that shows its reader as the holder is put back, and the leader is cut off",
				DataLossScenarios::aCopyOfTheOwnBesideALeader);
		scenarios.put("a copy of a take whose answer was lost is put back", DataLossScenarios::aCopyOfAnOpenTake);
		scenarios.put("a take is lost, and done again", DataLossScenarios::aTakeIsDoneAgain);
		scenarios.put("the store's clock is behind", DataLossScenarios::theClockIsBehind);
		scenarios.put("the record is deleted while the store's clock is behind",
				DataLossScenarios::deletedWhileTheClockIsBehind);
		scenarios.put("the record is deleted, and a newcomer has a shorter lease", DataLossScenarios::shorterLease);
		scenarios.put("the record is deleted, and a newcomer that has a shorter lease knows the longer one",
				DataLossScenarios::shorterLeaseThatKnowsTheLonger);
	}

	private static void cut(LeaseProcess process) {
		process.requests((request) -> RequestFault.LOST);
	}

	private static void join(LeaseProcess process) {
		process.requests((request) -> null);
	}

	private static LeaseRecord present(StoreStage stage) {
		return Objects.requireNonNull(stage.store.record());
	}

	/** One leads after another. */
	private static LeaseProcess follower(StoreStage stage) {
		LeaseProcess former = stage.lead("a");
		LeaseProcess next = stage.start("b");
		stage.pass(2 * StoreStage.SECOND);
		former.stop();
		stage.until(next::leads, StoreStage.LEASE, "b follows at once");
		return next;
	}

	/** What the record was when it was free last. */
	private static int writesSinceFree(StoreStage stage) {
		int writes = 1;
		while (!Objects.requireNonNull(stage.store.earlier(writes)).free()) {
			writes++;
		}
		return writes;
	}

	/** Two lead, for less than a lease, under tokens of which the newer is the higher. */
	private static void twoLeadForALease(StoreStage stage, LeaseProcess older) {
		long lost = stage.now();
		long token = older.token();
		LeaseProcess newer = stage.start("c");
		stage.until(newer::leads, StoreStage.SECOND, "the store lets another take the record");
		stage.expect(older.leads() && stage.leaders() == 2, "the older one does not know yet");
		stage.expect(newer.token() > token, "the fencing token refuses the older one");
		stage.until(() -> !older.leads(), StoreStage.LEASE - (stage.now() - lost), "it leads for a lease at most");
		stage.pass(3 * StoreStage.LEASE);
		stage.expect(newer.leads() && stage.leaders() == 1, "one leads on");
	}

	private static void aTakeIsLost(StoreStage stage) {
		LeaseProcess next = follower(stage);
		stage.store.lose(1);
		stage.expect(present(stage).free(), "exactly the take is lost");
		twoLeadForALease(stage, next);
	}

	/** The one promise on tokens that rests on the store's clock. */
	private static void aTakeIsLostByALaggingStore(StoreStage stage) {
		stage.tolerateTokens();
		stage.store.stepClock(HOUR_MILLIS);
		LeaseProcess former = stage.lead("a");
		stage.store.stepClock(-HOUR_MILLIS);
		LeaseProcess next = stage.start("b");
		stage.pass(2 * StoreStage.SECOND);
		former.stop();
		stage.until(next::leads, StoreStage.LEASE, "b follows at once");
		stage.store.lose(1);
		LeaseProcess newer = stage.start("c");
		stage.until(newer::leads, StoreStage.SECOND, "the store lets another take the record");
		stage.expect(next.leads() && next.token() == newer.token(), "two lead under one token");
	}

	private static void aFreeCopy(StoreStage stage) {
		LeaseProcess next = follower(stage);
		stage.pass(StoreStage.LEASE);
		int writes = writesSinceFree(stage);
		stage.expect(writes > 2, "it was renewed since");
		stage.store.lose(writes);
		twoLeadForALease(stage, next);
	}

	private static void aFreeCopyWithALowerToken(StoreStage stage) {
		LeaseProcess next = follower(stage);
		LeaseProcess reader = stage.start("c");
		stage.pass(2 * StoreStage.SECOND);
		cut(next);
		stage.store.lose(writesSinceFree(stage));
		stage.until(reader::leads, 3 * StoreStage.LEASE, "somebody leads in the end");
		stage.expect(stage.mostLeaders() == 1, "nobody leads beside the one that was seen");
	}

	private static void aCopyOfTheOwn(StoreStage stage) {
		LeaseProcess former = stage.lead("a");
		LeaseProcess next = putBackACopyOfTheOwn(stage, former);
		join(former);
		stage.until(() -> !next.leads(), 3 * StoreStage.SECOND, "b is refused, and stands down");
		stage.until(stage::isLed, 3 * StoreStage.LEASE, "somebody leads in the end");
		stage.expect(stage.mostLeaders() == 1, "nobody leads beside the one whose take is lost");
	}

	private static void aCopyOfTheOwnBesideALeader(StoreStage stage) {
		LeaseProcess former = stage.lead("a");
		LeaseProcess next = putBackACopyOfTheOwn(stage, former);
		cut(next);
		join(former);
		stage.until(() -> !next.leads(), StoreStage.LEASE, "the lease of b ends");
		stage.until(former::leads, 3 * StoreStage.LEASE, "a leads in the end");
		stage.expect(stage.mostLeaders() == 1, "nobody leads beside the one whose take is lost");
	}

	/** The former leader is cut off, and what showed it as the holder is put back. */
	private static LeaseProcess putBackACopyOfTheOwn(StoreStage stage, LeaseProcess former) {
		stage.pass(4 * StoreStage.SECOND);
		String copy = present(stage).version();
		stage.pass(4 * StoreStage.SECOND);
		cut(former);
		LeaseProcess next = stage.start("b");
		stage.until(next::leads, 3 * StoreStage.LEASE, "b takes over");
		stage.store.lose(stage.store.writesSince(copy));
		return next;
	}

	private static void aCopyOfAnOpenTake(StoreStage stage) {
		LeaseProcess former = stage.lead("x");
		LeaseProcess taker = stage.start("a");
		stage.pass(2 * StoreStage.SECOND);
		// its take is done, and it hears no more
		taker.requests((request) -> (request instanceof Request.Take) ? RequestFault.UNANSWERED
				: "a".equals(holder(stage)) ? RequestFault.LOST : null);
		former.stop();
		stage.until(() -> "a".equals(holder(stage)), StoreStage.LEASE, "a takes the record");
		String copy = present(stage).version();
		LeaseProcess next = stage.start("b");
		stage.until(next::leads, 3 * StoreStage.LEASE, "b takes over");
		stage.store.lose(stage.store.writesSince(copy));
		join(taker);
		stage.until(() -> !next.leads(), StoreStage.LEASE, "b has lost its record");
		stage.until(stage::isLed, 3 * StoreStage.LEASE, "somebody leads in the end");
		stage.expect(stage.mostLeaders() == 1, "nobody leads beside the one whose take is lost");
	}

	/** A request that was doubled arrives again after a fail-over. */
	private static void aTakeIsDoneAgain(StoreStage stage) {
		LeaseProcess former = stage.lead("x");
		LeaseProcess leader = stage.start("a");
		stage.pass(2 * StoreStage.SECOND);
		List<Request> takes = new ArrayList<>();
		leader.requests((request) -> {
			if (request instanceof Request.Take) {
				takes.add(request);
			}
			return null;
		});
		former.stop();
		stage.until(leader::leads, StoreStage.LEASE, "a follows");
		long token = leader.token();
		stage.store.lose(1);
		stage.pass(StoreStage.SECOND);
		leader.repeat(takes.get(0));
		stage.expect(present(stage).token() > token, "the same take has another token");
		stage.until(() -> !leader.leads(), StoreStage.LEASE, "what it was granted is over");
		stage.until(stage::isLed, 2 * StoreStage.LEASE, "somebody leads in the end");
	}

	private static String holder(StoreStage stage) {
		LeaseRecord record = stage.store.record();
		return (record != null) ? String.valueOf(record.holder()) : "";
	}

	private static void theClockIsBehind(StoreStage stage) {
		LeaseProcess first = stage.lead("a");
		stage.store.stepClock(-HOUR_MILLIS);
		LeaseProcess second = stage.start("b");
		stage.pass(StoreStage.SECOND);
		first.stop();
		stage.until(second::leads, StoreStage.LEASE, "b follows");
		LeaseProcess third = stage.start("c");
		stage.pass(StoreStage.SECOND);
		stage.crash(second);
		stage.until(third::leads, 3 * StoreStage.LEASE, "c follows");
		stage.expect(stage.grants() == 3, "each is granted once, under a token that rises");
	}

	private static void deletedWhileTheClockIsBehind(StoreStage stage) {
		LeaseProcess first = stage.lead("a");
		LeaseProcess second = stage.start("b");
		stage.pass(StoreStage.SECOND);
		stage.store.stepClock(-HOUR_MILLIS);
		stage.store.delete();
		stage.crash(first);
		stage.until(second::leads, 3 * StoreStage.LEASE, "whoever saw the token goes on from it");
	}

	private static void shorterLease(StoreStage stage) {
		LeaseProcess longer = stage.lead("a");
		stage.pass(1900 * StoreStage.MILLI);
		stage.store.delete();
		cut(longer);
		stage.store.lost();
		LeaseProcess shorter = stage.start("b", 5 * StoreStage.SECOND);
		stage.until(shorter::leads, 6 * StoreStage.SECOND, "it knows no longer lease than its own");
		stage.expect(longer.leads(), "the longer lease has not ended");
		stage.until(() -> !longer.leads(), StoreStage.LEASE, "it leads for a lease at most");
		stage.expect(stage.grants() == 2, "and the newer one has the higher token");
	}

	private static void shorterLeaseThatKnowsTheLonger(StoreStage stage) {
		LeaseProcess longer = stage.lead("a");
		LeaseProcess shorter = stage.start("b", 5 * StoreStage.SECOND);
		stage.pass(1900 * StoreStage.MILLI);
		cut(shorter);
		stage.store.delete();
		cut(longer);
		LeaseProcess other = stage.start("c", 5 * StoreStage.SECOND);
		stage.until(() -> stage.store.record() != null, StoreStage.SECOND, "c makes the record");
		cut(other);
		join(shorter);
		stage.until(shorter::leads, 3 * StoreStage.LEASE, "b takes it");
		stage.expect(stage.mostLeaders() == 1, "not before the longer lease has ended");
	}

}
