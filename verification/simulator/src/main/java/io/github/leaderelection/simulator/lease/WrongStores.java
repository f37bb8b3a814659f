package io.github.leaderelection.simulator.lease;

import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;

import io.github.leaderelection.NodeId;
import io.github.leaderelection.spi.LeaseRecord;
import io.github.leaderelection.spi.LeaseStore.Request;
import org.jspecify.annotations.Nullable;

/**
 * What happens where a store fails what is written, or shows what no election writes.
 */
final class WrongStores {

	private static final long DAY_MILLIS = 86_400_000;

	private WrongStores() {
	}

	static void addTo(Map<String, Consumer<StoreStage>> scenarios) {
		scenarios.put("writes fail at once for minutes, and reads are answered", WrongStores::writesFail);
		scenarios.put("a record beyond all bounds is written over the lease", WrongStores::beyondBounds);
		scenarios.put("a minimum term after all clocks went back", WrongStores::minimumTerm);
		scenarios.put("a copy with a shorter lease is put back, and its reader knows the longer one",
				WrongStores::shorterCopy);
	}

	private static void writesFail(StoreStage stage) {
		LeaseProcess one = stage.lead("a");
		LeaseProcess other = stage.start("b");
		one.requests(WrongStores::failedWrite);
		other.requests(WrongStores::failedWrite);
		stage.until(() -> !stage.isLed(), StoreStage.LEASE, "the lease ends");
		stage.pass(StoreStage.LEASE);
		long before = stage.store.requests();
		long minutes = 10;
		stage.pass(minutes * 60 * StoreStage.SECOND);
		long asked = stage.store.requests() - before;
		stage.expect(asked <= minutes * 60 * StoreStage.SECOND / StoreStage.RETRY * 4,
				"two ask four times a retry interval at most, not " + asked + " times");
		one.requests((request) -> null);
		stage.until(stage::isLed, 2 * StoreStage.LEASE, "one leads again");
	}

	private static @Nullable RequestFault failedWrite(Request request) {
		return (request instanceof Request.Read) ? null : RequestFault.FAILED;
	}

	private static void beyondBounds(StoreStage stage) {
		LeaseProcess leader = stage.lead("a");
		stage.start("b");
		stage.pass(2 * StoreStage.SECOND);
		long token = leader.token();
		stage.store.put(new LeaseRecord(NodeId.of("x"), 1, 1, null, Long.MAX_VALUE, Long.MAX_VALUE, false, null, 0,
				"somebody's"));
		stage.until(() -> !leader.leads(), StoreStage.LEASE, "what it was granted is over");
		stage.until(stage::isLed, 2 * StoreStage.LEASE, "one leads after a lease");
		LeaseRecord record = stage.store.record();
		stage.expect(record != null && record.isLegal() && record.token() > token, "the record is right again");
		stage.expect(stage.mostLeaders() == 1, "one leads at a time");
	}

	private static void minimumTerm(StoreStage stage) {
		long former = stage.lead("a").token() + DAY_MILLIS;
		LeaseProcess later = stage.minimumTerm(former).start("b");
		stage.pass(StoreStage.SECOND);
		stage.crashAll();
		LeaseProcess next = stage.start("c");
		stage.until(next::leads, 3 * StoreStage.LEASE, "one that starts later leads");
		stage.expect(!later.isUp() && next.token() > former, "its token is above the minimum");
	}

	/** The one that leads has the longer lease; the former one had the shorter. */
	private static void shorterCopy(StoreStage stage) {
		LeaseProcess former = stage.start("a", StoreStage.LEASE / 2);
		stage.until(former::leads, 3 * StoreStage.LEASE, "a leads");
		LeaseProcess longer = stage.start("b");
		LeaseProcess reader = stage.start("c", StoreStage.LEASE / 2);
		reader.in(() -> reader.elector().eligibility().pause());
		stage.pass(StoreStage.SECOND);
		String copy = Objects.requireNonNull(stage.store.record()).version();
		stage.crash(former);
		stage.until(longer::leads, 3 * StoreStage.LEASE, "b follows");
		stage.pass(3 * StoreStage.SECOND);
		longer.requests((request) -> RequestFault.LOST);
		stage.store.lose(stage.store.writesSince(copy));
		reader.in(() -> reader.elector().eligibility().resume());
		stage.until(reader::leads, 3 * StoreStage.LEASE, "c follows");
		stage.expect(stage.mostLeaders() == 1, "not before the longer lease has ended");
	}

}
