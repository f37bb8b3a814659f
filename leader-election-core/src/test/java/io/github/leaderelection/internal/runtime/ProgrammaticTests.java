package io.github.leaderelection.internal.runtime;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;

import io.github.leaderelection.LeaderInfo;
import io.github.leaderelection.LeaderResult;
import io.github.leaderelection.LeaderSequenceNumber;
import io.github.leaderelection.Leadership;
import io.github.leaderelection.internal.protocol.Effect;
import io.github.leaderelection.internal.protocol.Event;
import org.junit.jupiter.api.Test;

import static io.github.leaderelection.internal.runtime.FakeEffects.grant;
import static io.github.leaderelection.internal.runtime.FakeEffects.revoke;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

/**
 * Tests for what {@link io.github.leaderelection.LeaderElector} offers to code.
 */
class ProgrammaticTests {

	private static final Duration SECOND = Duration.ofSeconds(1);

	private final FakeProtocol protocol = new FakeProtocol(FakeEnvironment.SELF);

	private final FakeEnvironment environment = new FakeEnvironment();

	private GroupElector start() {
		this.protocol.on("win", (input) -> List.of(grant(5, this.environment.lease(SECOND))))
			.on("drain", new Effect.StopAdmitting<>(5))
			.on("lose", revoke(5))
			.on("follow", new Effect.FollowLeader<>(FakeEnvironment.OTHER, 7, 7, true));
		this.environment.group("default", this.protocol).start();
		return this.environment.elector();
	}

	@Test
	void taskRunsOnTheLeaderOnly() {
		GroupElector elector = start();
		List<String> ran = new ArrayList<>();
		assertThat(elector.runIfLeader(() -> ran.add("before"))).isFalse();
		this.environment.receive("win");
		assertThat(elector.runIfLeader(() -> ran.add("leading"))).isTrue();
		this.environment.receive("lose");
		assertThat(elector.runIfLeader(() -> ran.add("after"))).isFalse();
		assertThat(ran).containsExactly("leading");
	}

	@Test
	void whoGaveUpIsAnsweredThoughListenersAreNotYetTold() {
		this.protocol.otherwise((input) -> (input.event() instanceof Event.ResignRequested<FakeMessage> request)
				? List.of(revoke(5), new Effect.Answer<>(request.request(), null)) : List.of());
		this.environment.listenersInline = false;
		GroupElector elector = start();
		elector.addListener(new RecordingListener());
		this.environment.receive("win");
		List<Boolean> leadsWhenAnswered = new ArrayList<>();

		elector.resign().thenRun(() -> leadsWhenAnswered.add(elector.isLeader()));
		this.environment.run();

		assertThat(leadsWhenAnswered).containsExactly(false);
		assertThat(this.environment.tellings).isNotEmpty();
	}

	@Test
	void nothingIsBegunWhileLeadershipIsGivenUp() {
		GroupElector elector = start();
		this.environment.receive("win");
		this.environment.receive("drain");
		assertThat(elector.isLeader()).isTrue();
		assertThat(elector.runIfLeader(() -> {
		})).isFalse();
	}

	@Test
	void callThatGaveNullIsNotOneThatWasSkipped() {
		GroupElector elector = start();
		assertThat(elector.<String, RuntimeException>callIfLeader((leadership) -> null).ran()).isFalse();
		this.environment.receive("win");
		LeaderResult<String> result = elector.callIfLeader((leadership) -> null);
		assertThat(result.ran()).isTrue();
		assertThat(result.orElse("other")).isNull();
	}

	@Test
	void callIsGivenTheGrant() {
		GroupElector elector = start();
		this.environment.receive("win");
		assertThat(elector.callIfLeader(Leadership::fencingToken).orElse(0L)).isEqualTo(5);
	}

	@Test
	void exceptionOfACallIsThrownAsItIsAndItsWorkEnds() {
		GroupElector elector = start();
		this.environment.receive("win");
		assertThatExceptionOfType(IOException.class).isThrownBy(() -> elector.callIfLeader((leadership) -> {
			throw new IOException("mine");
		})).withMessage("mine");
		assertThatIllegalStateException().isThrownBy(() -> elector.runIfLeader(() -> {
			throw new IllegalStateException("mine too");
		}));
		this.environment.receive("drain");
		this.environment.loop().runPending();
		assertThat(this.protocol.steps()).containsExactly("win", "drain", "WorkDrained");
	}

	@Test
	void workOfAStageIsAwaitedUntilItCompletes() {
		GroupElector elector = start();
		this.environment.receive("win");
		CompletableFuture<String> stage = new CompletableFuture<>();
		elector.callIfLeader((leadership) -> stage);
		this.environment.receive("drain");
		this.environment.loop().runPending();
		assertThat(this.protocol.steps()).doesNotContain("WorkDrained");
		stage.complete("done");
		this.environment.loop().runPending();
		assertThat(this.protocol.steps()).contains("WorkDrained");
	}

	@Test
	void leaderIsAwaited() throws Exception {
		GroupElector elector = start();
		CompletableFuture<LeaderInfo> later = elector.awaitLeader();
		assertThat(later).isNotDone();
		this.environment.receive("follow");
		assertThat(later.get(10, TimeUnit.SECONDS).id()).isEqualTo(FakeEnvironment.OTHER);
		assertThat(elector.awaitLeader().get(10, TimeUnit.SECONDS).id()).isEqualTo(FakeEnvironment.OTHER);
	}

	@Test
	void ownLeadershipIsAwaited() throws Exception {
		GroupElector elector = start();
		this.environment.receive("follow");
		CompletableFuture<Leadership> later = elector.awaitLeadership();
		assertThat(later).isNotDone();
		this.environment.receive("win");
		assertThat(later.get(10, TimeUnit.SECONDS).fencingToken()).isEqualTo(5);
		assertThat(elector.awaitLeadership().get(10, TimeUnit.SECONDS).fencingToken()).isEqualTo(5);
	}

	@Test
	void grantThatIsOverWhenItIsToldOfIsNotWaitedFor() {
		GroupElector elector = start();
		this.environment.listenersInline = false;
		CompletableFuture<Leadership> future = elector.awaitLeadership();
		this.environment.receive("win");
		this.environment.receive("lose");
		for (Runnable telling = this.environment.tellings.poll(); telling != null; telling = this.environment.tellings
			.poll()) {
			telling.run();
		}
		assertThat(future).isNotDone();
	}

	@Test
	void sequenceBeginsAnewWithEachGrantAndIsAboveAllOfTheLast() {
		GroupElector elector = start();
		this.environment.receive("win");
		Leadership first = elector.leadership().orElseThrow();
		assertThat(first.nextSequence()).isEqualTo(new LeaderSequenceNumber(5, 1));
		assertThat(first.nextSequence()).isEqualTo(new LeaderSequenceNumber(5, 2));
		this.environment.receive("lose");
		this.protocol.on("win", (input) -> List.of(grant(9, this.environment.lease(SECOND))));
		this.environment.receive("win");
		LeaderSequenceNumber next = elector.leadership().orElseThrow().nextSequence();
		assertThat(next).isEqualTo(new LeaderSequenceNumber(9, 1));
		assertThat(next).as("a late number of the reign before").isGreaterThan(first.nextSequence());
	}

	@Test
	void sequenceGoesOnUnderTheSameTokenWhenTheTermIsRaised() {
		GroupElector elector = start();
		this.environment.receive("win");
		Leadership leadership = elector.leadership().orElseThrow();
		leadership.nextSequence();
		this.protocol.on("raise", (input) -> List.of(new Effect.Renew<>(5, 8, this.environment.lease(SECOND))));
		this.environment.receive("raise");
		assertThat(elector.leadership().orElseThrow().term()).isEqualTo(8);
		assertThat(elector.leadership().orElseThrow().nextSequence()).isEqualTo(new LeaderSequenceNumber(5, 2));
	}

	@Test
	void noSequenceNumberIsGivenTwice() throws Exception {
		GroupElector elector = start();
		this.environment.receive("win");
		Leadership leadership = elector.leadership().orElseThrow();
		Set<LeaderSequenceNumber> given = ConcurrentHashMap.newKeySet();
		List<Thread> threads = new ArrayList<>();
		for (int i = 0; i < 4; i++) {
			Thread thread = new Thread(() -> {
				for (int number = 0; number < 1000; number++) {
					given.add(leadership.nextSequence());
				}
			});
			threads.add(thread);
			thread.start();
		}
		for (Thread thread : threads) {
			thread.join();
		}
		assertThat(given).hasSize(4000).contains(new LeaderSequenceNumber(5, 1), new LeaderSequenceNumber(5, 4000));
	}

}
