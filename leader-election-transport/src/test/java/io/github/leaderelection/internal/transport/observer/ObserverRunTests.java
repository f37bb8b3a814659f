package io.github.leaderelection.internal.transport.observer;

import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;

import io.github.leaderelection.NodeId;
import io.github.leaderelection.internal.observer.MemberLink;
import io.github.leaderelection.internal.transport.link.SilentConnection;
import io.github.leaderelection.internal.transport.link.TestServer;
import io.github.leaderelection.internal.transport.spi.Connection;
import io.github.leaderelection.internal.transport.spi.FrameListener;
import io.github.leaderelection.internal.transport.spi.Medium;
import io.github.leaderelection.internal.transport.spi.PeerTransportSettings;
import io.github.leaderelection.internal.view.GroupView;
import io.github.resilience4j.circuitbreaker.CircuitBreakerRegistry;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link ObserverRun}.
 */
class ObserverRunTests {

	private static final NodeId A = NodeId.of("a");

	private final Failures failures = new Failures();

	private final BrokenWay way = new BrokenWay();

	private final ObserverRun run = new ObserverRun(
			new PeerTransportSettings("test", NodeId.of("x"), Map.of(A, URI.create("http://localhost:1")),
					TestServer.PATH, "secret", List.of(A)),
			CircuitBreakerRegistry.ofDefaults(), this.failures, ObserverTimes.DEFAULT);

	@AfterEach
	void close() {
		this.way.ended.countDown();
		this.run.close();
	}

	@Test
	void aDialThatFailsAfterItsConnectionWasTakenIsRepeatedOnce() throws InterruptedException {
		this.run.open(this.way);
		FrameListener taken = this.way.taken.poll(30, TimeUnit.SECONDS);
		Awaitility.await().atMost(Duration.ofSeconds(30)).until(() -> !this.failures.all.isEmpty());
		assertThat(taken).isNotNull();
		taken.closed(1006);
		assertThat(this.failures.all).singleElement().asString().contains("broken while it was opened");
		assertThat(taken.ended()).isNotNull();
		assertThat(this.way.again.await(30, TimeUnit.SECONDS)).isTrue();
	}

	/**
	 * Fails the first dial after its connection was taken. The next one waits.
	 */
	private static final class BrokenWay implements Medium, Medium.Outlet {

		private final BlockingQueue<FrameListener> taken = new LinkedBlockingQueue<>();

		private final AtomicInteger dials = new AtomicInteger();

		private final CountDownLatch again = new CountDownLatch(1);

		private final CountDownLatch ended = new CountDownLatch(1);

		@Override
		public Outlet open(PeerTransportSettings settings) {
			return this;
		}

		@Override
		public void dial(URI url, Function<Connection, FrameListener> taking) throws IOException {
			if (this.dials.incrementAndGet() == 1) {
				this.taken.add(taking.apply(new SilentConnection()));
				throw new IOException("broken while it was opened");
			}
			this.again.countDown();
			try {
				this.ended.await();
			}
			catch (InterruptedException ex) {
				Thread.currentThread().interrupt();
			}
		}

		@Override
		public void close() {
		}

	}

	private static final class Failures implements MemberLink.Receiver {

		private final List<String> all = new CopyOnWriteArrayList<>();

		@Override
		public void linked(NodeId member) {
		}

		@Override
		public void unlinked(String why) {
		}

		@Override
		public void failed(String why) {
			this.all.add(why);
		}

		@Override
		public void shown(GroupView view) {
		}

	}

}
