package io.github.leaderelection.sample;

import java.time.Duration;
import java.time.LocalDateTime;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

import io.github.leaderelection.LeaderElector;
import io.github.leaderelection.NodeId;
import io.github.leaderelection.spring.LeadershipContext;
import io.github.leaderelection.spring.LeadershipContextHolder;
import io.github.leaderelection.test.TestElection;
import io.github.leaderelection.test.autoconfigure.AutoConfigureLeaderElection;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.mockito.BDDMockito;
import org.mockito.Mockito;

import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.scheduling.TaskScheduler;
import org.springframework.test.context.bean.override.mockito.MockitoBean;

import static io.github.leaderelection.test.assertj.LeaderElectionAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link NightlyJobs}: which of them run, decided by the test.
 */
@SpringBootTest(properties = { "spring.datasource.url=jdbc:h2:mem:nightly-jobs-tests;DB_CLOSE_DELAY=-1",
		"sample.jobs.close-books.takes=500ms" })
@AutoConfigureLeaderElection(leading = true)
class NightlyJobsTests {

	private static final Duration PATIENCE = Duration.ofMinutes(1);

	@Autowired
	private TestElection election;

	@Autowired
	private LeaderElector elector;

	@Autowired
	private NightlyJobs jobs;

	@Autowired
	private RunRecorder recorder;

	@Autowired
	private JdbcClient jdbc;

	/** Runs nothing: it is the test that calls the jobs. */
	@MockitoBean
	private TaskScheduler scheduler;

	@BeforeEach
	void clear() {
		this.jdbc.sql("delete from job_run").update();
		this.jdbc.sql("delete from invoice").update();
	}

	@Test
	void jobRunsOnTheLeaderUnderItsFencingToken() {
		this.jdbc.sql("insert into invoice (state, due_at) values ('PAID', :now)")
			.param("now", LocalDateTime.now())
			.update();
		this.jobs.reconcileInvoices();
		assertThat(this.recorder.latest(10)).singleElement().satisfies((run) -> {
			assertThat(run.job()).isEqualTo("reconcile-invoices");
			assertThat(run.outcome()).isEqualTo("done");
			assertThat(run.items()).isEqualTo(1);
			assertThat(this.elector).hasFencingToken(run.fencingToken());
		});
	}

	@Test
	void runIsRecordedUnderTheTokenOfTheWorkAndNotUnderThatOfANewerGrant() {
		long newer = this.elector.leadership().orElseThrow().fencingToken();
		LeadershipContext work = Mockito.mock(LeadershipContext.class);
		BDDMockito.given(work.fencingToken()).willReturn(newer - 1);
		BDDMockito.given(work.isStillLeader()).willReturn(true);
		LeadershipContextHolder.set(work);
		try {
			this.recorder.run("by-hand", () -> 1);
		}
		finally {
			LeadershipContextHolder.set(null);
		}
		assertThat(this.recorder.latest(10)).singleElement()
			.satisfies((run) -> assertThat(run.fencingToken()).isEqualTo(newer - 1));
	}

	@Test
	void noJobRunsOnAFollower() {
		this.election.leader(NodeId.of("localhost:8082"));
		runAll();
		assertThat(this.recorder.latest(10)).isEmpty();
	}

	@Test
	void noJobRunsAfterTheLeaseHasRunOutUntilTheNextGrant() {
		this.jobs.purgeSessions();
		this.election.expireLease();
		runAll();
		this.election.grant();
		this.jobs.purgeSessions();
		List<JobRun> runs = this.recorder.latest(10);
		assertThat(runs).extracting(JobRun::job).containsExactly("purge-sessions", "purge-sessions");
		assertThat(runs.get(0).fencingToken()).isGreaterThan(runs.get(1).fencingToken());
	}

	@Test
	void runningJobIsAwaitedWhileNoOtherIsAdmitted() {
		CompletableFuture<Void> closing = CompletableFuture.runAsync(this.jobs::closeBooks);
		Awaitility.await().atMost(PATIENCE).until(() -> !this.recorder.latest(10).isEmpty());
		CompletableFuture<Void> resigned = this.elector.resign().toCompletableFuture();
		assertThat(this.elector).admitsNoWork();
		this.jobs.reconcileInvoices();
		resigned.orTimeout(PATIENCE.toSeconds(), TimeUnit.SECONDS).join();
		closing.orTimeout(PATIENCE.toSeconds(), TimeUnit.SECONDS).join();
		assertThat(this.recorder.latest(10)).singleElement().satisfies((run) -> {
			assertThat(run.job()).isEqualTo("close-books");
			assertThat(run.outcome()).isEqualTo("done");
		});
		assertThat(this.elector).isFollower();
	}

	@Test
	void jobOfAFormerLeaderIsRefusedByTheDatabase() {
		this.jobs.purgeSessions();
		this.jdbc.sql("update job_run set fencing_token = fencing_token + 1000").update();
		this.jobs.reconcileInvoices();
		assertThat(this.recorder.latest(10)).extracting(JobRun::job).containsExactly("purge-sessions");
	}

	private void runAll() {
		this.jobs.reconcileInvoices();
		this.jobs.sendReminders();
		this.jobs.purgeSessions();
		this.jobs.closeBooks();
	}

}
