package io.github.leaderelection.internal.runtime.scheduling;

import java.util.Random;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class DueHeapTests {

	@Test
	void theFirstIsTheEarliestAndOfEqualsTheLowest() {
		DueHeap heap = new DueHeap(4);
		heap.set(3, 5);
		heap.set(2, 7);
		heap.set(1, 5);
		assertThat(heap.first()).isEqualTo(1);
		assertThat(heap.firstDue()).isEqualTo(5);

		heap.clear(1);
		assertThat(heap.first()).isEqualTo(3);

		heap.set(3, 9);
		assertThat(heap.first()).isEqualTo(2);

		heap.clear(2);
		heap.clear(2);
		heap.clear(3);
		assertThat(heap.first()).isEqualTo(DueHeap.NONE);
	}

	@Test
	void aClockThatWrapsAroundChangesNothing() {
		DueHeap heap = new DueHeap(2);
		heap.set(0, Long.MIN_VALUE + 3);
		heap.set(1, Long.MAX_VALUE - 3);
		assertThat(heap.first()).isEqualTo(1);
	}

	@Test
	void anyOrderOfChangesGivesTheFirstThatLookingAtAllWouldGive() {
		Random random = new Random(7);
		int things = 40;
		Long[] due = new Long[things];
		DueHeap heap = new DueHeap(things);
		for (int i = 0; i < 20_000; i++) {
			int thing = random.nextInt(things);
			if (random.nextInt(3) == 0) {
				due[thing] = null;
				heap.clear(thing);
			}
			else {
				due[thing] = (long) random.nextInt(50);
				heap.set(thing, due[thing]);
			}
			assertThat(heap.first()).isEqualTo(first(due));
		}
	}

	private static int first(Long[] due) {
		int first = DueHeap.NONE;
		for (int i = 0; i < due.length; i++) {
			if (due[i] != null && (first == DueHeap.NONE || due[i] < due[first])) {
				first = i;
			}
		}
		return first;
	}

}
