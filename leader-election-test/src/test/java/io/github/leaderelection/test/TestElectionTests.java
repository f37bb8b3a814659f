package io.github.leaderelection.test;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;

import io.github.leaderelection.ElectionRequestException;
import io.github.leaderelection.LeaderBroadcast;
import io.github.leaderelection.LeaderElector;
import io.github.leaderelection.LeaderWork;
import io.github.leaderelection.Leadership;
import io.github.leaderelection.LeadershipListener;
import io.github.leaderelection.NodeId;
import io.github.leaderelection.RevocationReason;
import io.github.leaderelection.Role;
import io.github.leaderelection.internal.runtime.ElectorInternals;
import io.github.leaderelection.node.GroupOptions;
import io.github.leaderelection.test.LeadershipRecorder.Granted;
import io.github.leaderelection.test.LeadershipRecorder.LeaderChanged;
import io.github.leaderelection.test.LeadershipRecorder.Revoked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import static io.github.leaderelection.test.assertj.LeaderElectionAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

/**
 * Tests for {@link TestElection}.
 */
class TestElectionTests {

	private static final NodeId SELF = NodeId.of("test-node");

	private static final NodeId OTHER = NodeId.of("other-node");

	private final TestElection election = TestElection.following();

	private final LeaderElector elector = this.election.elector();

	private final LeadershipRecorder recorder = LeadershipRecorder.of(this.elector);

	@Test
	void leadsAtFirstOnlyIfItIsTo() {
		assertThat(this.elector).isFollower().knowsNoLeader().admitsNoWork();
		assertThat(TestElection.leading().elector()).isLeader().knowsLeader(SELF).admitsWork();
	}

	@Test
	void grantAndRevocationAreHeardWhenTheCallReturns() {
		this.election.grant();
		assertThat(this.elector).isLeader().hasFencingToken(1).admitsWork();
		this.election.revoke(RevocationReason.SUPERSEDED);
		assertThat(this.elector).isFollower().knowsNoLeader().admitsNoWork();
		assertThat(this.recorder).heardExactly(new Granted(1, 1), new LeaderChanged(SELF),
				new Revoked(1, RevocationReason.SUPERSEDED), new LeaderChanged(null));
	}

	@Test
	void fencingTokensRiseFromGrantToGrantWhoeverLeads() {
		for (int i = 0; i < 3; i++) {
			this.election.grant();
			this.election.revoke(RevocationReason.RESIGNED);
			this.election.leader(OTHER);
		}
		assertThat(this.recorder).granted(3).hasRisingFencingTokens().pairsEveryGrantWithOneRevocation();
		assertThat(this.recorder.grants()).extracting(Granted::fencingToken).containsExactly(1L, 3L, 5L);
		assertThat(this.elector.leader().orElseThrow().fencingToken()).isEqualTo(6);
	}

	@Test
	void broadcastIsKnownWhenItIsHeardAndCountedUnderEachGrant() {
		List<LeaderBroadcast> heard = new CopyOnWriteArrayList<>();
		this.elector.addListener(new LeadershipListener() {
			@Override
			public void onBroadcast(LeaderBroadcast broadcast) {
				assertThat(TestElectionTests.this.elector.broadcasts().last().orElseThrow().isAfter(broadcast))
					.isFalse();
				heard.add(broadcast);
			}
		});
		assertThat(this.elector.broadcasts().last()).isEmpty();
		this.election.grant();
		this.elector.broadcasts().send("one").toCompletableFuture().join();
		this.elector.broadcasts().send("two").toCompletableFuture().join();
		this.election.revoke(RevocationReason.RESIGNED);
		assertThat(this.elector.broadcasts().last()).contains(new LeaderBroadcast(SELF, 1, 2, "two"));
		this.election.grant();
		this.elector.broadcasts().send("three").toCompletableFuture().join();
		this.election.revoke(RevocationReason.RESIGNED);
		assertThat(heard).containsExactly(new LeaderBroadcast(SELF, 1, 1, "one"),
				new LeaderBroadcast(SELF, 1, 2, "two"), new LeaderBroadcast(SELF, 2, 1, "three"));
	}

	@Test
	void listenerThatComesLateHearsTheLastBroadcastFirst() {
		this.election.grant();
		this.elector.broadcasts().send("one").toCompletableFuture().join();
		this.elector.broadcasts().send("two").toCompletableFuture().join();
		List<String> heard = new CopyOnWriteArrayList<>();
		this.elector.addListener(new LeadershipListener() {
			@Override
			public void onBroadcast(LeaderBroadcast broadcast) {
				heard.add(broadcast.text());
			}
		});
		this.election.revoke(RevocationReason.RESIGNED);
		assertThat(heard).containsExactly("two");
	}

	@Test
	void broadcastIsRefusedWhereThisNodeDoesNotLeadOrTheTextIsTooLong() {
		assertThatExceptionOfType(CompletionException.class)
			.isThrownBy(() -> this.elector.broadcasts().send("text").toCompletableFuture().join())
			.withCauseInstanceOf(ElectionRequestException.class)
			.withMessageContaining("ask the leader");
		this.election.grant();
		assertThatExceptionOfType(CompletionException.class)
			.isThrownBy(() -> this.elector.broadcasts().send("x".repeat(1025)).toCompletableFuture().join())
			.withCauseInstanceOf(ElectionRequestException.class)
			.withMessageContainingAll("1024", "1025", "broadcast its location");
		assertThat(this.elector.broadcasts().last()).isEmpty();
	}

	@Test
	void leaderThatIsGrantedLeadershipGoesOn() {
		this.election.grant();
		this.election.grant();
		assertThat(this.recorder).grantedOnce().revokedFor();
	}

	@Test
	void leaseRunsOutOnlyWhenItIsLetTo() {
		this.election.grant();
		Leadership leadership = this.elector.leadership().orElseThrow();
		assertThat(leadership.remaining()).isEqualTo(Duration.ofSeconds(1));
		this.election.expireLease();
		assertThat(leadership.isValid()).isFalse();
		assertThat(this.elector).isFollower().knowsNoLeader();
		assertThat(this.recorder).revokedFor(RevocationReason.LEASE_EXPIRED).pairsEveryGrantWithOneRevocation();
		this.election.grant();
		assertThat(this.elector).isLeader().hasFencingTokenGreaterThan(leadership.fencingToken());
	}

	@Test
	void timeThatGoesByShortensTheLeaseAndEndsIt() {
		this.election.grant();
		this.election.advance(Duration.ofMillis(400));
		assertThat(this.elector.leadership().orElseThrow().remaining()).isEqualTo(Duration.ofMillis(600));
		this.election.advance(Duration.ofMillis(600));
		assertThat(this.elector).isFollower();
		assertThat(this.recorder).revokedFor(RevocationReason.LEASE_EXPIRED);
		this.election.advance(Duration.ofSeconds(30));
		assertThat(this.elector.status().leaderlessFor()).isEqualTo(Duration.ofSeconds(30));
	}

	@Test
	void anotherLeaderSupersedesThisNode() {
		this.election.grant();
		this.election.leader(OTHER);
		assertThat(this.elector).isFollower().knowsLeader("other-node");
		assertThat(this.recorder).heardExactly(new Granted(1, 1), new LeaderChanged(SELF),
				new Revoked(1, RevocationReason.SUPERSEDED), new LeaderChanged(null), new LeaderChanged(OTHER));
		this.election.leader(OTHER);
		assertThat(this.recorder.entries()).hasSize(5);
		this.election.loseLeader();
		assertThat(this.elector).knowsNoLeader();
	}

	@Test
	void statusTellsWhatIsSo() {
		assertThat(this.elector.status().role()).isEqualTo(Role.FOLLOWER);
		this.election.grant();
		assertThat(this.elector.status().role()).isEqualTo(Role.LEADER);
		assertThat(this.elector.status().fencingToken()).isEqualTo(1);
		assertThat(this.elector.status().problems()).isEmpty();
		assertThat(this.elector.status().failed()).isFalse();
	}

	@Test
	void resignationAwaitsRunningWork() {
		this.election.grant();
		CompletableFuture<Void> resigned;
		try (LeaderWork work = this.elector.beginWork()) {
			resigned = this.elector.resign().toCompletableFuture();
			assertThat(resigned).isNotDone();
			assertThat(this.elector).isLeader().admitsNoWork();
			assertThat(work.leadership().isDraining()).isTrue();
		}
		assertThat(resigned).isCompleted();
		assertThat(this.elector).isFollower();
		assertThat(this.recorder).revokedFor(RevocationReason.RESIGNED);
	}

	@Test
	void resignationIsAwaitedNoLongerThanTheDrainTime() {
		TestElection hurried = TestElection.builder()
			.group("default", GroupOptions.defaults().withLease(Duration.ofMinutes(1)))
			.leading(true)
			.build();
		hurried.node().start();
		LeadershipRecorder heard = LeadershipRecorder.of(hurried.elector());
		LeaderWork work = hurried.elector().beginWork();
		CompletableFuture<Void> resigned = hurried.elector().resign().toCompletableFuture();
		hurried.advance(Duration.ofSeconds(20));
		assertThat(resigned).isCompleted();
		assertThat(heard).revokedFor(RevocationReason.RESIGNED);
		work.close();
		assertThat(heard).revokedFor(RevocationReason.RESIGNED);
	}

	@Test
	void nodeThatIsPausedGivesUpAndCannotLeadUntilItIsResumed() {
		this.election.grant();
		CompletableFuture<Void> paused;
		try (LeaderWork work = this.elector.beginWork()) {
			paused = this.elector.eligibility().pause().toCompletableFuture();
			assertThat(work.leadership().isDraining()).isTrue();
			assertThat(paused).isNotDone();
		}
		assertThat(paused).isCompleted();
		assertThat(this.recorder).revokedFor(RevocationReason.INELIGIBLE);
		assertThatIllegalStateException().isThrownBy(this.election::grant).withMessageContaining("resume()");
		assertThat(this.elector.eligibility().resume()).isCompleted();
		this.election.grant();
		assertThat(this.elector).isLeader();
	}

	@Test
	void resetResumesANodeThatIsPaused() {
		TestElection leading = TestElection.leading();
		assertThat(leading.elector().eligibility().pause()).isCompleted();
		leading.reset();
		assertThat(leading.elector()).isLeader();
		assertThat(leading.elector().eligibility().isPaused()).isFalse();
	}

	@Test
	void leadershipIsHandedOver() {
		this.election.grant();
		assertThat(this.elector.transferTo(OTHER)).isCompleted();
		assertThat(this.elector).isFollower().knowsLeader(OTHER);
		assertThat(this.recorder).revokedFor(RevocationReason.TRANSFERRED);
	}

	@Test
	void requestsThatMakeNoSenseAreRefusedAsInProduction() {
		assertThat(this.elector.resign().toCompletableFuture()).failsWithin(Duration.ZERO)
			.withThrowableThat()
			.withCauseInstanceOf(ElectionRequestException.class)
			.withMessageContaining("does not lead");
		this.election.grant();
		assertThat(this.elector.transferTo(SELF).toCompletableFuture()).failsWithin(Duration.ZERO)
			.withThrowableThat()
			.withCauseInstanceOf(ElectionRequestException.class)
			.withMessageContaining("leads already");
		assertThat(this.elector).isLeader();
	}

	@Test
	void revocationByTheTestAwaitsNothing() {
		this.election.grant();
		LeaderWork work = this.elector.beginWork();
		this.election.revoke(RevocationReason.STALLED);
		assertThat(this.elector).isFollower();
		assertThat(work.leadership().isValid()).isFalse();
		work.close();
		assertThat(this.recorder).revokedFor(RevocationReason.STALLED);
	}

	@Test
	void grantWhileLeadershipIsGivenUpIsANewOne() {
		this.election.grant();
		LeaderWork work = this.elector.beginWork();
		CompletableFuture<Void> resigned = this.elector.resign().toCompletableFuture();
		this.election.grant();
		assertThat(resigned).isCompleted();
		assertThat(this.elector).isLeader().admitsWork().hasFencingToken(2);
		work.close();
		assertThat(this.elector).isLeader().hasFencingToken(2);
	}

	@Test
	void groupsAreDecidedEachForItself() {
		TestElection groups = TestElection.leading("default", "billing");
		groups.expireLease("billing");
		assertThat(groups.elector("billing")).isFollower();
		assertThat(groups.elector("default")).isLeader();
		assertThat(groups.elector("default").leadership().orElseThrow().remaining()).isEqualTo(Duration.ofSeconds(1));
		groups.leader("billing", OTHER);
		groups.revoke("default", RevocationReason.STALLED);
		groups.grant("billing");
		assertThat(groups.elector("billing")).isLeader();
		assertThat(groups.elector("default")).isFollower();
		groups.revoke(RevocationReason.STALLED);
		assertThat(groups.elector("billing")).isFollower();
		groups.grant();
		assertThat(groups.elector("billing")).isLeader();
		assertThat(groups.elector("default")).isLeader();
	}

	@Test
	void resetRestoresWhatTheStartLeft() {
		TestElection leading = TestElection.leading();
		LeadershipRecorder heard = LeadershipRecorder.of(leading.elector());
		leading.reset();
		assertThat(heard).grantedOnce().revokedFor();
		leading.expireLease();
		leading.reset();
		assertThat(leading.elector()).isLeader().hasFencingToken(2);
		leading.grant();
		leading.elector().resign();
		leading.leader(OTHER);
		leading.reset();
		assertThat(leading.elector()).isLeader().admitsWork();
		assertThat(heard).granted(3).hasRisingFencingTokens().pairsEveryGrantWithOneRevocation();
	}

	@Test
	void resetOfAFollowerForgetsTheLeaderAndTheTime() {
		this.election.advance(Duration.ofHours(1));
		this.election.leader(OTHER);
		this.election.reset();
		assertThat(this.elector).isFollower().knowsNoLeader();
		assertThat(this.elector.status().leaderlessFor()).isZero();
		this.election.grant();
		this.election.reset();
		assertThat(this.elector).isFollower().knowsNoLeader();
		assertThat(this.recorder).revokedFor(RevocationReason.STOPPED);
	}

	@Test
	void resetEndsAResignationThatWaitsForWork() {
		TestElection leading = TestElection.leading();
		LeaderWork work = leading.elector().beginWork();
		CompletableFuture<Void> resigned = leading.elector().resign().toCompletableFuture();
		leading.reset();
		assertThat(resigned).isDone();
		assertThat(leading.elector()).isLeader().admitsWork().hasFencingToken(2);
		work.close();
		assertThat(leading.elector()).isLeader().hasFencingToken(2);
	}

	@Test
	void resetForgetsThatLeadershipFlapped() {
		for (int i = 0; i < 5; i++) {
			this.election.grant();
			this.election.expireLease();
		}
		assertThat(flaps()).isTrue();
		this.election.reset();
		assertThat(flaps()).isFalse();
	}

	private boolean flaps() {
		return ElectorInternals.of(this.elector).flapping().orElseThrow().ongoing();
	}

	@Test
	void nodeMayBeStoppedAndStartedAgain() {
		this.election.grant();
		this.election.node().close();
		assertThat(this.elector).isFollower();
		assertThat(this.recorder).revokedFor(RevocationReason.STOPPED);
		assertThatIllegalStateException().isThrownBy(this.election::grant)
			.withMessageContaining("not running")
			.withMessageContaining("start it");
		this.election.reset();
		assertThat(this.elector).isFollower();
		this.election.node().start();
		this.election.grant();
		assertThat(this.elector).isLeader().hasFencingToken(2);
	}

	@Test
	@Timeout(value = 30, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
	void stopAwaitsRunningWork() {
		this.election.grant();
		LeaderWork work = this.elector.beginWork();
		CompletableFuture<Void> closed = CompletableFuture.runAsync(this.election.node()::close);
		while (!work.leadership().isDraining()) {
			Thread.onSpinWait();
		}
		assertThat(closed).isNotDone();
		work.close();
		closed.join();
		assertThat(this.recorder).revokedFor(RevocationReason.STOPPED);
	}

	@Test
	void stopAwaitsRunningWorkNoLongerThanTheDrainTime() {
		TestElection hurried = TestElection.builder().drainTimeout(Duration.ZERO).leading(true).build();
		hurried.node().start();
		LeadershipRecorder heard = LeadershipRecorder.of(hurried.elector());
		LeaderWork work = hurried.elector().beginWork();
		hurried.node().close();
		assertThat(work.leadership().isValid()).isFalse();
		assertThat(heard).revokedFor(RevocationReason.STOPPED);
	}

	@Test
	void listenerMayChangeTheElection() {
		List<String> order = new ArrayList<>();
		this.elector.addListener(new LeadershipListener() {

			@Override
			public void onGranted(Leadership leadership) {
				order.add("granted " + leadership.fencingToken());
				if (leadership.fencingToken() < 3) {
					TestElectionTests.this.elector.resign();
					TestElectionTests.this.election.grant();
				}
				order.add("end of granted " + leadership.fencingToken());
			}

			@Override
			public void onRevoked(Leadership leadership, RevocationReason reason) {
				order.add("revoked " + leadership.fencingToken());
			}

		});
		this.election.grant();
		assertThat(order).containsExactly("granted 1", "end of granted 1", "revoked 1", "granted 2", "end of granted 2",
				"revoked 2", "granted 3", "end of granted 3");
		assertThat(this.elector).isLeader().hasFencingToken(3);
	}

	@Test
	void listenerMayWaitForAnotherThreadThatAsksTheElectionSomething() {
		List<String> waited = new ArrayList<>();
		this.elector.addListener(new LeadershipListener() {

			@Override
			public void onGranted(Leadership leadership) {
				CompletableFuture.runAsync(TestElectionTests.this.elector::resign)
					.orTimeout(30, TimeUnit.SECONDS)
					.join();
				waited.add("in vain no more");
			}

		});
		this.election.grant();
		assertThat(waited).containsExactly("in vain no more");
		assertThat(this.elector).isFollower();
		assertThat(this.recorder).grantedOnce().revokedFor(RevocationReason.RESIGNED);
	}

	@Test
	void everythingHappensOnTheCallingThread() {
		List<Thread> threads = new ArrayList<>();
		this.elector.addListener(new LeadershipListener() {

			@Override
			public void onGranted(Leadership leadership) {
				threads.add(Thread.currentThread());
			}

		});
		this.election.grant();
		assertThat(threads).containsExactly(Thread.currentThread());
	}

	@Test
	void manyThreadsLoseNoEvent() {
		int rounds = 200;
		CompletableFuture<?>[] threads = new CompletableFuture<?>[4];
		for (int i = 0; i < threads.length; i++) {
			threads[i] = CompletableFuture.runAsync(() -> {
				for (int round = 0; round < rounds; round++) {
					this.election.grant();
					this.elector.resign();
				}
			});
		}
		CompletableFuture.allOf(threads).orTimeout(60, TimeUnit.SECONDS).join();
		this.election.leader(OTHER);
		assertThat(this.recorder).pairsEveryGrantWithOneRevocation().hasRisingFencingTokens();
		assertThat(this.recorder.grants()).isNotEmpty().hasSameSizeAs(this.recorder.revocations());
	}

	@Test
	void mistakesOfTestsAreTold() {
		assertThatIllegalStateException().isThrownBy(() -> this.election.revoke(RevocationReason.STALLED))
			.withMessageContaining("does not lead")
			.withMessageContaining("grant()");
		assertThatIllegalStateException().isThrownBy(this.election::expireLease).withMessageContaining("Nothing to");
		assertThatIllegalStateException().isThrownBy(() -> this.election.expireLease("default"))
			.withMessageContaining("'default'");
		assertThatIllegalArgumentException().isThrownBy(() -> this.election.leader(SELF))
			.withMessageContaining("grant()");
		assertThatIllegalArgumentException().isThrownBy(() -> this.election.grant("billing"))
			.withMessageContaining("'billing'")
			.withMessageContaining("default");
		assertThatIllegalArgumentException().isThrownBy(() -> this.election.advance(Duration.ZERO))
			.withMessageContaining("PT0S");
		assertThatExceptionOfType(NullPointerException.class).isThrownBy(() -> this.election.revoke(null));
	}

}
