package io.github.leaderelection.system.cluster;

import java.util.List;

import io.github.leaderelection.probe.RunFile.Run;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link Leaderships}.
 */
class LeadershipsTests {

	private final Leaderships reigns = new Leaderships();

	@Test
	void reignsThatFollowOneAnotherDoNotOverlap() {
		this.reigns.add("a", List.of(new Run(7, 10, 11, 50, 51, 20), new Run(0, 60, 61, 90, 91, 20)));
		this.reigns.add("b", List.of(new Run(0, 10, 11, 50, 51, 20), new Run(8, 55, 56, 90, 91, 20)));
		assertThat(this.reigns.overlaps()).isEmpty();
		assertThat(this.reigns.firstAnswered(7)).isEqualTo(11);
		assertThat(this.reigns.firstAnswered(8)).isEqualTo(56);
		assertThat(this.reigns.firstAnswered(9)).isEqualTo(Long.MAX_VALUE);
	}

	@Test
	void questionUnderLowerTokenAfterAnswerUnderHigherIsAnOverlap() {
		this.reigns.add("a", List.of(new Run(7, 10, 11, 57, 58, 20)));
		this.reigns.add("b", List.of(new Run(8, 55, 56, 90, 91, 20)));
		assertThat(this.reigns.overlaps()).singleElement().asString().endsWith("by 1 ns");
	}

	@Test
	void questionAskedBeforeTheOtherWasAnsweredIsNoOverlap() {
		this.reigns.add("a", List.of(new Run(7, 10, 11, 55, 99, 20)));
		this.reigns.add("b", List.of(new Run(8, 55, 56, 90, 91, 20)));
		assertThat(this.reigns.overlaps()).isEmpty();
	}

	@Test
	void answerAfterAPauseIsAnOverlapThoughManyReignsLieBetween() {
		this.reigns.add("a",
				List.of(new Run(7, 10, 11, 20, 21, 20), new Run(0, 22, 23, 24, 25, 3), new Run(7, 80, 81, 82, 83, 3)));
		this.reigns.add("b", List.of(new Run(8, 30, 31, 40, 41, 20)));
		this.reigns.add("c", List.of(new Run(9, 50, 51, 60, 61, 20)));
		assertThat(this.reigns.overlaps()).hasSize(2);
	}

	@Test
	void twoNodesWithOneTokenAreReported() {
		this.reigns.add("a", List.of(new Run(7, 10, 11, 20, 21, 20)));
		this.reigns.add("b", List.of(new Run(7, 30, 31, 40, 41, 20)));
		assertThat(this.reigns.overlaps()).singleElement().asString().endsWith("share a token");
	}

}
