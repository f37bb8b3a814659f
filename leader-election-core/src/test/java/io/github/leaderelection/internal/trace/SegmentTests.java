package io.github.leaderelection.internal.trace;

import java.util.Arrays;
import java.util.List;
import java.util.Objects;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class SegmentTests {

	private final Segment[] segments = { new Segment(8), new Segment(8), new Segment(8), new Segment(8) };

	@Test
	void aReaderThatWasOvertakenKeepsNothingBeforeTheMissingStretch() {
		for (int i = 0; i < 4; i++) {
			write(i, i + 1, 10 * i);
		}
		Segment.Copy early = this.segments[0].copy();
		write(0, 5, 40);
		write(1, 6, 50);
		List<Segment.Copy> copies = copies(early, this.segments[2].copy(), this.segments[3].copy());
		assertThat(Segment.Copy.unbroken(copies)).extracting(Segment.Copy::first).containsExactly(20L, 30L);
	}

	@Test
	void stretchesOfWhichNoneIsMissingAreAllKeptInTheirOrder() {
		write(0, 5, 40);
		write(1, 6, 50);
		write(2, 3, 20);
		write(3, 4, 30);
		List<Segment.Copy> copies = copies(
				Arrays.stream(this.segments).map(Segment::copy).toArray(Segment.Copy[]::new));
		assertThat(Segment.Copy.unbroken(copies)).extracting(Segment.Copy::first).containsExactly(20L, 30L, 40L, 50L);
	}

	@Test
	void aStretchThatWasJustBegunIsNotCopied() {
		write(0, 1, 0);
		this.segments[0].begin(2, 10);
		assertThat(this.segments[0].copy()).isNull();
		assertThat(Segment.Copy.unbroken(List.of())).isEmpty();
	}

	private void write(int segment, long ordinal, long first) {
		this.segments[segment].begin(ordinal, first);
		this.segments[segment].publish(1, true);
	}

	private static List<Segment.Copy> copies(Segment.Copy... copies) {
		return Arrays.stream(copies).map(Objects::requireNonNull).toList();
	}

}
