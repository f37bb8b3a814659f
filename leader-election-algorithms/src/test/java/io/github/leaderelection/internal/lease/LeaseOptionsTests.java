package io.github.leaderelection.internal.lease;

import java.util.List;
import java.util.Map;

import io.github.leaderelection.NodeId;
import io.github.leaderelection.internal.protocol.AlgorithmOptions;
import io.github.leaderelection.internal.protocol.ElectionSettings;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class LeaseOptionsTests {

	/** A third of the lease counts at most. */
	@Test
	void aRetryIntervalOfManyYearsIsALongOne() {
		NodeId self = NodeId.of("a");
		ElectionSettings huge = ElectionSettings.of("cluster", "group", self, List.of(self))
			.options(AlgorithmOptions.of("lease", Map.of("retry-interval", "PT9223372036854775807S")))
			.build();
		assertThat(LeaseOptions.of(huge).retryNanos()).isEqualTo(huge.leaseNanos());
	}

}
