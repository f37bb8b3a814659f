package io.github.leaderelection.simulator.lease;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;

import io.github.leaderelection.spi.LeaseRecord;
import io.github.leaderelection.spi.LeaseStore.Request;

/**
 * What breaks no promise and costs time or requests: who goes first, who waits, and how
 * often a store is asked.
 */
final class FairnessScenarios {

	private static final long SECOND = StoreStage.SECOND;

	private static final long MILLI = StoreStage.MILLI;

	private static final long LEASE = StoreStage.LEASE;

	private static final int HUNDRED = 100;

	private FairnessScenarios() {
	}

	static void addTo(Map<String, Consumer<StoreStage>> silent, Map<String, Consumer<StoreStage>> telling) {
		silent.put("a hundred wait, and nothing happens", FairnessScenarios::idle);
		telling.put("a hundred wait for a release", FairnessScenarios::release);
		telling.put("a transfer goes to its target at once", FairnessScenarios::transferAtOnce);
		silent.put("a transfer goes to its target", FairnessScenarios::transfer);
		silent.put("a transfer to one that is gone", FairnessScenarios::transferToNobody);
		silent.put("whoever resigned leaves the record to others", FairnessScenarios::coolDown);
		silent.put("whoever resigned and is alone leads again", FairnessScenarios::coolDownEnds);
		silent.put("whoever resigned leads again once another has led", FairnessScenarios::coolDownIsOver);
		telling.put("a transfer back goes at once", FairnessScenarios::transferBack);
		silent.put("a store is away for minutes", FairnessScenarios::outage);
		silent.put("a store is away for less than a lease", FairnessScenarios::shortOutage);
		silent.put("a look each minute", FairnessScenarios::seldomLooks);
		silent.put("a take that is confirmed late", FairnessScenarios::lateTake);
		silent.put("a leader is shown an older record", FairnessScenarios::staleRead);
		silent.put("an answer is lost", FairnessScenarios::lostAnswer);
		silent.put("a renewal arrives late, and the next one is refused", FairnessScenarios::refusedByTheOwnRenewal);
		telling.put("a release is told while the record is read", FairnessScenarios::toldWhileRead);
		telling.put("hints come one after the other", FairnessScenarios::manyHints);
		silent.put("work goes on for longer than a lease", FairnessScenarios::longWork);
		silent.put("a release is not answered", FairnessScenarios::unansweredRelease);
		silent.put("the answer to a renewal is lost before a release", FairnessScenarios::lostBeforeRelease);
		silent.put("one stops while it reads what became of its take", FairnessScenarios::stopsAfterTake);
		silent.put("one that may not lead", FairnessScenarios::ineligible);
	}

	static List<LeaseProcess> waiters(StoreStage stage, int count) {
		List<LeaseProcess> waiters = new ArrayList<>();
		for (int i = 0; i < count; i++) {
			waiters.add(stage.start("w" + i));
		}
		stage.pass(3 * SECOND);
		return waiters;
	}

	/** A read each second, a fifth more or less, and a renewal each two seconds. */
	private static void idle(StoreStage stage) {
		stage.lead("a");
		waiters(stage, HUNDRED);
		long before = stage.store.requests();
		stage.pass(60 * SECOND);
		long asked = stage.store.requests() - before;
		stage.expect(asked < 63 * HUNDRED, "a request each second of each waiter, not " + asked + " a minute");
	}

	private static void release(StoreStage stage) {
		LeaseProcess leader = stage.lead("a");
		waiters(stage, HUNDRED);
		long before = stage.store.takes();
		leader.stop();
		stage.until(stage::isLed, SECOND, "somebody follows at once");
		stage.pass(100 * MILLI);
		long takes = stage.store.takes() - before;
		stage.expect(takes <= HUNDRED / 5, "few try to take what one gets, not " + takes);
	}

	private static LeaseProcess transferred(StoreStage stage) {
		LeaseProcess leader = stage.lead("a");
		LeaseProcess target = waiters(stage, 5).get(3);
		leader.in(() -> leader.elector().transferTo(target.id()));
		stage.until(() -> !leader.leads(), SECOND, "it gives up");
		return target;
	}

	/** Whoever looks first once its span is over goes then. */
	private static void transfer(StoreStage stage) {
		LeaseProcess target = transferred(stage);
		long took = stage.until(stage::isLed, 2 * SECOND, "the next one leads");
		stage.expect(target.leads() || took > 500 * MILLI, "the target goes first");
	}

	private static void transferAtOnce(StoreStage stage) {
		LeaseProcess target = transferred(stage);
		long took = stage.until(stage::isLed, 2 * SECOND, "the next one leads");
		stage.expect(target.leads(), "the target leads");
		stage.expect(took < 15 * MILLI, "at once, not after " + took / MILLI + " ms");
	}

	private static void transferToNobody(StoreStage stage) {
		LeaseProcess leader = stage.lead("a");
		List<LeaseProcess> waiters = waiters(stage, 2);
		stage.crash(waiters.get(1));
		leader.in(() -> leader.elector().transferTo(waiters.get(1).id()));
		stage.until(() -> !leader.leads(), SECOND, "it gives up");
		stage.until(waiters.get(0)::leads, 3 * SECOND, "another leads soon");
	}

	private static void coolDown(StoreStage stage) {
		LeaseProcess leader = stage.lead("a");
		LeaseProcess other = stage.start("b");
		stage.pass(3 * SECOND);
		// the other one is slow to look
		other.requests((request) -> RequestFault.LOST);
		leader.in(() -> leader.elector().resign());
		stage.pass(4 * SECOND);
		stage.expect(!leader.leads(), "it leaves the record to others");
		other.requests((request) -> null);
		stage.until(other::leads, 4 * SECOND, "the other one leads");
	}

	private static void coolDownEnds(StoreStage stage) {
		LeaseProcess leader = stage.lead("a");
		leader.in(() -> leader.elector().resign());
		stage.until(() -> !leader.leads(), SECOND, "it gives up");
		stage.until(leader::leads, LEASE + 2 * SECOND, "it leads again after a lease");
	}

	private static void coolDownIsOver(StoreStage stage) {
		LeaseProcess first = stage.lead("a");
		LeaseProcess second = stage.start("b");
		stage.pass(3 * SECOND);
		first.in(() -> first.elector().resign());
		stage.until(second::leads, 2 * SECOND, "the other one leads");
		stage.pass(SECOND);
		second.stop();
		stage.until(first::leads, 2 * SECOND, "the first leads at its next look");
	}

	private static void transferBack(StoreStage stage) {
		LeaseProcess first = stage.lead("a");
		LeaseProcess second = stage.start("b");
		stage.pass(3 * SECOND);
		first.in(() -> first.elector().transferTo(second.id()));
		stage.until(second::leads, 2 * SECOND, "the target leads");
		stage.pass(3 * SECOND);
		second.in(() -> second.elector().transferTo(first.id()));
		stage.until(() -> !second.leads(), SECOND, "it gives up");
		long took = stage.until(first::leads, 2 * SECOND, "the first leads again");
		stage.expect(took < 15 * MILLI, "at once, not after " + took / MILLI + " ms");
	}

	private static void outage(StoreStage stage) {
		LeaseProcess leader = stage.lead("a");
		waiters(stage, 1);
		stage.store.away(300 * SECOND);
		long took = stage.until(() -> !leader.leads(), LEASE, "it leads to the end of its lease");
		stage.expect(took > LEASE / 2, "and not only for " + took / MILLI + " ms");
		long before = stage.store.requests();
		stage.pass(60 * SECOND);
		long asked = stage.store.requests() - before;
		stage.expect(asked < 2 * 20, "fewer requests while nobody answers, not " + asked + " a minute");
		stage.pass(300 * SECOND - 60 * SECOND - took);
		stage.until(stage::isLed, LEASE / 2, "somebody leads soon after it is back");
	}

	private static void shortOutage(StoreStage stage) {
		LeaseProcess leader = stage.lead("a");
		waiters(stage, 1);
		stage.store.away(LEASE / 2);
		stage.pass(6 * LEASE);
		stage.expect(leader.leads() && stage.grants() == 1, "it leads on");
	}

	private static void seldomLooks(StoreStage stage) {
		stage.looking(60 * SECOND);
		LeaseProcess leader = stage.lead("a");
		waiters(stage, 1);
		stage.pass(LEASE);
		leader.stop();
		stage.until(stage::isLed, LEASE / 2, "a look comes after a third of the lease at most");
	}

	private static void lateTake(StoreStage stage) {
		LeaseProcess former = stage.lead("x");
		LeaseProcess taker = stage.start("a");
		stage.pass(3 * SECOND);
		boolean[] stood = new boolean[1];
		taker.requests((request) -> {
			if (request instanceof Request.Take && !stood[0]) {
				stood[0] = true;
				taker.pause(7800 * MILLI);
			}
			return null;
		});
		former.stop();
		stage.until(taker::leads, 2 * LEASE, "it leads once it runs again");
		stage.pass(3 * LEASE);
		stage.expect(taker.leads() && stage.grants() == 2, "and goes on to lead");
	}

	private static void staleRead(StoreStage stage) {
		LeaseProcess former = stage.lead("x");
		LeaseProcess leader = stage.start("a");
		stage.pass(3 * SECOND);
		LeaseRecord old = Objects.requireNonNull(stage.store.record());
		former.stop();
		stage.until(leader::leads, LEASE, "a leads");
		int[] renewals = new int[1];
		leader.requests((request) -> {
			if (request instanceof Request.Renew) {
				renewals[0]++;
				return (renewals[0] % 3 == 0) ? RequestFault.LOST : null;
			}
			return (request instanceof Request.Read) ? RequestFault.stale(old) : null;
		});
		stage.pass(6 * LEASE);
		stage.expect(leader.leads() && stage.grants() == 2, "what was before costs it nothing");
	}

	private static void lostAnswer(StoreStage stage) {
		LeaseProcess leader = stage.lead("a");
		int[] renewals = new int[1];
		leader.requests((request) -> (request instanceof Request.Renew && renewals[0]++ % 2 == 0)
				? RequestFault.UNANSWERED : null);
		stage.pass(6 * LEASE);
		stage.expect(leader.leads() && stage.grants() == 1, "it leads on");
	}

	/** The effect of the first, whose answer was given up, is what the second meets. */
	private static void refusedByTheOwnRenewal(StoreStage stage) {
		LeaseProcess leader = stage.lead("a");
		int[] renewals = new int[1];
		leader.requests((request) -> {
			if (!(request instanceof Request.Renew)) {
				return null;
			}
			renewals[0]++;
			return switch (renewals[0] % 4) {
				case 1 -> new RequestFault(1650 * MILLI, -1, null);
				case 2 -> new RequestFault(80 * MILLI, MILLI, null);
				default -> null;
			};
		});
		stage.pass(6 * LEASE);
		stage.expect(renewals[0] > 8 && leader.leads() && stage.grants() == 1, "it leads on");
	}

	private static void toldWhileRead(StoreStage stage) {
		LeaseProcess leader = stage.lead("a");
		LeaseProcess next = stage.start("b");
		stage.pass(3 * SECOND);
		boolean[] reads = new boolean[1];
		next.requests((request) -> {
			reads[0] |= request instanceof Request.Read;
			return (request instanceof Request.Read) ? new RequestFault(MILLI / 10, 20 * MILLI, null) : null;
		});
		stage.expect(stage.passUntil(() -> reads[0], LEASE + SECOND), "it reads");
		stage.pass(MILLI);
		leader.in(() -> leader.elector().resign());
		stage.until(() -> !leader.leads(), SECOND, "it gives up");
		long took = stage.until(next::leads, 2 * SECOND, "the other one leads");
		stage.expect(took < 80 * MILLI, "before its next look, not after " + took / MILLI + " ms");
	}

	private static void manyHints(StoreStage stage) {
		stage.lead("a");
		LeaseProcess next = stage.start("b");
		stage.pass(3 * SECOND);
		int[] reads = new int[1];
		next.requests((request) -> {
			reads[0]++;
			return null;
		});
		stage.until(() -> reads[0] > 0, LEASE + SECOND, "it reads");
		stage.pass(10 * MILLI);
		int before = reads[0];
		for (int hint = 0; hint < 20; hint++) {
			stage.store.hint(null);
			stage.pass(3 * MILLI);
		}
		stage.expect(reads[0] > before, "hints put no look off");
	}

	private static void longWork(StoreStage stage) {
		LeaseProcess leader = stage.lead("a");
		LeaseProcess next = stage.start("b");
		stage.pass(SECOND);
		leader.in(() -> {
			leader.work(2 * LEASE);
			leader.elector().resign();
		});
		stage.pass(2 * LEASE - SECOND);
		stage.expect(leader.leads(), "it leads until its work has ended");
		stage.until(next::leads, 4 * SECOND, "and then another");
	}

	private static void unansweredRelease(StoreStage stage) {
		LeaseProcess leader = stage.lead("a");
		leader.requests((request) -> (request instanceof Request.Release) ? RequestFault.LOST : null);
		leader.stop();
		stage.until(() -> !leader.isUp(), 3 * SECOND, "it stops although its release is not answered");
	}

	private static void lostBeforeRelease(StoreStage stage) {
		LeaseProcess leader = stage.lead("a");
		LeaseProcess next = stage.start("b");
		stage.pass(3 * SECOND);
		boolean reads = looksFor(stage, leader, Request.Renew.class);
		stage.expect(reads, "it reads what became of its renewal");
		leader.in(() -> leader.elector().resign());
		stage.until(next::leads, 2 * SECOND, "the other one leads at its next look");
	}

	private static void stopsAfterTake(StoreStage stage) {
		LeaseProcess former = stage.lead("x");
		LeaseProcess taker = stage.start("a");
		stage.pass(3 * SECOND);
		former.stop();
		stage.expect(looksFor(stage, taker, Request.Take.class), "it reads what became of its take");
		LeaseProcess next = stage.start("b");
		taker.stop();
		stage.until(next::leads, 3 * SECOND, "the next one leads at its next look");
	}

	/** From its next write of a kind on, which has no answer, until it reads. */
	private static boolean looksFor(StoreStage stage, LeaseProcess process, Class<? extends Request> kind) {
		boolean[] written = new boolean[1];
		boolean[] reads = new boolean[1];
		process.requests((request) -> {
			if (!written[0] && kind.isInstance(request)) {
				written[0] = true;
				return RequestFault.UNANSWERED;
			}
			reads[0] |= written[0] && request instanceof Request.Read;
			return null;
		});
		return stage.passUntil(() -> reads[0], LEASE);
	}

	private static void ineligible(StoreStage stage) {
		LeaseProcess leader = stage.lead("a");
		LeaseProcess paused = stage.start("b");
		paused.in(() -> paused.elector().eligibility().pause());
		LeaseProcess other = stage.start("c");
		stage.pass(3 * SECOND);
		other.requests((request) -> RequestFault.LOST);
		leader.stop();
		stage.pass(2 * LEASE);
		stage.expect(!paused.leads(), "it may not lead");
		paused.in(() -> paused.elector().eligibility().resume());
		stage.until(paused::leads, 2 * SECOND, "it may again");
	}

}
