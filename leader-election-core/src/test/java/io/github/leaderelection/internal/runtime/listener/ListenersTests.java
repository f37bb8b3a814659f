package io.github.leaderelection.internal.runtime.listener;

import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

import io.github.leaderelection.LeadershipListener;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link Listeners}.
 */
class ListenersTests {

	private static final int ROUNDS = 20_000;

	@Test
	void listenerThatLeavesWhileItJoinsIsNotKept() throws Exception {
		Listeners listeners = new Listeners("default", (leadership) -> {
		});
		List<WeakReference<LeadershipListener>> left = new ArrayList<>();
		ExecutorService loop = Executors.newSingleThreadExecutor();
		try {
			for (int round = 0; round < ROUNDS; round++) {
				LeadershipListener listener = new LeadershipListener() {

				};
				Listeners.Member member = new Listeners.Member(listener);
				left.add(new WeakReference<>(listener));
				AtomicBoolean joining = new AtomicBoolean();
				var joined = loop.submit(() -> {
					joining.set(true);
					listeners.join(member);
				});
				while (!joining.get()) {
					Thread.onSpinWait();
				}
				listeners.leave(member);
				joined.get(60, TimeUnit.SECONDS);
			}
		}
		finally {
			loop.shutdown();
		}
		assertThat(loop.awaitTermination(60, TimeUnit.SECONDS)).isTrue();
		System.gc();
		assertThat(left.stream().filter((each) -> each.get() != null).count()).isZero();
		assertThat(listeners).isNotNull();
	}

}
