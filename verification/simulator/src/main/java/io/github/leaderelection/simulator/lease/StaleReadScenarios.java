package io.github.leaderelection.simulator.lease;

import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;

import io.github.leaderelection.spi.LeaseRecord;
import io.github.leaderelection.spi.LeaseStore.Request;

/**
 * What reads that are slow, or show what was, do to those who read.
 */
final class StaleReadScenarios {

	private static final long SECOND = StoreStage.SECOND;

	private static final long MILLI = StoreStage.MILLI;

	private static final long LEASE = StoreStage.LEASE;

	private StaleReadScenarios() {
	}

	static void addTo(Map<String, Consumer<StoreStage>> silent) {
		silent.put("reads show for seconds what was released and taken since", StaleReadScenarios::replicaBehind);
		silent.put("reads show a leader for seconds what it cannot renew", StaleReadScenarios::leaderAtAReplicaBehind);
		silent.put("a slow read shows a renewal that came after it was sent", StaleReadScenarios::slowRead);
	}

	/** As of a replica that reads are sent to, and writes are not. */
	private static void replicaBehind(StoreStage stage) {
		LeaseProcess former = stage.lead("x");
		LeaseProcess taker = stage.start("a");
		LeaseProcess waiter = stage.start("w");
		stage.pass(3 * SECOND);
		waiter.requests((request) -> RequestFault.LOST);
		former.stop();
		stage.until(taker::leads, 2 * SECOND, "a leads");
		LeaseRecord released = Objects.requireNonNull(stage.store.earlier(1));
		stage.expect(released.free(), "it took what was released");
		waiter.requests((request) -> (request instanceof Request.Read) ? RequestFault.stale(released) : null);
		stage.pass(3 * SECOND);
		long before = stage.store.requests();
		stage.pass(3 * SECOND);
		long asked = stage.store.requests() - before;
		stage.expect(asked <= 4 + 3 * 4, "no take after the other, not " + asked + " requests in 3 s");
	}

	private static void leaderAtAReplicaBehind(StoreStage stage) {
		LeaseProcess leader = stage.lead("a");
		LeaseRecord[] before = new LeaseRecord[1];
		LeaseProcess other = stage.start("b");
		stage.pass(3 * SECOND);
		before[0] = Objects.requireNonNull(stage.store.record());
		leader.pause(LEASE * 7 / 10);
		other.requests((request) -> RequestFault.LOST);
		leader.requests(
				(request) -> (request instanceof Request.Read) ? RequestFault.stale(before[0]) : RequestFault.REFUSED);
		stage.pass(LEASE * 7 / 10);
		long asked = stage.store.requests();
		stage.until(() -> !leader.leads(), LEASE / 2, "it leads to its end");
		asked = stage.store.requests() - asked;
		stage.expect(asked <= 12, "no renewal after the other, not " + asked + " requests");
	}

	/** The renewal after the sending of the read is the last one that succeeds. */
	private static void slowRead(StoreStage stage) {
		LeaseProcess leader = stage.lead("a");
		LeaseProcess waiter = stage.start("w");
		long[] renewed = { stage.now() };
		boolean[] sent = new boolean[1];
		int[] renewals = new int[1];
		leader.requests((request) -> {
			renewed[0] = stage.now();
			renewals[0] += sent[0] ? 1 : 0;
			return (renewals[0] > 1) ? RequestFault.LOST : null;
		});
		waiter.requests((request) -> {
			long since = stage.now() - renewed[0];
			if (sent[0] || since < 700 * MILLI || since > 950 * MILLI) {
				return null;
			}
			sent[0] = true;
			return new RequestFault(1500 * MILLI, MILLI, null);
		});
		stage.expect(stage.passUntil(() -> renewals[0] > 1, 40 * LEASE), "a read was slow");
		stage.until(waiter::leads, 2 * LEASE, "the other one leads after a lease");
	}

}
