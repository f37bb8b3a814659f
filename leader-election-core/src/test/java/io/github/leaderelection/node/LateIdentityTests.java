package io.github.leaderelection.node;

import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;

import io.github.leaderelection.ElectionNode;
import io.github.leaderelection.ElectionStatus.MemberStatus;
import io.github.leaderelection.LeaderElector;
import io.github.leaderelection.LeaderWork;
import io.github.leaderelection.Leadership;
import io.github.leaderelection.LeadershipListener;
import io.github.leaderelection.Member;
import io.github.leaderelection.MemberState;
import io.github.leaderelection.NodeId;
import io.github.leaderelection.RevocationReason;
import io.github.leaderelection.WorkInFlight;
import io.github.leaderelection.internal.flapping.FlappingSettings;
import io.github.leaderelection.internal.runtime.ElectorInternals;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Tests for a node that learns who it is when it starts.
 */
class LateIdentityTests {

	private static final NodeId A = NodeId.of("a");

	private static final NodeId B = NodeId.of("b");

	private final AtomicReference<NodeId> later = new AtomicReference<>(A);

	private final ElectionNode node = provisional().build(this::isAnother);

	private final LeaderElector elector = this.node.elector("default");

	@AfterEach
	void close() {
		this.node.close();
	}

	private @Nullable NodeId before;

	private boolean isAnother(ElectionNodeBuilder builder) {
		NodeId now = this.later.get();
		boolean another = !now.equals(this.before);
		this.before = now;
		builder.id(now);
		return another;
	}

	private static ElectionNodeBuilder provisional() {
		return ElectionNodeBuilder.forNode(NodeId.of("unresolved"))
			.group("default", GroupOptions.defaults().withLease(Duration.ofMinutes(1)))
			.drainTimeout(Duration.ofHours(1))
			.flapping(new FlappingSettings(5, Duration.ofMinutes(2)));
	}

	@Test
	void itAnswersAsOnAFollowerBeforeTheStart() {
		assertThat(this.node.id()).isEqualTo(NodeId.of("unresolved"));
		assertThat(this.elector.isLeader()).isFalse();
		assertThat(this.elector.leadership()).isEmpty();
		assertThat(this.elector.leader()).isEmpty();
		assertThat(this.elector.beginWork()).isNull();
		assertThat(this.elector.workInFlight()).isEqualTo(WorkInFlight.NONE);
		assertThat(this.elector.broadcasts().last()).isEmpty();
		assertThat(this.elector.status().problems()).singleElement().asString().startsWith("not started");
		assertThat(List.of(this.elector.resign(), this.elector.transferTo(B), this.elector.broadcasts().send("text")))
			.allSatisfy((refused) -> assertThat(refused.toCompletableFuture()).failsWithin(Duration.ZERO)
				.withThrowableThat()
				.withMessageContaining("start it first"));
	}

	@Test
	void otherMembersAreUnknownUntilTheStart() {
		ElectionNode many = provisional()
			.members(List.of(new Member(A, URI.create("http://host-a")), new Member(B, URI.create("http://host-b"))))
			.build(this::isAnother);
		assertThat(many.elector("default").status().members()).containsExactly(unknown(A, "http://host-a"),
				unknown(B, "http://host-b"));
	}

	private static MemberStatus unknown(NodeId id, String url) {
		return new MemberStatus(id, url, MemberState.UNKNOWN, false, null, null, null);
	}

	@Test
	void whatWasSeenIsToldOnceThereIsANodeToSeeIt() {
		ElectorInternals internals = ElectorInternals.of(this.elector);
		assertThat(internals.flapping()).isEmpty();
		assertThat(internals.disagreements()).isEmpty();
		this.node.start();
		assertThat(internals.flapping())
			.hasValueSatisfying((seen) -> assertThat(seen.window()).isEqualTo(Duration.ofMinutes(2)));
	}

	@Test
	void listenersOfBeforeTheStartHearOfIt() throws InterruptedException {
		CountDownLatch granted = new CountDownLatch(2);
		this.elector.addListener(new LeadershipListener() {
			@Override
			public void onGranted(Leadership leadership) {
				granted.countDown();
			}
		});
		this.node.start();
		awaitLeader();
		this.node.close();
		this.later.set(B);
		this.node.start();
		assertThat(granted.await(30, TimeUnit.SECONDS)).isTrue();
	}

	@Test
	void itIsWhoItBecomesAtEachStart() {
		for (NodeId id : List.of(A, B)) {
			this.later.set(id);
			this.node.start();
			assertThat(this.node.id()).isEqualTo(id);
			awaitLeader();
			assertThat(this.elector.leader()).hasValueSatisfying((leader) -> assertThat(leader.id()).isEqualTo(id));
			this.node.close();
			assertThat(this.elector.status().node()).isEqualTo(id);
		}
	}

	@Test
	void aStartFailsByWhatSaysWhoItIs() {
		ElectionNode many = provisional().build((builder) -> {
			builder.id(A).members(List.of(new Member(A, null), new Member(B, null)));
			return true;
		});
		assertThatExceptionOfType(IllegalArgumentException.class).isThrownBy(many::start)
			.withMessageContaining("no transport");
		assertThat(many.isRunning()).isFalse();
	}

	@Test
	void pauseBeforeThereIsANodeHoldsFromItsFirstStart() {
		assertThat(this.elector.eligibility().pause().toCompletableFuture()).isCompleted();
		ElectorInternals.of(this.elector).ineligible("its index is being built");
		assertThat(this.elector.eligibility().isPaused()).isTrue();
		assertThat(this.elector.status().problems()).hasSize(3)
			.anyMatch((problem) -> problem.contains("paused"))
			.anyMatch((problem) -> problem.contains("its index is being built"));
		this.node.start();
		assertThat(this.elector.eligibility().isPaused()).isTrue();
		assertThat(this.elector.status().problems()).noneMatch((problem) -> problem.startsWith("not started"))
			.anyMatch((problem) -> problem.contains("paused"))
			.anyMatch((problem) -> problem.contains("its index is being built"));
	}

	@Test
	void pauseOfOneNodeHoldsForTheNext() {
		this.node.start();
		this.elector.eligibility().pause();
		this.node.close();
		this.later.set(B);
		this.node.start();
		assertThat(this.elector.eligibility().isPaused()).isTrue();
		this.elector.eligibility().resume();
		assertThat(this.elector.eligibility().isPaused()).isFalse();
		awaitLeader();
	}

	@Test
	void idleLeaderLeavesBeforeItsNodeStops() {
		AtomicReference<RevocationReason> ended = new AtomicReference<>();
		this.elector.addListener(new LeadershipListener() {
			@Override
			public void onRevoked(Leadership leadership, RevocationReason reason) {
				ended.set(reason);
			}
		});
		this.node.start();
		awaitLeader();
		ElectorInternals.of(this.elector).leaveIfIdle();
		Awaitility.await().atMost(Duration.ofSeconds(60)).until(() -> ended.get() == RevocationReason.STOPPED);
		assertThat(this.elector.isLeader()).isFalse();
		assertThat(this.node.isRunning()).isTrue();
		this.node.close();
		this.node.start();
		awaitLeader();
	}

	@Test
	void leaderThatIsAtWorkGoesOnAndBeginsNoMore() {
		this.node.start();
		awaitLeader();
		LeaderWork work = this.elector.beginWork();
		assertThat(work).isNotNull();
		long token = this.elector.status().fencingToken();
		ElectorInternals.of(this.elector).leaveIfIdle();
		assertThat(this.elector.beginWork()).isNull();
		// answered behind whatever was asked before it
		assertThat(this.elector.transferTo(B).toCompletableFuture()).failsWithin(Duration.ofSeconds(60));
		assertThat(this.elector.isLeader()).isTrue();
		assertThat(this.elector.status().fencingToken()).isEqualTo(token);
		assertThat(this.elector.leadership().orElseThrow().isDraining()).isFalse();
		work.close();
	}

	@Test
	void drainThatIsEndedAwaitsNoWork() {
		this.node.start();
		awaitLeader();
		LeaderWork work = this.elector.beginWork();
		assertThat(work).isNotNull();
		ElectorInternals.of(this.elector).endDrain();
		CompletableFuture<Void> resigned = this.elector.resign().toCompletableFuture();
		// answered behind whatever was asked before it
		assertThat(this.elector.transferTo(B).toCompletableFuture()).failsWithin(Duration.ofSeconds(60));
		assertThat(this.elector.leadership().orElseThrow().isDraining()).isTrue();
		assertThat(resigned).isNotDone();
		ElectorInternals.of(this.elector).endDrain();
		assertThat(resigned).succeedsWithin(Duration.ofSeconds(60));
		work.close();
	}

	@Test
	void noWorkBeginsFromTheEndOfTheApplicationToTheNextStart() {
		this.node.start();
		awaitLeader();
		ElectorInternals.of(this.elector).stopAdmitting();
		assertThat(this.elector.beginWork()).isNull();
		assertThat(this.elector.isLeader()).isTrue();
		this.node.close();
		this.node.start();
		Awaitility.await().atMost(Duration.ofSeconds(60)).until(() -> this.elector.runIfLeader(() -> {
		}));
	}

	private void awaitLeader() {
		Awaitility.await().atMost(Duration.ofSeconds(60)).until(this.elector::isLeader);
	}

}
