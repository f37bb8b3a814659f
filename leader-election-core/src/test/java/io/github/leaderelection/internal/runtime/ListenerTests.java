package io.github.leaderelection.internal.runtime;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

import io.github.leaderelection.ElectionStatus;
import io.github.leaderelection.LeaderElector.Registration;
import io.github.leaderelection.LeaderInfo;
import io.github.leaderelection.Leadership;
import io.github.leaderelection.LeadershipListener;
import io.github.leaderelection.NodeId;
import io.github.leaderelection.RevocationReason;
import io.github.leaderelection.internal.flapping.FlappingSettings;
import io.github.leaderelection.internal.protocol.Effect;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static io.github.leaderelection.internal.runtime.FakeEffects.grant;
import static io.github.leaderelection.internal.runtime.FakeEffects.revoke;
import static io.github.leaderelection.internal.runtime.FakeEffects.save;
import static org.assertj.core.api.Assertions.assertThat;

class ListenerTests {

	private static final Duration SECOND = Duration.ofSeconds(1);

	private final FakeProtocol protocol = new FakeProtocol(FakeEnvironment.SELF);

	private final FakeEnvironment environment = new FakeEnvironment();

	private final RecordingListener listener = new RecordingListener();

	private GroupElector start() {
		this.protocol.on("win", (input) -> List.of(grant(5, this.environment.lease(SECOND))))
			.on("lose", revoke(5))
			.on("follow", new Effect.FollowLeader<>(FakeEnvironment.OTHER, 7, 7, true))
			.on("lost", new Effect.LeaderLost<>());
		this.environment.group("default", this.protocol).start();
		return this.environment.elector();
	}

	@Test
	void changesAreHeardInTheirOrder() {
		start().addListener(this.listener);

		for (String text : List.of("win", "lose", "follow", "follow", "lost", "lost")) {
			this.environment.receive(text);
		}

		assertThat(this.listener.heard).containsExactly("granted 5", "leader a", "revoked 5 RESIGNED", "leader none",
				"leader b", "leader none");
	}

	@Test
	void drainIsHeardOnceBeforeTheEndOfItsLeadershipAndNeverAfterIt() {
		this.protocol.on("drain", new Effect.StopAdmitting<>(5)).on("other", new Effect.StopAdmitting<>(4));
		start().addListener(this.listener);

		for (String text : List.of("drain", "win", "other", "drain", "drain", "lose", "drain")) {
			this.environment.receive(text);
		}

		assertThat(this.listener.heard).containsExactly("granted 5", "leader a", "draining 5", "revoked 5 RESIGNED",
				"leader none");
	}

	@Test
	void drainEndsOnceListenersHaveHeardOfIt() {
		this.protocol.on("drain", new Effect.StopAdmitting<>(5));
		start().addListener(this.listener);
		this.environment.receive("win");
		this.environment.listenersInline = false;

		this.environment.receive("drain");
		assertThat(this.protocol.steps()).containsExactly("win", "drain");

		this.environment.tellings.forEach(Runnable::run);
		this.environment.run();
		assertThat(this.listener.heard).endsWith("draining 5");
		assertThat(this.protocol.steps()).containsExactly("win", "drain", "WorkDrained");
	}

	@Test
	void drainEndsThoughAListenerFailsOnIt() {
		this.protocol.on("drain", new Effect.StopAdmitting<>(5));
		start().addListener(new LeadershipListener() {

			@Override
			public void onDraining(Leadership leadership) {
				throw new IllegalStateException("cannot stop");
			}

		});
		this.environment.receive("win");
		this.environment.receive("drain");
		this.environment.run();
		assertThat(this.protocol.steps()).containsExactly("win", "drain", "WorkDrained");
	}

	@Test
	void listenerThatJoinsDuringADrainHearsOfItOnce() {
		this.protocol.on("drain", new Effect.StopAdmitting<>(5));
		GroupElector elector = start();
		this.environment.receive("win");
		this.environment.receive("drain");

		elector.addListener(this.listener);
		this.environment.receive("lose");

		assertThat(this.listener.heard).containsExactly("granted 5", "draining 5", "leader a", "revoked 5 RESIGNED",
				"leader none");
	}

	@ParameterizedTest
	@ValueSource(booleans = { true, false })
	void grantIsGivenUpWhereAListenerFailsOnItIfThatIsWanted(boolean wanted) {
		this.environment.options = new ElectorOptions(FlappingSettings.DEFAULTS, wanted);
		start().addListener(new LeadershipListener() {

			@Override
			public void onGranted(Leadership leadership) {
				throw new IllegalStateException("cannot begin");
			}

		});
		this.environment.receive("win");
		this.environment.loop().runPending();
		assertThat(this.protocol.steps())
			.containsExactlyElementsOf(wanted ? List.of("win", "ResignRequested") : List.of("win"));
		assertThat(this.environment.elector().isLeader()).isTrue();
	}

	@Test
	void aListenerThatComesLateHearsThePresentStateFirst() {
		GroupElector elector = start();
		this.environment.receive("win");

		elector.addListener(this.listener);
		assertThat(this.listener.heard).containsExactly("granted 5", "leader a");

		this.environment.receive("lose");
		assertThat(this.listener.heard).containsExactly("granted 5", "leader a", "revoked 5 RESIGNED", "leader none");
	}

	@Test
	void aListenerThatComesWhileTellingsAreUnderWayHearsNothingTwiceAndMissesNothing() {
		GroupElector elector = start();
		this.environment.listenersInline = false;
		this.environment.receive("win");
		elector.addListener(this.listener);
		this.environment.receive("lose");

		this.environment.tellings.forEach(Runnable::run);

		assertThat(this.listener.heard).containsExactly("granted 5", "leader a", "revoked 5 RESIGNED", "leader none");
	}

	@Test
	void aListenerThatComesWithoutALeaderHearsNothing() {
		start().addListener(this.listener);

		assertThat(this.listener.heard).isEmpty();
	}

	@Test
	void aRemovedListenerHearsNothingMore() {
		Registration registration = start().addListener(this.listener);
		this.environment.receive("follow");

		registration.close();
		registration.close();
		this.environment.receive("lost");

		assertThat(this.listener.heard).containsExactly("leader b");
	}

	@Test
	void aListenerRemovedBeforeItWasToldNeverHears() {
		GroupElector elector = start();
		this.environment.receive("follow");
		this.environment.listenersInline = false;

		elector.addListener(this.listener).close();
		this.environment.tellings.forEach(Runnable::run);

		assertThat(this.listener.heard).isEmpty();
	}

	@Test
	void aListenerHearsOnlyStatesThatTheStatusHasShown() {
		GroupElector elector = start();
		this.protocol.on("saved", save(9), new Effect.FollowLeader<>(FakeEnvironment.OTHER, 9, 9, true));
		List<String> contradictions = new ArrayList<>();
		elector.addListener(new LeadershipListener() {

			@Override
			public void onGranted(Leadership leadership) {
				check(elector.isLeader() && elector.status().leading() && leadership.isValid(), "granted");
			}

			@Override
			public void onRevoked(Leadership leadership, RevocationReason reason) {
				check(!elector.isLeader() && !elector.status().leading() && !leadership.isValid(), "revoked");
			}

			@Override
			public void onLeaderChanged(@Nullable LeaderInfo leader) {
				ElectionStatus status = elector.status();
				LeaderInfo shown = status.leader();
				check((leader == null) ? shown == null : leader.equals(shown), "leader " + leader);
				check((leader == null) == (status.leaderlessFor() != null), "leaderless " + leader);
			}

			private void check(boolean consistent, String what) {
				if (!consistent) {
					contradictions.add(what);
				}
			}

		});

		for (String text : List.of("win", "lose", "follow", "lost", "saved", "lost")) {
			this.environment.receive(text);
			this.environment.saves.forEach(Runnable::run);
			this.environment.run();
		}
		this.environment.receive("win");
		this.environment.loop().stop();
		this.environment.run();

		assertThat(contradictions).isEmpty();
	}

	@Test
	void aListenerThatThrowsDelaysNobody() {
		GroupElector elector = start();
		elector.addListener(new LeadershipListener() {

			@Override
			public void onGranted(Leadership leadership) {
				throw new StackOverflowError();
			}

		});
		elector.addListener(this.listener);

		this.environment.receive("win");
		this.environment.receive("lose");

		assertThat(this.listener.heard).containsExactly("granted 5", "leader a", "revoked 5 RESIGNED", "leader none");
	}

	@Test
	void aListenerThatBlocksDelaysNeitherTheLoopNorIsLeader() throws Exception {
		ExecutorService thread = Executors.newSingleThreadExecutor();
		CountDownLatch entered = new CountDownLatch(1);
		CountDownLatch released = new CountDownLatch(1);
		try {
			GroupElector elector = start();
			this.environment.listeners = thread;
			elector.addListener(new LeadershipListener() {

				@Override
				public void onGranted(Leadership leadership) {
					entered.countDown();
					try {
						released.await();
					}
					catch (InterruptedException ex) {
						Thread.currentThread().interrupt();
					}
				}

			});
			elector.addListener(this.listener);
			this.environment.receive("win");
			assertThat(entered.await(10, TimeUnit.SECONDS)).isTrue();

			assertThat(elector.isLeader()).isTrue();
			this.environment.receive("lose");
			assertThat(elector.isLeader()).isFalse();
			this.environment.receive("follow");
			assertThat(elector.leader()).map(LeaderInfo::id).contains(NodeId.of("b"));
			assertThat(this.listener.heard).isEmpty();
			released.countDown();
			Awaitility.await()
				.untilAsserted(() -> assertThat(this.listener.heard).containsExactly("granted 5", "leader a",
						"revoked 5 RESIGNED", "leader none", "leader b"));
		}
		finally {
			released.countDown();
			thread.shutdownNow();
		}
	}

}
