package io.github.leaderelection.internal.assignment.protocol;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.IntStream;

import io.github.leaderelection.LeaderSequenceNumber;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

/**
 * Tests for {@link Portion}: ownerships as text.
 */
class PortionTests {

	@Test
	void rangesStandBehindTheCounterOfTheirToken() {
		assertThat(Portion.pack(List.of(owned(8, 0, 3, false), owned(8, 1, 3, false), owned(8, 2, 3, false),
				owned(8, 3, 5, false), owned(8, 5, 5, false), owned(8, 6, 5, false))))
			.containsExactly(new Portion("orders", 8, 7, false, "=3 0-2 =5 3 5-6"));
	}

	@Test
	void namesStandAsTheyAre() {
		Partition first = new Partition("tenants", 0, "0-7");
		Partition second = new Partition("tenants", 0, "a=b");
		assertThat(Portion.pack(List.of(new Owned(first, new LeaderSequenceNumber(7, 2), false),
				new Owned(second, new LeaderSequenceNumber(7, 2), false))))
			.containsExactly(new Portion("tenants", 0, 7, false, "=2 0-7 a=b"));
	}

	@Test
	void anotherTermOrDrainIsAnotherPortion() {
		Owned former = new Owned(new Partition("orders", 8, "p2"), new LeaderSequenceNumber(6, 1), false);
		assertThat(Portion.pack(List.of(owned(8, 0, 3, false), owned(8, 1, 3, true), former, owned(8, 3, 3, false))))
			.containsExactly(new Portion("orders", 8, 7, false, "=3 0 3"), new Portion("orders", 8, 7, true, "=3 1"),
					new Portion("orders", 8, 6, false, "=1 2"));
	}

	@Test
	void nothingIsNoPortion() {
		assertThat(Portion.pack(List.of())).isEmpty();
		assertThat(Portion.unpack(List.of())).isEmpty();
	}

	@Test
	void aWholeDivisionTakesAFewCharacters() {
		List<Owned> all = IntStream.range(0, Partition.MOST)
			.mapToObj((index) -> owned(Partition.MOST, index, 1, false))
			.toList();
		List<Portion> portions = Portion.pack(all);
		assertThat(portions).containsExactly(new Portion("orders", Partition.MOST, 7, false, "=1 0-4095"));
		assertThat(Portion.unpack(portions)).isEqualTo(all);
	}

	@Test
	void aTextIsShorterThanAStringOfAFrame() {
		List<Owned> scattered = IntStream.range(0, Partition.MOST / 2)
			.mapToObj((index) -> owned(Partition.MOST, 2 * index, 1 + index % 2, false))
			.toList();
		List<Portion> portions = Portion.pack(scattered);
		assertThat(portions).hasSizeGreaterThan(10)
			.allSatisfy((each) -> assertThat(each.partitions()).hasSizeLessThan(1000));
		assertThat(Portion.unpack(portions)).isEqualTo(scattered);
		assertThat(Portion.length(scattered))
			.isGreaterThan(portions.stream().mapToInt((each) -> each.partitions().length()).sum());
	}

	@Test
	void whateverIsWrittenIsReadAgain() {
		Random random = new Random(1);
		for (int i = 0; i < 2000; i++) {
			TreeMap<Partition, Owned> owned = new TreeMap<>();
			for (int j = random.nextInt(60); j > 0; j--) {
				Partition partition = switch (random.nextInt(3)) {
					case 0 -> new Partition("a", 0, "name-" + random.nextInt(40));
					case 1 -> new Partition("a", 40, Partition.name(random.nextInt(40)));
					default -> new Partition("b", 40, Partition.name(random.nextInt(40)));
				};
				owned.put(partition,
						new Owned(partition, new LeaderSequenceNumber(1 + random.nextInt(2), 1 + random.nextInt(3)),
								random.nextInt(4) == 0));
			}
			List<Portion> portions = Portion.pack(List.copyOf(owned.values()));
			TreeMap<Partition, Owned> read = new TreeMap<>();
			Portion.unpack(portions).forEach((each) -> assertThat(read.put(each.partition(), each)).isNull());
			assertThat(read).isEqualTo(owned);
		}
	}

	@ParameterizedTest
	@ValueSource(strings = { "", "0", "=", "=x 0", "=0 0", "=-1 0", "=99999999999999999999 0", "=1 x", "=1 p0", "=1 8",
			"=1 0-8", "=1 3-2", "=1 -2", "=1 2-", "=1 1--2", "=1 1-2-3", "=1  0", "=1 99999999999" })
	void whatCannotBeReadIsRefused(String text) {
		assertThatIllegalArgumentException().isThrownBy(() -> new Portion("orders", 8, 7, false, text));
	}

	@Test
	void invalidPartsAreRefused() {
		assertThatIllegalArgumentException().isThrownBy(() -> new Portion("", 8, 7, false, "=1 0"));
		assertThatIllegalArgumentException().isThrownBy(() -> new Portion("orders", -1, 7, false, "=1 0"));
		assertThatIllegalArgumentException()
			.isThrownBy(() -> new Portion("orders", Partition.MOST + 1, 7, false, "=1 0"));
		assertThatIllegalArgumentException().isThrownBy(() -> new Portion("orders", 8, 0, false, "=1 0"));
		assertThatIllegalArgumentException()
			.isThrownBy(() -> new Portion("orders", 0, 7, false, "=1 " + "n".repeat(Partition.LONGEST_NAME + 1)));
	}

	@Test
	void noMoreIsReadThanAMessageMayName() {
		String text = String.join(" ", new ArrayList<>(List.of("=1", "0-4095 ".repeat(65).strip())));
		assertThatIllegalArgumentException().isThrownBy(() -> new Portion("orders", Partition.MOST, 7, false, text))
			.withMessage("More than 262144 partitions are named");
	}

	private static Owned owned(int division, int index, long counter, boolean release) {
		return new Owned(new Partition("orders", division, Partition.name(index)), new LeaderSequenceNumber(7, counter),
				release);
	}

}
