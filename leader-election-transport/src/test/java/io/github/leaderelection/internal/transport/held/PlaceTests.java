package io.github.leaderelection.internal.transport.held;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link Place}.
 */
class PlaceTests {

	private final Place place = new Place("s", 1);

	@Test
	void eachNumberIsUsedOnce() {
		assertThat(this.place.isTaken()).isFalse();
		assertThat(this.place.use(2)).isTrue();
		assertThat(this.place.isTaken()).isTrue();
		assertThat(this.place.use(2)).isFalse();
		assertThat(this.place.use(1)).isTrue();
		assertThat(this.place.use(1)).isFalse();
		assertThat(this.place.use(0)).isFalse();
		assertThat(this.place.use(Long.MIN_VALUE)).isFalse();
	}

	@Test
	void numberThatIsOvertakenByManyIsTooOld() {
		assertThat(this.place.use(100)).isTrue();
		assertThat(this.place.use(36)).isFalse();
		assertThat(this.place.use(37)).isTrue();
		assertThat(this.place.use(101)).isTrue();
		assertThat(this.place.use(37)).isFalse();
		assertThat(this.place.use(99)).isTrue();
		assertThat(this.place.use(Long.MAX_VALUE)).isTrue();
		assertThat(this.place.use(Long.MAX_VALUE - 1)).isTrue();
		assertThat(this.place.use(100)).isFalse();
	}

}
