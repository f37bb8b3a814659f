package io.github.leaderelection.internal.assignment.protocol;

import java.util.List;
import java.util.stream.IntStream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

/**
 * Tests for {@link Partition} and {@link PartitionList}.
 */
class PartitionTests {

	@Test
	void countedPartitionsHaveTheirPlaceAndOrder() {
		List<Partition> all = Partition.names(12).stream().map((name) -> new Partition("orders", 12, name)).toList();
		assertThat(all).extracting(Partition::index).isEqualTo(IntStream.range(0, 12).boxed().toList());
		assertThat(all).isSorted();
		assertThat(all.get(7)).hasToString("orders/p7");
	}

	@Test
	void namedPartitionsHaveNoPlace() {
		assertThat(new Partition("tenants", 0, "p7").index()).isEqualTo(-1);
		assertThat(new Partition("tenants", 0, "b")).isGreaterThan(new Partition("tenants", 0, "a"))
			.isGreaterThan(new Partition("tenants", 0, "ab"))
			.isLessThan(new Partition("tenants", 1, "p0"))
			.isLessThan(new Partition("visits", 0, "a"));
	}

	@ParameterizedTest
	@ValueSource(strings = { "p", "p8", "p08", "p00", "p-1", "q1", "1", "px", "p1x", "p99999999999", "P1" })
	void whatIsNotOfTheDivisionIsRefused(String name) {
		assertThatIllegalArgumentException().isThrownBy(() -> new Partition("orders", 8, name))
			.withMessageContaining("use p0, p1, and so on");
	}

	@ParameterizedTest
	@ValueSource(strings = { "", " ", "a b", "=1", "a\tb", "a\nb", "\u007f", "\u2003" })
	void namesThatSeparateOthersAreRefused(String name) {
		assertThatIllegalArgumentException().isThrownBy(() -> new Partition("tenants", 0, name));
		assertThatIllegalArgumentException().isThrownBy(() -> new Partition(name, 0, "a"));
		assertThatIllegalArgumentException().isThrownBy(() -> PartitionList.named(List.of(name)));
	}

	@Test
	void namesHaveALongest() {
		String longest = "n".repeat(Partition.LONGEST_NAME);
		assertThat(new Partition(longest, 0, longest).name()).isEqualTo(longest);
		assertThatIllegalArgumentException().isThrownBy(() -> new Partition("orders", 0, longest + "n"));
	}

	@Test
	void aListKnowsItsPartitionsAlone() {
		PartitionList counted = PartitionList.counted(2);
		assertThat(counted.names()).containsExactly("p0", "p1");
		assertThat(counted.contains(new Partition("orders", 2, "p1"))).isTrue();
		assertThat(counted.contains(new Partition("orders", 4, "p1"))).isFalse();
		assertThat(counted.contains(new Partition("orders", 0, "p1"))).isFalse();
		PartitionList named = PartitionList.named(List.of("b", "p1", "a"));
		assertThat(named.names()).containsExactly("a", "b", "p1");
		assertThat(named.contains(new Partition("orders", 0, "p1"))).isTrue();
		assertThat(named.contains(new Partition("orders", 0, "c"))).isFalse();
		assertThat(named.contains(new Partition("orders", 2, "p1"))).isFalse();
		assertThat(named).isEqualTo(PartitionList.named(List.of("a", "b", "p1")));
		assertThat(PartitionList.named(List.of()).names()).isEmpty();
	}

	@Test
	void listsHaveAMost() {
		assertThat(PartitionList.counted(Partition.MOST).names()).hasSize(Partition.MOST);
		assertThatIllegalArgumentException().isThrownBy(() -> PartitionList.counted(Partition.MOST + 1))
			.withMessageContaining("4097");
		assertThatIllegalArgumentException().isThrownBy(() -> PartitionList.counted(-1));
		assertThatIllegalArgumentException().isThrownBy(() -> PartitionList.named(Partition.names(Partition.MOST + 1)));
		assertThatIllegalArgumentException().isThrownBy(() -> PartitionList.named(List.of("a", "b", "a")));
	}

}
