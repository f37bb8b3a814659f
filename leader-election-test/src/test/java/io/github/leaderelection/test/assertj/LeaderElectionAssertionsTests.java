package io.github.leaderelection.test.assertj;

import java.util.function.Consumer;

import io.github.leaderelection.LeaderElector;
import io.github.leaderelection.Leadership;
import io.github.leaderelection.LeadershipListener;
import io.github.leaderelection.NodeId;
import io.github.leaderelection.RevocationReason;
import io.github.leaderelection.test.LeadershipRecorder;
import io.github.leaderelection.test.LeadershipRecorder.Granted;
import io.github.leaderelection.test.TestElection;
import io.github.leaderelection.test.cluster.TestCluster;
import org.junit.jupiter.api.Test;
import org.mockito.ArgumentCaptor;
import org.mockito.Mockito;

import static io.github.leaderelection.test.assertj.LeaderElectionAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Tests for {@link LeaderElectionAssertions}: each passes where it holds, and fails, with
 * words that help, where it does not.
 */
class LeaderElectionAssertionsTests {

	private static final NodeId OTHER = NodeId.of("other-node");

	private final LeaderElector leading = TestElection.leading().elector();

	private final TestElection following = TestElection.following();

	private final LeaderElector follower = this.following.elector();

	@Test
	void leader() {
		assertThat(this.leading).isLeader();
		fails(() -> assertThat(this.follower).isLeader(), "to lead group 'default'", "role=FOLLOWER");
	}

	@Test
	void follower() {
		assertThat(this.follower).isFollower();
		fails(() -> assertThat(this.leading).isFollower(), "not to lead group 'default'", "role=LEADER");
	}

	@Test
	void fencingToken() {
		assertThat(this.leading).hasFencingToken(1).hasFencingTokenGreaterThan(0);
		fails(() -> assertThat(this.leading).hasFencingToken(2), "token 2", "is 1");
		fails(() -> assertThat(this.leading).hasFencingTokenGreaterThan(1), "above 1", "is 1");
		fails(() -> assertThat(this.follower).hasFencingTokenGreaterThan(0), "holds no fencing token");
	}

	@Test
	void admission() {
		assertThat(this.leading).admitsWork();
		assertThat(this.follower).admitsNoWork();
		fails(() -> assertThat(this.leading).admitsNoWork(), "to admit no leader-only work");
		fails(() -> assertThat(this.follower).admitsWork(), "to admit leader-only work");
	}

	@Test
	void admissionThatWasTriedIsNoWorkInFlight() {
		assertThat(this.leading).admitsWork();
		assertThat(this.leading.resign()).isCompleted();
	}

	@Test
	void knownLeader() {
		assertThat(this.leading).knowsLeader("test-node");
		assertThat(this.follower).knowsNoLeader();
		fails(() -> assertThat(this.follower).knowsLeader(OTHER), "'other-node'", "none is");
		this.following.leader(OTHER);
		assertThat(this.follower).knowsLeader(OTHER).isFollower();
		fails(() -> assertThat(this.follower).knowsNoLeader(), "is 'other-node'");
		fails(() -> assertThat(this.leading).knowsLeader(OTHER), "'other-node'", "is 'test-node'");
	}

	@Test
	void ownDescriptionIsShown() {
		fails(() -> assertThat(this.follower).as("after the restart").isLeader(), "[after the restart]");
		fails(() -> assertThat((LeaderElector) null).isLeader(), "not to be null");
	}

	@Test
	void cluster() {
		try (TestCluster cluster = TestCluster.of("a")) {
			NodeId leader = cluster.awaitAgreement();
			// What does not change while nobody touches it is asserted first.
			cluster.stop(leader);
			assertThat(cluster).hasNoLeader();
			assertThat(cluster.group()).hasNoLeader();
			fails(() -> assertThat(cluster).hasExactlyOneLeader(), "exactly one leader", "[]", "a: FOLLOWER");
			fails(() -> assertThat(cluster).isLedBy(leader), "to be led by 'a'");
			fails(() -> assertThat(cluster).agreesOnLeader(), "all nodes to name one leader");
		}
	}

	@Test
	void grants() {
		LeadershipRecorder recorder = LeadershipRecorder.of(this.follower);
		assertThat(recorder).neverGranted();
		fails(() -> assertThat(recorder).grantedOnce(), "1 leaderships", "[]");
		this.following.grant();
		assertThat(recorder).grantedOnce().revokedFor();
		fails(() -> assertThat(recorder).neverGranted(), "0 leaderships", "Granted[fencingToken=1, term=1]");
		fails(() -> assertThat(recorder).heardExactly(new Granted(1, 1)), "LeaderChanged[leader=test-node]");
		this.following.revoke(RevocationReason.STALLED);
		this.following.grant();
		assertThat(recorder).granted(2).revokedFor(RevocationReason.STALLED);
		fails(() -> assertThat(recorder).revokedFor(RevocationReason.RESIGNED), "[RESIGNED]", "STALLED");
	}

	@Test
	void pairsOfGrantAndRevocation() {
		heard((listener) -> {
			listener.onGranted(grant(1));
			listener.onRevoked(grant(1), RevocationReason.STOPPED);
			listener.onGranted(grant(2));
		}, (recorder) -> assertThat(recorder).pairsEveryGrantWithOneRevocation().hasRisingFencingTokens());
		heard((listener) -> {
			listener.onGranted(grant(1));
			listener.onGranted(grant(2));
		}, (recorder) -> fails(() -> assertThat(recorder).pairsEveryGrantWithOneRevocation(),
				"leadership 1 to be revoked before leadership 2"));
		heard((listener) -> {
			listener.onGranted(grant(1));
			listener.onRevoked(grant(1), RevocationReason.STOPPED);
			listener.onRevoked(grant(1), RevocationReason.STOPPED);
		}, (recorder) -> fails(() -> assertThat(recorder).pairsEveryGrantWithOneRevocation(),
				"a revocation of nothing"));
		heard((listener) -> {
			listener.onGranted(grant(1));
			listener.onRevoked(grant(2), RevocationReason.STOPPED);
		}, (recorder) -> fails(() -> assertThat(recorder).pairsEveryGrantWithOneRevocation(),
				"a revocation of leadership 1"));
		heard((listener) -> {
			listener.onGranted(grant(2));
			listener.onGranted(grant(1));
		}, (recorder) -> fails(() -> assertThat(recorder).hasRisingFencingTokens(), "[2, 1]"));
	}

	@Test
	void recorderForgetsAndRecordsNoMoreOnceItIsClosed() {
		LeadershipRecorder recorder = LeadershipRecorder.of(this.follower);
		this.following.grant();
		recorder.clear();
		assertThat(recorder.entries()).isEmpty();
		this.following.revoke(RevocationReason.RESIGNED);
		recorder.close();
		this.following.grant();
		assertThat(recorder).neverGranted().revokedFor(RevocationReason.RESIGNED);
	}

	/** An elector that tells what no elector should. */
	private static void heard(Consumer<LeadershipListener> told, Consumer<LeadershipRecorder> assertion) {
		LeaderElector elector = Mockito.mock(LeaderElector.class);
		ArgumentCaptor<LeadershipListener> listener = ArgumentCaptor.forClass(LeadershipListener.class);
		LeadershipRecorder recorder = LeadershipRecorder.of(elector);
		Mockito.verify(elector).addListener(listener.capture());
		told.accept(listener.getValue());
		assertion.accept(recorder);
	}

	private static Leadership grant(long token) {
		Leadership leadership = Mockito.mock(Leadership.class);
		Mockito.when(leadership.fencingToken()).thenReturn(token);
		return leadership;
	}

	private static void fails(Runnable assertion, String... words) {
		assertThatExceptionOfType(AssertionError.class).isThrownBy(assertion::run)
			.satisfies((failure) -> assertThat(failure).message().contains(words));
	}

}
