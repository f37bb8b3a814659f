package io.github.leaderelection.internal.store.lease;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

import io.github.leaderelection.spi.LeaseRecord;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link LeaseListeners}.
 */
class LeaseListenersTests {

	private final LeaseListeners listeners = new LeaseListeners();

	@Test
	void listenersThatFailDoNotKeepOthersFromBeingTold() {
		List<@Nullable LeaseRecord> told = new ArrayList<>();
		for (int i = 0; i < 5; i++) {
			List<Integer> own = new ArrayList<>(List.of(i));
			this.listeners.add((record) -> {
				told.add(record);
				throw new IllegalStateException("listener " + own);
			});
		}
		this.listeners.tell(null);
		assertThat(told).hasSize(5);
	}

	@Test
	void lastListenerThatIsRemovedIsTheLast() {
		List<String> told = new ArrayList<>();
		Consumer<@Nullable LeaseRecord> one = (record) -> told.add("one");
		Consumer<@Nullable LeaseRecord> other = (record) -> told.add("other");
		this.listeners.add(one);
		this.listeners.add(other);
		assertThat(this.listeners.remove(one)).isFalse();
		this.listeners.tell(null);
		assertThat(told).containsExactly("other");
		assertThat(this.listeners.remove(other)).isTrue();
		assertThat(this.listeners.remove(other)).isFalse();
	}

}
