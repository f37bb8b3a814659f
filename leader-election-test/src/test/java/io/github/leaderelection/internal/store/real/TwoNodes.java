package io.github.leaderelection.internal.store.real;

import java.time.Duration;
import java.util.function.BooleanSupplier;

import io.github.leaderelection.spi.LeaseStore;
import org.awaitility.Awaitility;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Two nodes that lead by a lease in one store, in real time.
 */
public final class TwoNodes {

	private TwoNodes() {
	}

	/** One stops, the other leads; that one vanishes, and the first leads again. */
	public static void leadInTurn(LeaseStore ofA, LeaseStore ofB, Duration lease) {
		try (LeasingNode a = new LeasingNode("a", ofA, lease)) {
			await(a::leads);
			try (LeasingNode b = new LeasingNode("b", ofB, lease)) {
				a.stop();
				awaitOnlyOne(a, b, b::leads);
				await(a::isStopped);
				assertThat(b.token()).isGreaterThan(a.token());
				b.vanish();
				try (LeasingNode again = new LeasingNode("a", ofA, lease)) {
					awaitOnlyOne(again, b, again::leads);
					assertThat(again.token()).isGreaterThan(b.token());
				}
			}
		}
	}

	/** Until then the two never lead at once. */
	public static void awaitOnlyOne(LeasingNode one, LeasingNode other, BooleanSupplier condition) {
		await(() -> {
			boolean leads = one.leads();
			assertThat(leads && other.leads() && one.leads()).as("both lead").isFalse();
			return condition.getAsBoolean();
		});
	}

	public static void await(BooleanSupplier condition) {
		Awaitility.await()
			.atMost(Duration.ofSeconds(60))
			.pollInterval(Duration.ofMillis(2))
			.pollInSameThread()
			.until(condition::getAsBoolean);
	}

}
