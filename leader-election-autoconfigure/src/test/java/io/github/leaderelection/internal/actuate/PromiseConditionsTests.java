package io.github.leaderelection.internal.actuate;

import io.github.leaderelection.Promise;
import io.github.leaderelection.internal.transport.spi.CrashDetector;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class PromiseConditionsTests {

	@Test
	void electionAmongPeersHasThoseOfCrashDetectionAlone() {
		assertThat(PromiseConditions.of(false, false)).isEmpty();
		assertThat(PromiseConditions.of(false, true)).containsOnlyKeys(Promise.S2)
			.containsEntry(Promise.S2, CrashDetector.CONDITIONS);
	}

	@Test
	void leaseHasThoseOfItsStoreForEachPromise() {
		assertThat(PromiseConditions.of(true, false)).containsOnlyKeys(Promise.S1, Promise.S2, Promise.S3, Promise.L1,
				Promise.L2);
		assertThat(PromiseConditions.of(true, true).get(Promise.S2))
			.containsExactly("The store keeps what it acknowledged");
	}

}
