package io.github.leaderelection.simulator.branches;

import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.IntUnaryOperator;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link BranchCounter}.
 */
class BranchCounterTests {

	@Test
	void eachWayOnIsCountedAndTheClassDoesAsBefore() throws Exception {
		BranchCounter counter = new BranchCounter();
		IntUnaryOperator counted = define(counter);
		Hits.take();
		assertThat(List.of(1, 2, 3, 12).stream().map(counted::applyAsInt))
			.isEqualTo(List.of(1, 2, 3, 12).stream().map(new Counted()::applyAsInt).toList())
			.containsExactly(10, 21, -1, -2);
		assertThat(counts(counter, Hits.take())).isEqualTo(Map.of("1 goes on", 1L, "1 jumps", 3L, "2 goes on", 1L,
				"2 jumps", 0L, "1 case 1", 1L, "1 case 2", 1L, "1 case else", 1L));
	}

	private static Map<String, Long> counts(BranchCounter counter, long[] hits) {
		Map<String, Long> counts = new TreeMap<>();
		for (int i = 0; i < counter.branches().size(); i++) {
			Branch branch = counter.branches().get(i);
			assertThat(branch.type()).isEqualTo("BranchCounterTests.Counted");
			assertThat(branch.method()).isEqualTo("applyAsInt");
			counts.put(branch.condition() + " " + branch.way(), hits[i]);
		}
		return counts;
	}

	private static IntUnaryOperator define(BranchCounter counter) throws IOException, ReflectiveOperationException {
		String file = "/" + Counted.class.getName().replace('.', '/') + ".class";
		try (InputStream stream = Counted.class.getResourceAsStream(file)) {
			byte[] bytes = counter.count(stream.readAllBytes());
			ClassLoader loader = new ClassLoader(Counted.class.getClassLoader()) {

				@Override
				protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
					return name.equals(Counted.class.getName()) ? defineClass(name, bytes, 0, bytes.length)
							: super.loadClass(name, resolve);
				}

			};
			return (IntUnaryOperator) loader.loadClass(Counted.class.getName()).getConstructor().newInstance();
		}
	}

	/**
	 * What is counted: a condition of two parts, and a switch.
	 */
	public static final class Counted implements IntUnaryOperator {

		/**
		 * Public, for it is made by reflection.
		 */
		public Counted() {
		}

		@Override
		public int applyAsInt(int value) {
			if (value > 10 && value < 20) {
				return -2;
			}
			return switch (value) {
				case 1 -> 10;
				case 2 -> 21;
				default -> -1;
			};
		}

	}

}
