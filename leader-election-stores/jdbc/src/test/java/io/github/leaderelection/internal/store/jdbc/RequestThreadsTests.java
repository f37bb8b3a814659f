package io.github.leaderelection.internal.store.jdbc;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;

import javax.sql.DataSource;

import io.github.leaderelection.spi.LeaseStore.Answer;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.mockito.Mockito;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link RequestThreads} where a login hangs.
 */
class RequestThreadsTests {

	private static final Duration PATIENCE = Duration.ofSeconds(20);

	private static final Duration DEADLINE = Duration.ofMillis(200);

	private final AtomicInteger logins = new AtomicInteger();

	private final AtomicInteger broken = new AtomicInteger();

	private final AtomicInteger closed = new AtomicInteger();

	private final CountDownLatch end = new CountDownLatch(1);

	@AfterEach
	void letAllGo() {
		this.end.countDown();
	}

	/** A source of connections of which so many, the first ones, do not come. */
	private RequestThreads hanging(int times) throws SQLException {
		Connection sound = Mockito.mock(Connection.class);
		Mockito.when(sound.getAutoCommit()).thenReturn(true);
		DataSource source = Mockito.mock(DataSource.class);
		Mockito.when(source.getConnection()).thenAnswer((call) -> {
			if (this.logins.incrementAndGet() <= times) {
				this.end.await();
			}
			return sound;
		});
		return new RequestThreads(source);
	}

	private static CompletableFuture<Answer> ask(RequestThreads threads, Duration deadline) {
		return threads.run((connection) -> new Answer.Missing(), PendingRequest.Access.READ, deadline);
	}

	/** Connections on which everything hangs until they are aborted, or all is let go. */
	private RequestThreads silent() throws SQLException {
		DataSource source = Mockito.mock(DataSource.class);
		Queue<Connection> given = new ConcurrentLinkedQueue<>();
		for (int i = 0; i < 20; i++) {
			given.add(silentConnection());
		}
		Mockito.when(source.getConnection()).thenAnswer((call) -> given.remove());
		return new RequestThreads(source);
	}

	private Connection silentConnection() throws SQLException {
		CountDownLatch aborted = new CountDownLatch(1);
		Connection connection = Mockito.mock(Connection.class);
		Mockito.when(connection.getAutoCommit()).thenReturn(true);
		Mockito.when(connection.prepareStatement("hang")).thenAnswer((call) -> {
			while (this.end.getCount() > 0 && !aborted.await(10, TimeUnit.MILLISECONDS)) {
				// hangs
			}
			return null;
		});
		Mockito.doAnswer((call) -> {
			this.broken.incrementAndGet();
			aborted.countDown();
			return null;
		}).when(connection).abort(Mockito.any());
		Mockito.doAnswer((call) -> {
			this.closed.incrementAndGet();
			return null;
		}).when(connection).close();
		return connection;
	}

	private static CompletableFuture<Answer> hang(RequestThreads threads, PendingRequest.Access access) {
		return hang(threads, access, DEADLINE);
	}

	private static CompletableFuture<Answer> hang(RequestThreads threads, PendingRequest.Access access,
			Duration deadline) {
		return threads.run((connection) -> {
			connection.prepareStatement("hang");
			return new Answer.Missing();
		}, access, deadline);
	}

	@Test
	void lateReadKeepsItsConnectionAndGivesItBackSound() throws SQLException {
		try (RequestThreads threads = silent()) {
			assertThat(hang(threads, PendingRequest.Access.READ)).succeedsWithin(PATIENCE)
				.isInstanceOf(Answer.Unknown.class);
			this.end.countDown();
			Awaitility.await().atMost(PATIENCE).until(() -> this.closed.get() == 1);
			assertThat(this.broken).hasValue(0);
			assertThat(threads.aborted()).isZero();
		}
	}

	@Test
	void lateWriteKeepsItsConnectionForAsLongAgain() throws SQLException {
		try (RequestThreads threads = silent()) {
			assertThat(hang(threads, PendingRequest.Access.ROW, Duration.ofSeconds(2))).succeedsWithin(PATIENCE)
				.isInstanceOf(Answer.Unknown.class);
			this.end.countDown();
			Awaitility.await().atMost(PATIENCE).until(() -> this.closed.get() == 1);
			assertThat(this.broken).hasValue(0);
			assertThat(threads.aborted()).isZero();
		}
	}

	@Test
	void readsThatHangGiveWayToOneThatFindsNoPlace() throws SQLException {
		try (RequestThreads threads = silent()) {
			for (int i = 0; i < 3; i++) {
				assertThat(hang(threads, PendingRequest.Access.READ)).succeedsWithin(PATIENCE)
					.isInstanceOf(Answer.Unknown.class);
			}
			assertThat(ask(threads, PATIENCE)).succeedsWithin(PATIENCE).isEqualTo(new Answer.Missing());
			assertThat(threads.aborted()).isEqualTo(1);
		}
	}

	@Test
	void writesThatHangAreAbortedOneInTheTimeOfARequest() throws SQLException {
		Duration deadline = DEADLINE.multipliedBy(10);
		boolean isTold = false;
		while (!isTold) {
			long start = System.nanoTime();
			try (RequestThreads threads = silent()) {
				Stream.of(PendingRequest.Access.WRITE, PendingRequest.Access.ROW)
					.map((access) -> hang(threads, access, deadline))
					.toList()
					.forEach((each) -> assertThat(each).succeedsWithin(PATIENCE).isInstanceOf(Answer.Unknown.class));
				assertThat(ask(threads, PATIENCE)).succeedsWithin(PATIENCE).isEqualTo(new Answer.Missing());
				long aborted = threads.aborted();
				// A machine that stood still has given the second its turn.
				isTold = System.nanoTime() - start < 3 * deadline.toNanos();
				assertThat(aborted).isBetween(1L, isTold ? 1L : 2L);
				Awaitility.await().atMost(PATIENCE).until(() -> threads.aborted() == 2);
			}
		}
	}

	private static void assertUnanswered(RequestThreads threads) {
		assertThat(ask(threads, DEADLINE)).succeedsWithin(PATIENCE).isInstanceOf(Answer.Unknown.class);
	}

	private void askUntilHanging(RequestThreads threads, int number) {
		Awaitility.await().atMost(PATIENCE).until(() -> {
			assertUnanswered(threads);
			return this.logins.get() == number;
		});
	}

	@Test
	void loginsThatHangForEverDoNotEndTheStore() throws SQLException {
		try (RequestThreads threads = hanging(2)) {
			askUntilHanging(threads, 2);
			assertThat(ask(threads, PATIENCE)).succeedsWithin(PATIENCE).isEqualTo(new Answer.Missing());
			assertThat(this.logins).hasValue(3);
		}
	}

	@Test
	void loginThatIsRefusedLateIsTheReasonOfTheNextThatHangs() throws Exception {
		DataSource source = Mockito.mock(DataSource.class);
		CountDownLatch refused = new CountDownLatch(1);
		Mockito.when(source.getConnection()).thenAnswer((call) -> {
			if (this.logins.incrementAndGet() == 1) {
				refused.await();
				throw new SQLException("the pool has waited for long", new SQLException("the password is wrong"));
			}
			this.end.await();
			throw new SQLException("the test is over");
		});
		try (RequestThreads threads = new RequestThreads(source)) {
			assertThat(reason(threads)).endsWith("it had no connection yet");
			refused.countDown();
			Awaitility.await()
				.atMost(PATIENCE)
				.until(() -> reason(threads), (reason) -> reason.endsWith(
						"it had no connection yet. The last one could not be had. SQLException: the password is wrong"));
		}
	}

	private static String reason(RequestThreads threads) throws Exception {
		Answer answer = ask(threads, DEADLINE).get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
		return ((Answer.Unknown) answer).reason();
	}

	@Test
	void onlySoManyLoginsHangAndAllIsWellAfterThem() throws SQLException {
		try (RequestThreads threads = hanging(Integer.MAX_VALUE)) {
			askUntilHanging(threads, 10);
			for (int i = 0; i < 5; i++) {
				assertUnanswered(threads);
			}
			assertThat(this.logins).hasValue(10);
			this.end.countDown();
			assertThat(ask(threads, PATIENCE)).succeedsWithin(PATIENCE).isEqualTo(new Answer.Missing());
			// Those that have expired ask for nothing any more.
			assertThat(this.logins).hasValue(11);
		}
	}

}
