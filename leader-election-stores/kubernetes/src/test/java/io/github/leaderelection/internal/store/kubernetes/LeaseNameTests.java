package io.github.leaderelection.internal.store.kubernetes;

import java.util.HashSet;
import java.util.List;
import java.util.Set;

import io.github.leaderelection.spi.LeaseStore.Key;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link LeaseName}.
 */
class LeaseNameTests {

	private static final String LEGAL = "[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*";

	@Test
	void legalNamesStayAsTheyAre() {
		assertThat(LeaseName.of("leader-election", new Key("orders", "nightly-report")))
			.isEqualTo("leader-election.orders.nightly-report");
		assertThat(LeaseName.label("orders")).isEqualTo("orders");
	}

	@Test
	void noTwoNamesMeet() {
		List<String> odd = List.of("a", "A", "a.b", "b", "a-b", "-", "a-", "-a", "a b", "\u00e4", "\u4e8b", "a/b", "x",
				"a".repeat(63), "a".repeat(64), "a".repeat(300), "1:a", "a.a", "_");
		Set<String> names = new HashSet<>();
		for (String prefix : List.of("p", "a", "x")) {
			for (String cluster : odd) {
				for (String group : odd) {
					String name = LeaseName.of(prefix, new Key(cluster, group));
					assertThat(name).matches(LEGAL).hasSizeLessThanOrEqualTo(253);
					assertThat(names.add(name)).as("%s of %s, %s, %s", name, prefix, cluster, group).isTrue();
				}
			}
		}
		assertThat(odd.stream().map(LeaseName::label)).doesNotHaveDuplicates()
			.allMatch((label) -> label.length() <= 63);
	}

}
