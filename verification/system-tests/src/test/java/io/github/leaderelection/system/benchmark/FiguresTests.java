package io.github.leaderelection.system.benchmark;

import java.util.List;
import java.util.stream.IntStream;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

/**
 * Tests for {@link Figures}.
 */
class FiguresTests {

	@Test
	void ofAnEvenNumberTheMedianLiesBetweenTheTwoInTheMiddle() {
		Figures figures = new Figures(List.of(4.0, 1.0, 3.0, 2.0));
		assertThat(figures.median()).isEqualTo(2.5);
		assertThat(figures.worst()).isEqualTo(4);
	}

	@Test
	void nineteenOfTwentyDoNotExceedTheP95() {
		Figures figures = new Figures(IntStream.rangeClosed(1, 20).mapToObj(Double::valueOf).toList());
		assertThat(figures.p95()).isEqualTo(19);
		assertThat(figures.json()).startsWith("{\"median\":10.5,\"p95\":19.0,\"worst\":20.0,\"all\":[1.0, 2.0,");
	}

	@Test
	void ofOneValueAllAreThatValue() {
		Figures figures = new Figures(List.of(7.0));
		assertThat(List.of(figures.median(), figures.p95(), figures.worst())).containsOnly(7.0);
	}

	@Test
	void nothingMeasuredIsRefused() {
		assertThatIllegalArgumentException().isThrownBy(() -> new Figures(List.of()))
			.withMessage("Nothing was measured");
	}

}
