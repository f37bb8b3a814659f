package io.github.leaderelection.internal.store.jdbc.transaction;

import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

import javax.sql.DataSource;

import com.zaxxer.hikari.HikariDataSource;
import io.github.leaderelection.LeaderElector;
import io.github.leaderelection.autoconfigure.LeaderElectionAutoConfiguration;
import io.github.leaderelection.autoconfigure.Standalone;
import io.github.leaderelection.autoconfigure.gate.LeaderElectionGateAutoConfiguration;
import io.github.leaderelection.autoconfigure.gate.LeaderElectionTransactionAutoConfiguration;
import io.github.leaderelection.store.jdbc.LeaderElectionJdbcStoreAutoConfiguration;
import io.github.leaderelection.spring.LeaderOnly;
import io.github.leaderelection.spring.NotLeaderException;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.jdbc.autoconfigure.DataSourceTransactionManagerAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ApplicationContext;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.TransactionExecution;
import org.springframework.transaction.TransactionExecutionListener;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/**
 * Two instances of an application lead by a lease in one database, and work in
 * transactions that only the leader commits.
 */
abstract class AbstractTransactionalElection {

	private static final int RENEWALS_A_LEASE = 5;

	private static final int LEASES = 5;

	/** No database counts less than a second of silence. */
	private static final Duration LEASE = Duration.ofSeconds(1);

	private static final Duration RETRY = Duration.ofMillis(100);

	/** This machine may stand still for a while. */
	private static final Duration SLACK = Duration.ofSeconds(3);

	private final String cluster = "election-" + UUID.randomUUID();

	abstract HikariDataSource pool();

	/** What limits the idle time of a session; empty if nothing can. */
	abstract List<String> limits(DataSource database);

	/** The number of a session; never asked where nothing can limit it. */
	long session(JdbcTemplate jdbc) {
		throw new UnsupportedOperationException();
	}

	/** Whether there is a session of that number. */
	boolean isOpen(long session) {
		throw new UnsupportedOperationException();
	}

	/** How the application sees the database. */
	DataSource seen(DataSource database) {
		return database;
	}

	/** Whether everything that takes long is tried. */
	boolean isPatient() {
		return true;
	}

	@BeforeEach
	void makeTable() {
		JdbcTemplate jdbc = new JdbcTemplate(pool());
		jdbc.execute("DROP TABLE IF EXISTS entry");
		jdbc.execute("CREATE TABLE entry (who VARCHAR(20))");
	}

	final List<String> entries() {
		return new JdbcTemplate(pool()).queryForList("SELECT who FROM entry ORDER BY who", String.class);
	}

	final int write(String who) {
		return new JdbcTemplate(pool()).update("INSERT INTO entry (who) VALUES (?)", who);
	}

	static int reigns(DataSource dataSource) {
		Integer count = new JdbcTemplate(dataSource).queryForObject("SELECT COUNT(*) FROM leader_election_reign",
				Integer.class);
		return (count != null) ? count : 0;
	}

	private ApplicationContextRunner instance(String id, DataSource dataSource) {
		return new ApplicationContextRunner()
			.withConfiguration(AutoConfigurations.of(DataSourceTransactionManagerAutoConfiguration.class,
					LeaderElectionJdbcStoreAutoConfiguration.class, LeaderElectionTransactionAutoConfiguration.class,
					LeaderElectionAutoConfiguration.class, LeaderElectionGateAutoConfiguration.class))
			.withBean(DataSource.class, () -> dataSource)
			.withBean(JdbcTemplate.class, () -> new JdbcTemplate(dataSource))
			.withBean(Jobs.class)
			.withPropertyValues("leader-election.store=jdbc", "leader-election.jdbc.initialize-schema=always",
					"leader-election.cluster=" + this.cluster, "leader-election.node-id=" + id,
					"leader-election.lease-duration=" + LEASE.toMillis() + "ms",
					"leader-election.retry-interval=" + RETRY.toMillis() + "ms", "leader-election.assume-new=true");
	}

	@Test
	void oldLeaderThatWakesInMidTransactionCommitsNothingAndHasDelayedNobody() {
		Assumptions.assumeTrue(isPatient());
		CutOffDataSource ofA = new CutOffDataSource(seen(pool()));
		instance("a", ofA).run((a) -> {
			Standalone.awaitLeader(a);
			instance("b", new CutOffDataSource(seen(pool()))).run((b) -> {
				LeaderElector.Eligibility ofB = pauseWhileLeads(b, a);
				assertThatExceptionOfType(NotLeaderException.class)
					.isThrownBy(() -> a.getBean(Jobs.class).enter("a", () -> {
						ofA.cutOffTheStore();
						ofB.resume();
						Standalone.awaitLeader(b);
						CompletableFuture.runAsync(() -> enterAsLeader(b)).join();
					}));
				assertThat(entries()).containsExactly("b");
			});
		});
	}

	/**
	 * A machine that stands still for a lease while the second instance starts ends the
	 * leadership of the first one. That leads again while the second one is paused.
	 */
	private static LeaderElector.Eligibility pauseWhileLeads(ApplicationContext second, ApplicationContext first) {
		LeaderElector.Eligibility paused = second.getBean("leaderElector", LeaderElector.class).eligibility();
		paused.pause().toCompletableFuture().join();
		Standalone.awaitLeader(first);
		return paused;
	}

	/**
	 * A machine that stands still for a lease costs one try, and no entry is left of it.
	 */
	private static void enterAsLeader(ApplicationContext b) {
		Awaitility.await()
			.atMost(Standalone.PATIENCE)
			.ignoreExceptionsInstanceOf(NotLeaderException.class)
			.untilAsserted(() -> b.getBean(Jobs.class).enter("b", () -> {
			}));
	}

	/**
	 * A machine that stands still for a lease costs the job, but not the next one of
	 * whoever leads then.
	 */
	@Test
	void jobOfManyLeasesKeepsItsLeadershipAndCommits() {
		Assumptions.assumeTrue(isPatient());
		instance("a", new CutOffDataSource(seen(pool()))).run((a) -> {
			Standalone.awaitLeader(a);
			instance("b", new CutOffDataSource(seen(pool()))).run((b) -> Awaitility.await()
				.atMost(Standalone.PATIENCE)
				.ignoreExceptionsInstanceOf(NotLeaderException.class)
				.untilAsserted(() -> {
					boolean aLeads = a.getBean(LeaderElector.class).isLeader();
					String leader = aLeads ? "a" : "b";
					(aLeads ? a : b).getBean(Jobs.class).enter(leader, () -> awaitRenewals(LEASES * RENEWALS_A_LEASE));
					assertThat(entries()).containsExactly(leader);
				}));
		});
	}

	private void awaitRenewals(int count) {
		long first = writes();
		Awaitility.await().atMost(Standalone.PATIENCE).until(() -> writes() >= first + count);
	}

	/** The version of a lease counts them. */
	private long writes() {
		String version = new JdbcTemplate(pool()).queryForObject(
				"SELECT version FROM leader_election_lease WHERE cluster_name = ?", String.class, this.cluster);
		return Long.parseLong(version.substring(0, version.indexOf('-')));
	}

	@Test
	void leaderThatIsFrozenBetweenCheckAndCommitIsEndedByTheDatabaseAndSucceededInTime() {
		Assumptions.assumeFalse(limits(pool()).isEmpty(), "This database ends no idle transaction");
		Freeze freeze = new Freeze();
		CutOffDataSource ofA = new CutOffDataSource(seen(pool()));
		instance("a", ofA).run((a) -> {
			Standalone.awaitLeader(a);
			instance("b", new CutOffDataSource(seen(pool()))).run((b) -> {
				LeaderElector.Eligibility ofB = pauseWhileLeads(b, a);
				a.getBean(JdbcTransactionManager.class).addListener(freeze);
				AtomicLong session = new AtomicLong();
				CompletableFuture<Void> frozen = CompletableFuture.runAsync(() -> a.getBean(Jobs.class)
					.enter("a", () -> session.set(session(a.getBean(JdbcTemplate.class)))));
				try {
					assertThat(freeze.begun.await(Standalone.PATIENCE.toSeconds(), TimeUnit.SECONDS)).isTrue();
					ofA.cutOffTheStore();
					ofB.resume();
					Awaitility.await().atMost(Standalone.PATIENCE).until(() -> !isOpen(session.get()));
					assertThat(freeze.age()).as("when the database ended the transaction")
						.isLessThanOrEqualTo(LEASE.plus(SLACK));
					Standalone.awaitLeader(b);
					assertThat(freeze.age()).as("when another leads")
						.isLessThanOrEqualTo(LEASE.multipliedBy(2).plus(RETRY.multipliedBy(2)).plus(SLACK));
					enterAsLeader(b);
				}
				finally {
					freeze.end.countDown();
				}
				assertThatThrownBy(frozen::join).isInstanceOf(CompletionException.class);
			});
		});
		assertThat(entries()).containsExactly("b");
	}

	/**
	 * A process that stands still between the check and the commit.
	 */
	private static final class Freeze implements TransactionExecutionListener {

		private final CountDownLatch begun = new CountDownLatch(1);

		private final CountDownLatch end = new CountDownLatch(1);

		private volatile long sinceNanos;

		Duration age() {
			return Duration.ofNanos(System.nanoTime() - this.sinceNanos);
		}

		@Override
		public void beforeCommit(TransactionExecution transaction) {
			this.sinceNanos = System.nanoTime();
			this.begun.countDown();
			try {
				this.end.await();
			}
			catch (InterruptedException ex) {
				throw new IllegalStateException(ex);
			}
		}

	}

	static class Jobs {

		private final JdbcTemplate jdbc;

		Jobs(JdbcTemplate jdbc) {
			this.jdbc = jdbc;
		}

		@LeaderOnly(transactional = true, onFollower = LeaderOnly.OnFollower.THROW)
		void enter(String who, Runnable then) {
			this.jdbc.update("INSERT INTO entry (who) VALUES (?)", who);
			then.run();
		}

	}

}
