package io.github.leaderelection.internal.store.lease;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;

import io.github.leaderelection.NodeId;
import io.github.leaderelection.spi.LeaseRecord;
import org.awaitility.Awaitility;
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
	void fewWhoWaitAreToldAtOnceWhatWasReleased() {
		List<@Nullable LeaseRecord> told = new ArrayList<>();
		this.listeners.add(told::add);
		LeaseRecord released = record(7, true);
		this.listeners.spread(HintSpread.FEW, released);
		assertThat(told).containsExactly(released);
	}

	@Test
	void ofThoseInOrderTheFirstIsToldAtOnceAndTheNextOnlyIfNobodyTookIt() {
		List<@Nullable LeaseRecord> told = new CopyOnWriteArrayList<>();
		this.listeners.add(told::add);
		LeaseRecord released = record(7, true);
		this.listeners.spreadInOrder(0, released);
		assertThat(told).containsExactly(released);
		this.listeners.spreadInOrder(1, released);
		Awaitility.await().atMost(Duration.ofSeconds(30)).until(() -> told.size() == 2);
		assertThat(told).containsExactly(released, released);
		LeaseRecord taken = record(8, false);
		for (int i = 0; i < 100; i++) {
			this.listeners.spreadInOrder(1, released);
		}
		this.listeners.tell(taken);
		LeaseRecord releasedAgain = record(8, true);
		this.listeners.spreadInOrder(2, releasedAgain);
		Awaitility.await().atMost(Duration.ofSeconds(30)).until(() -> told.contains(releasedAgain));
		assertThat(told.subList(told.indexOf(taken), told.size())).doesNotContain(released);
	}

	@Test
	void severalInOneProcessGoOneAfterTheOther() {
		Thread self = Thread.currentThread();
		List<String> atOnce = new ArrayList<>();
		List<String> later = new CopyOnWriteArrayList<>();
		for (String node : List.of("a", "b", "c")) {
			this.listeners.add((record) -> ((Thread.currentThread() == self) ? atOnce : later).add(node));
		}
		this.listeners.spreadInOrder(0, record(7, true));
		assertThat(atOnce).hasSize(1);
		Awaitility.await().atMost(Duration.ofSeconds(30)).until(() -> later.size() == 2);
		assertThat(later).doesNotContainAnyElementsOf(atOnce).doesNotHaveDuplicates();
	}

	@Test
	void preferredMemberIsToldAtOnceAndTheOthersAfterIt() {
		List<String> told = new CopyOnWriteArrayList<>();
		for (String node : List.of("a", "b", "c")) {
			this.listeners.add(NodeId.of(node), (record) -> told.add(node + ' ' + (record != null)));
		}
		this.listeners.tellRelease(new ReleaseNews.Release(1000, preferring("b")));
		assertThat(told).containsExactly("b true");
		Awaitility.await().atMost(Duration.ofSeconds(30)).until(() -> told.size() == 3);
		assertThat(told).containsExactlyInAnyOrder("b true", "a false", "c false");
	}

	private static LeaseRecord preferring(String node) {
		return new LeaseRecord(NodeId.of("x"), 1, 1, null, 7, 1, true, NodeId.of(node), 1, "v7");
	}

	@Test
	void ofManyWhoAreToldOnlyThoseThatGoAtOnceMayTakeWithoutReading() {
		Thread self = Thread.currentThread();
		List<@Nullable LeaseRecord> atOnce = new ArrayList<>();
		List<@Nullable LeaseRecord> later = new CopyOnWriteArrayList<>();
		for (int i = 0; i < 500; i++) {
			int own = i;
			this.listeners.add((record) -> {
				assertThat(own).isNotNegative();
				((Thread.currentThread() == self) ? atOnce : later).add(record);
			});
		}
		LeaseRecord released = record(7, true);
		this.listeners.tellRelease(new ReleaseNews.Release(1, released));
		assertThat(atOnce).hasSizeLessThan(50).allMatch(released::equals);
		Awaitility.await().atMost(Duration.ofSeconds(30)).until(() -> atOnce.size() + later.size() == 500);
		assertThat(later).containsOnlyNulls();
	}

	@Test
	void releaseThatIsOldByItsMomentIsNotTold() {
		List<@Nullable LeaseRecord> told = new CopyOnWriteArrayList<>();
		this.listeners.add(told::add);
		LeaseRecord released = record(7, true);
		LeaseRecord taken = record(8, false);
		for (int i = 0; i < 100; i++) {
			this.listeners.spread(HintSpread.UNKNOWN, released);
		}
		this.listeners.tell(taken);
		for (int i = 0; i < 100; i++) {
			this.listeners.spread(HintSpread.UNKNOWN);
		}
		Awaitility.await().atMost(Duration.ofSeconds(30)).until(() -> Collections.frequency(told, null) == 100);
		assertThat(told.indexOf(taken)).isNotNegative();
		assertThat(told.subList(told.indexOf(taken), told.size())).containsOnlyOnce(taken).doesNotContain(released);
	}

	private static LeaseRecord record(long token, boolean free) {
		return new LeaseRecord(NodeId.of("a"), 1, 1, null, token, 1, free, null, 0, "v" + token);
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
