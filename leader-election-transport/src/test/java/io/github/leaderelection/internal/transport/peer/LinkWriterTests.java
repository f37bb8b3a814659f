package io.github.leaderelection.internal.transport.peer;

import java.io.IOException;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;

import io.github.leaderelection.NodeId;
import io.github.leaderelection.internal.transport.link.SilentConnection;
import io.github.leaderelection.internal.transport.spi.CloseReason;
import io.github.leaderelection.internal.transport.spi.Connection.Writing;
import io.github.leaderelection.internal.transport.peer.SendQueue.Frame;
import io.github.leaderelection.internal.transport.peer.SendQueue.Kind;
import io.github.leaderelection.internal.transport.wire.FrameParts;
import io.github.leaderelection.internal.transport.wire.WireException;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionFactory;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link LinkWriter}: who writes, and in which order.
 */
class LinkWriterTests {

	private static final CompletableFuture<@Nullable Void> DONE = CompletableFuture.completedFuture(null);

	private final TransportThreads threads = new TransportThreads(NodeId.of("a"), 2);

	private final List<Throwable> failures = new CopyOnWriteArrayList<>();

	private final SentCounts sent = new SentCounts();

	private final Line line = new Line();

	private final LinkWriter writer = writer();

	private LinkWriter writer() {
		return new LinkWriter(this.line, this.threads, this.failures::add, () -> {
		}, this.sent);
	}

	@AfterEach
	void end() {
		this.threads.endTimers();
		this.threads.end();
	}

	private static ConditionFactory await() {
		return Awaitility.await().atMost(Duration.ofSeconds(30)).pollInterval(Duration.ofMillis(10));
	}

	private static Frame message(String text) {
		return new Frame(text, Kind.REPEATED, "group");
	}

	private static void rest() throws InterruptedException {
		Thread.sleep(2 * WritePace.PAUSE_NANOS / 1_000_000);
	}

	@Test
	void aMessageThatComesAloneIsWrittenByItsSender() throws InterruptedException {
		for (int i = 0; i < 3; i++) {
			assertThat(this.writer.sendAtOnce(message("m" + i))).isZero();
			assertThat(this.line.said).hasSize(i + 1).endsWith("m" + i + " by me");
			rest();
		}
		assertThat(this.sent.sent()).isEqualTo(new Sent(3, 3, 6));
	}

	/** On a machine that stands still in between, both come alone. */
	@Test
	void theSecondOfManyInARowIsLeftToAWorker() {
		long took;
		do {
			this.line.said.clear();
			LinkWriter fresh = writer();
			long begun = System.nanoTime();
			fresh.sendAtOnce(message("first"));
			fresh.sendAtOnce(message("second"));
			took = System.nanoTime() - begun;
			await().until(() -> this.line.said.size() == 2);
		}
		while (took >= WritePace.PAUSE_NANOS);
		assertThat(this.line.said).containsExactly("first by me", "second");
	}

	@Test
	void aMessageIsLeftToAWorkerWhereWritingBlocks() {
		this.line.blocks = true;

		this.writer.sendAtOnce(message("one"));

		await().untilAsserted(() -> assertThat(this.line.said).containsExactly("one"));
	}

	@Test
	void aLongFrameIsWrittenInPartsAndNothingComesBetween() throws WireException {
		String text = "a".repeat(16 * 1024) + "b".repeat(20 * 1024);
		this.writer.sendAtOnce(message(text));
		this.writer.sendAtOnce(message("last"));

		await().untilAsserted(() -> assertThat(this.line.said).hasSize(4));
		assertThat(this.line.said).allMatch((part) -> part.length() <= 16 * 1024);
		FrameParts parts = new FrameParts();
		assertThat(parts.join(this.line.said.get(0))).isNull();
		assertThat(parts.join(this.line.said.get(1))).isNull();
		assertThat(parts.join(this.line.said.get(2))).isEqualTo(text);
		assertThat(parts.join(this.line.said.get(3))).startsWith("last");
	}

	@Test
	void nobodyWaitsForASlowSocketAndNothingOvertakes() throws InterruptedException {
		CompletableFuture<@Nullable Void> slow = new CompletableFuture<>();
		this.line.written = slow;
		this.writer.sendAtOnce(message("slow"));
		this.line.written = DONE;
		for (int i = 0; i < 3; i++) {
			rest();
			this.writer.sendAtOnce(message("m" + i));
		}
		assertThat(this.line.said).containsExactly("slow by me");
		assertThat(this.writer.queuedBytes()).isEqualTo(6);

		slow.complete(null);

		await().untilAsserted(() -> assertThat(this.line.said).containsExactly("slow by me", "m0", "m1", "m2"));
		// The worker goes a moment after its last word.
		int last = 4;
		do {
			int count = ++last;
			rest();
			this.writer.sendAtOnce(message("last"));
			await().until(() -> this.line.said.size() == count);
		}
		while (last < 100 && !this.line.said.contains("last by me"));
		assertThat(this.line.said).endsWith("last by me");
		assertThat(this.failures).isEmpty();
		assertThat(this.sent.sent().messages()).isEqualTo(last);
	}

	@Test
	void aWriteThatNeverEndsCountsAsStuckAndFails() {
		CompletableFuture<@Nullable Void> never = new CompletableFuture<>();
		this.line.written = never;
		this.writer.sendAtOnce(message("stuck"));

		await().until(this.writer::isStuck);
		never.completeExceptionally(new SocketTimeoutException("never written"));
		await().untilAsserted(() -> assertThat(this.failures).singleElement()
			.satisfies((failure) -> assertThat(failure).hasRootCauseInstanceOf(SocketTimeoutException.class)));
		this.writer.abort(CloseReason.UNRELIABLE);
		await().untilAsserted(() -> assertThat(this.line.said).containsExactly("stuck by me", "close"));
	}

	@Test
	void aWriteThatFailsLaterIsToldByAWorker() {
		CompletableFuture<@Nullable Void> failing = new CompletableFuture<>();
		this.line.written = failing;
		this.writer.sendAtOnce(message("lost"));
		IOException broken = new IOException("broken");

		failing.completeExceptionally(broken);

		await().untilAsserted(() -> assertThat(this.failures).singleElement()
			.satisfies((failure) -> assertThat(failure).hasRootCause(broken)));
		assertThat(this.sent.sent()).isEqualTo(Sent.NOTHING);
	}

	@Test
	void aWriteThatFailsAtOnceDoesNotFailItsSender() {
		this.line.broken = true;

		this.writer.sendAtOnce(message("lost"));

		await().untilAsserted(() -> assertThat(this.failures).hasSize(1));
	}

	@Test
	void aConnectionClosesBehindAWriteThatItsSenderBegan() {
		CompletableFuture<@Nullable Void> slow = new CompletableFuture<>();
		this.line.written = slow;
		this.writer.sendAtOnce(message("last"));
		this.writer.closeAfterFlush(CloseReason.NORMAL);
		assertThat(this.line.said).containsExactly("last by me");

		slow.complete(null);

		await().untilAsserted(() -> assertThat(this.line.said).containsExactly("last by me", "close"));
	}

	/**
	 * A connection that writes down what is said on it, and whether by the test.
	 */
	private static final class Line extends SilentConnection {

		private final List<String> said = new CopyOnWriteArrayList<>();

		private final Thread test = Thread.currentThread();

		private volatile boolean blocks;

		private volatile boolean broken;

		private volatile CompletableFuture<@Nullable Void> written = DONE;

		@Override
		public void send(String frames) {
			this.said.addAll(List.of(frames.split("\n")));
		}

		@Override
		public boolean isBegunAtOnce() {
			return !this.blocks;
		}

		@Override
		public Writing begin(String frames) throws IOException {
			if (this.broken) {
				throw new IOException("broken");
			}
			this.said.add(frames + ((Thread.currentThread() == this.test) ? " by me" : ""));
			return new Later(this.written);
		}

		@Override
		public void ping() {
			this.said.add("ping");
		}

		@Override
		public void close(CloseReason reason) {
			this.said.add("close");
		}

		@Override
		public void abort(CloseReason reason) {
			this.said.add("close");
		}

	}

	/**
	 * A write that ends with a future.
	 *
	 * @param written the future
	 */
	private record Later(CompletableFuture<@Nullable Void> written) implements Writing {

		@Override
		public boolean isDone() {
			return this.written.isDone();
		}

		@Override
		public void end() throws IOException {
			try {
				this.written.get();
			}
			catch (ExecutionException | InterruptedException ex) {
				throw new IOException(ex);
			}
		}

	}

}
