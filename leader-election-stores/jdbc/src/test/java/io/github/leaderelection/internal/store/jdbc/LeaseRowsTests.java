package io.github.leaderelection.internal.store.jdbc;

import io.github.leaderelection.NodeId;
import io.github.leaderelection.spi.LeaseStore.Key;
import io.github.leaderelection.spi.LeaseStore.Request;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link LeaseRows}.
 */
class LeaseRowsTests {

	private static Request take(String cluster, String group, String url) {
		return new Request.Take(new Key(cluster, group), "1-a", NodeId.of("a"), 1, 1, url, 1, 1, 1);
	}

	@Test
	void whatIsTooLongForItsColumnIsNamedWithItsLengthAndTheRemedy() {
		assertThat(LeaseRows.tooLong(take("c".repeat(255), "g".repeat(255), "u".repeat(2048)))).isNull();
		assertThat(LeaseRows.tooLong(take("c".repeat(256), "g", "u"))).contains("cluster has 256 characters",
				"keeps 255", "shorten 'ccc");
		assertThat(LeaseRows.tooLong(take("c", "g".repeat(300), "u"))).contains("group has 300 characters",
				"shorten 'ggg");
		assertThat(LeaseRows.tooLong(take("c", "g", "u".repeat(2049)))).contains("url of this node", "2049 characters",
				"keeps 2048", "shorten 'uuu");
	}

}
