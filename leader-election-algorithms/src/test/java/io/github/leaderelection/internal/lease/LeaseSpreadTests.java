package io.github.leaderelection.internal.lease;

import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import io.github.leaderelection.NodeId;
import io.github.leaderelection.internal.protocol.ElectionSettings;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Several groups: each has an order of its own, in which nodes run for a record.
 */
class LeaseSpreadTests {

	private static final int GROUPS = 60;

	private static final List<String> NODES = List.of("host-1:8080", "host-2:8080", "host-3:8080");

	@Test
	void afterAReleaseEachNodeIsTheFirstInAboutAThirdOfTheGroups() {
		isSpread((config) -> config.afterHintNanos(0));
	}

	@Test
	void atTheFirstStartEachNodeIsTheFirstInAboutAThirdOfTheGroups() {
		isSpread(LeaseConfig::afterOthersNanos);
	}

	private static void isSpread(ToLongFunction<LeaseConfig> delay) {
		Map<String, Long> first = IntStream.range(0, GROUPS)
			.mapToObj((group) -> NODES.stream()
				.min(Comparator.comparingLong((node) -> delay.applyAsLong(config("group-" + group, node))))
				.orElseThrow())
			.collect(Collectors.groupingBy(Function.identity(), Collectors.counting()));
		assertThat(first).containsOnlyKeys(NODES)
			.allSatisfy((node, groups) -> assertThat(groups).isBetween(GROUPS / 6L, GROUPS / 2L));
	}

	@Test
	void noDelayAfterAHintIsLongerThanTwentyMillisecondsAndSomeOfItIsDrawn() {
		LeaseConfig config = config("group", "node");
		List<Long> delays = Stream.iterate(1L, (entropy) -> entropy * 0x5851F42D4C957F2DL + 1)
			.limit(100)
			.map(config::afterHintNanos)
			.toList();
		assertThat(delays).allSatisfy((delay) -> assertThat(delay).isBetween(0L, 20_000_000L));
		assertThat(delays).doesNotHaveDuplicates();
	}

	private static LeaseConfig config(String group, String node) {
		NodeId id = NodeId.of(node);
		return new LeaseConfig(ElectionSettings.of("c", group, id, List.of(id)).build(), 1,
				new LeaseOptions(OneNode.SECOND, false, null));
	}

}
