package io.github.leaderelection.internal.runtime;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Consumer;

import io.github.leaderelection.ElectionRequestException;
import io.github.leaderelection.ElectionStatus;
import io.github.leaderelection.Position;
import io.github.leaderelection.Role;
import io.github.leaderelection.internal.flapping.FlappingSettings;
import io.github.leaderelection.internal.protocol.Effect;
import io.github.leaderelection.internal.protocol.Event;
import io.github.leaderelection.internal.protocol.Notice;
import io.github.leaderelection.spi.ElectionMessage;
import io.github.leaderelection.spi.Envelope;
import io.github.leaderelection.spi.ForeignRules;
import io.github.leaderelection.spi.LeaseRecord;
import io.github.leaderelection.spi.LeaseStore;
import io.github.leaderelection.spi.LinkLoss;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

import static io.github.leaderelection.internal.runtime.FakeEffects.grant;
import static io.github.leaderelection.internal.runtime.FakeEffects.save;
import static io.github.leaderelection.internal.runtime.FakeEffects.send;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

class ContainmentTests {

	private final FakeProtocol protocol = new FakeProtocol(FakeEnvironment.SELF);

	private final FakeEnvironment environment = new FakeEnvironment();

	@Test
	void aStepThatThrowsLeavesTheStateAsItWasAndTheLoopGoesOn() {
		this.protocol.on("bad", (input) -> {
			throw new AssertionError("bad step");
		}).on("good", send("good"));
		this.environment.group("default", this.protocol).start();
		FakeState before = this.environment.loop().state("default");

		this.environment.receive("bad");
		assertThat(this.environment.loop().<FakeState>state("default")).isSameAs(before);

		this.environment.receive("good");
		assertThat(this.environment.transport.sent).containsExactly("good");
	}

	@Test
	void aTransportThatThrowsCostsThatMessageAlone() {
		this.protocol.on("win",
				(input) -> List.of(send("lost"), grant(1, this.environment.lease(Duration.ofSeconds(1)))));
		this.environment.group("default", this.protocol).start();
		this.environment.transport.failing = true;

		this.environment.receive("win");

		assertThat(this.environment.elector().isLeader()).isTrue();
	}

	@Test
	void aBallotWriterThatRefusesIsAFailedSave() {
		this.protocol.on("vote", save(1), send("after")).on("next", send("next"));
		this.environment.group("default", this.protocol);
		this.environment.writer = (task) -> {
			throw new RejectedExecutionException("closed");
		};
		this.environment.start();

		this.environment.receive("vote");
		this.environment.receive("next");

		assertThat(this.protocol.steps()).containsExactly("vote", "BallotNotSaved", "next");
		assertThat(this.environment.transport.sent).containsExactly("next");
	}

	@Test
	void aListenerThreadThatRefusesAndAWatchdogThatThrowsDoNotEndTheLoop() {
		this.protocol.on("win", (input) -> List.of(grant(1, this.environment.lease(Duration.ofSeconds(1)))))
			.on("next", send("next"));
		this.environment.group("default", this.protocol);
		this.environment.listeners = (task) -> {
			throw new IllegalStateException("no thread");
		};
		this.environment.watchdogFailing = true;
		this.environment.start();

		this.environment.receive("win");
		this.environment.receive("next");

		assertThat(this.environment.elector().isLeader()).isTrue();
		assertThat(this.environment.transport.sent).containsExactly("next");
	}

	@Test
	void aMomentWithoutAFreeThreadDoesNotEndTheLoop() {
		this.environment.position = () -> new Position(1, 1);
		this.protocol.goesByPosition = true;
		this.protocol.on("read", new Effect.ReadPosition<>(1))
			.on("vote", save(1))
			.on("win", (input) -> List.of(grant(1, this.environment.lease(Duration.ofSeconds(1)))))
			.on("next", send("next"));
		this.environment.group("default", this.protocol);
		this.environment.writer = (task) -> this.environment.needThread();
		this.environment.start();
		this.environment.threadless = true;

		this.environment.receive("read");
		this.environment.receive("vote");
		this.environment.receive("win");
		this.environment.receive("next");

		assertThat(this.protocol.steps()).containsExactly("read", "PositionRead", "vote", "BallotNotSaved", "win",
				"next");
		assertThat(this.environment.elector().isLeader()).isTrue();
		assertThat(this.environment.transport.sent).containsExactly("next");
	}

	@Test
	void anErrorThatIsNoLackOfAThreadIsNotContained() {
		this.protocol.on("bad", (input) -> {
			throw new OutOfMemoryError("Java heap space");
		});
		this.environment.group("default", this.protocol).start();

		assertThatExceptionOfType(OutOfMemoryError.class).isThrownBy(() -> this.environment.receive("bad"));
	}

	@Test
	void aLoopThatCannotGoOnEndsEachGroupWhateverFailsInOne() {
		FakeProtocol second = new FakeProtocol(FakeEnvironment.SELF).on("win",
				(input) -> List.of(grant(1, this.environment.lease(Duration.ofSeconds(1)))));
		this.protocol.on("win", (input) -> List.of(grant(1, this.environment.lease(Duration.ofSeconds(1)))));
		this.environment.group("default", this.protocol).group("second", second).start();
		this.environment.receive("win");
		this.environment.receive("second", "win");
		assertThat(this.environment.electors.values()).allMatch(GroupElector::isLeader);
		this.environment.listeners = (task) -> {
			throw new InternalError("broken machine");
		};

		this.environment.loop().fail(new InternalError("broken machine"));

		assertThat(this.environment.electors.values()).noneMatch(GroupElector::isLeader);
	}

	@Test
	void whatTellsOfProblemsMayFailAndDoesNotEndTheLoop() {
		this.environment.options = new ElectorOptions(FlappingSettings.DEFAULTS, false, (grant) -> {
		}, (group) -> {
			throw new IllegalStateException("no connection");
		});
		this.environment.group("default", this.protocol).start();

		this.environment.pass(Duration.ofSeconds(11));
		this.environment.run();

		assertThat(this.environment.elector().status().problems()).singleElement()
			.asString()
			.contains("outside of the election", "no connection");
	}

	@Test
	void aStoreThatThrowsWhateverItIsAskedEndsNeitherTheLoopNorTheRevocation() {
		this.environment.leaseStore = new BrokenStore();
		this.protocol.on("win", (input) -> List.of(grant(1, this.environment.lease(Duration.ofSeconds(1)))))
			.on("ask",
					new Effect.AskStore<>(1, new LeaseStore.Request.Read(new LeaseStore.Key("cluster", "default")), 1));
		this.environment.group("default", this.protocol).start();

		this.environment.pass(Duration.ofSeconds(11));
		this.environment.receive("ask");
		this.environment.receive("win");
		assertThat(this.protocol.steps()).containsExactly("ask", "StoreAnswered", "win");
		assertThat(this.environment.elector().storeUse().orElseThrow().description())
			.isEqualTo(BrokenStore.class.getName());
		assertThat(this.environment.elector().isLeader()).isTrue();

		this.environment.loop().stop();
		this.environment.run();
		assertThat(this.environment.loop().isStopped()).isTrue();
		assertThat(this.environment.elector().isLeader()).isFalse();
	}

	@Test
	void foreignMessagesNeverReachTheProtocol() {
		this.environment.group("default", this.protocol).start();

		this.environment.post("unknown", "x");
		this.environment.transport.receiver()
			.received(new Envelope<>("elsewhere", "default", FakeEnvironment.OTHER, "i", 1, "f", 0,
					new FakeMessage("x")));
		this.environment.transport.receiver()
			.received(new Envelope<>("cluster", "default", FakeEnvironment.OTHER, "i", 1, "f", 0, new OtherMessage(1)));
		this.environment.run();

		assertThat(this.protocol.inputs).isEmpty();
		assertThat(this.environment.elector().count(Notice.MESSAGE_REFUSED)).isEqualTo(2);
	}

	@Test
	void aLoopThatCannotGoOnRevokesAndSaysSo() {
		this.protocol.on("win", (input) -> List.of(grant(1, this.environment.lease(Duration.ofSeconds(1)))));
		this.environment.group("default", this.protocol).start();
		RecordingListener listener = new RecordingListener();
		GroupElector elector = this.environment.elector();
		elector.addListener(listener);
		this.environment.receive("win");
		CompletionStage<Void> resign = elector.resign();

		this.environment.loop().fail(new OutOfMemoryError("heap"));

		assertThat(this.environment.loop().isStopped()).isTrue();
		assertThat(elector.isLeader()).isFalse();
		assertThat(elector.leader()).isEmpty();
		ElectionStatus status = elector.status();
		assertThat(status.failed()).isTrue();
		assertThat(status.role()).isEqualTo(Role.FOLLOWER);
		assertThat(status.problems()).singleElement().asString().contains("OutOfMemoryError: heap");
		assertThat(listener.heard).containsExactly("granted 1", "leader a", "revoked 1 STOPPED", "leader none");
		assertThat(resign.toCompletableFuture()).isCompletedExceptionally();

		this.environment.loop().retire();
		assertThat(elector.status().failed()).isFalse();
	}

	@Test
	void nodeThatIsTakenForEndedLeadsNoMoreWhateverItsStepHasDecided() {
		this.protocol.on("win", (input) -> {
			this.environment.transport.receiver().takenForEnded("the listener was closed");
			return List.of(grant(1, this.environment.lease(Duration.ofSeconds(1))));
		});
		this.environment.group("default", this.protocol).start();

		this.environment.receive("win");

		assertThat(this.environment.elector().isLeader()).isFalse();
		assertThat(this.environment.elector().leader()).isEmpty();
		assertThat(this.environment.elector().status().failed()).isTrue();
		assertThat(this.environment.elector().status().problems()).singleElement()
			.asString()
			.contains("the listener was closed");
	}

	@Test
	void requestsAreAnsweredAndThoseToAStoppedNodeRefused() {
		this.protocol.otherwise((input) -> {
			if (input.event() instanceof Event.ResignRequested<FakeMessage> resign) {
				return List.of(new Effect.Answer<>(resign.request(), null));
			}
			if (input.event() instanceof Event.TransferRequested<FakeMessage> transfer) {
				return List.of(new Effect.Answer<>(transfer.request(), "no " + transfer.to()));
			}
			return List.of();
		});
		this.environment.group("default", this.protocol).start();
		GroupElector elector = this.environment.elector();

		CompletionStage<Void> resign = elector.resign();
		CompletionStage<Void> transfer = elector.transferTo(FakeEnvironment.OTHER);
		assertThat(resign.toCompletableFuture()).isNotDone();
		this.environment.run();
		assertThat(resign.toCompletableFuture()).isCompleted();
		assertThat(transfer.toCompletableFuture()).failsWithin(Duration.ZERO)
			.withThrowableThat()
			.withCauseInstanceOf(ElectionRequestException.class)
			.withMessageContaining("no b");

		CompletionStage<Void> unanswered = elector.resign();
		this.environment.loop().stop();
		this.protocol.otherwise((input) -> List.of());
		this.environment.run();
		assertThat(unanswered.toCompletableFuture()).isCompletedExceptionally();
		assertThat(elector.resign().toCompletableFuture()).isCompletedExceptionally();
	}

	@Test
	void aMemberIsLinkedWhileAnyGroupWantsItAndOnlyThatGroupHearsOfIt() {
		FakeProtocol second = new FakeProtocol(FakeEnvironment.SELF)
			.on("want", new Effect.ConnectPeer<>(FakeEnvironment.OTHER))
			.on("forget", new Effect.ForgetPeer<>(FakeEnvironment.OTHER));
		this.protocol.atStart(new Effect.ConnectPeer<>(FakeEnvironment.OTHER))
			.on("forget", new Effect.ForgetPeer<>(FakeEnvironment.OTHER));
		this.environment.group("default", this.protocol).group("second", second).start();

		this.environment.transport.receiver().connected(FakeEnvironment.OTHER);
		this.environment.receive("second", "want");
		assertThat(this.protocol.steps()).containsExactly("PeerConnected");
		assertThat(second.steps()).containsExactly("want", "PeerConnected");

		this.environment.receive("forget");
		assertThat(this.environment.transport.links).containsExactly("connect b");
		this.environment.transport.receiver().disconnected(FakeEnvironment.OTHER, LinkLoss.CLOSED);
		this.environment.receive("second", "forget");
		assertThat(second.steps()).containsExactly("want", "PeerConnected", "PeerDisconnected", "forget");
		assertThat(this.protocol.steps()).containsExactly("PeerConnected", "forget");
		assertThat(this.environment.transport.links).containsExactly("connect b", "forget b");
	}

	@Test
	void aMemberThatHoldsTheElectionsOfAGroupByOtherRulesIsNoMemberToThatGroup() {
		FakeProtocol second = new FakeProtocol(FakeEnvironment.SELF)
			.atStart(new Effect.ConnectPeer<>(FakeEnvironment.OTHER));
		FakeProtocol later = new FakeProtocol(FakeEnvironment.SELF).on("want",
				new Effect.ConnectPeer<>(FakeEnvironment.OTHER));
		this.protocol.atStart(new Effect.ConnectPeer<>(FakeEnvironment.OTHER));
		this.environment.group("default", this.protocol).group("second", second).group("later", later).start();

		ForeignRules rules = new ForeignRules("bully", "quorum");
		this.environment.transport.receiver().connected(FakeEnvironment.OTHER, Map.of("second", rules, "later", rules));
		this.environment.receive("later", "want");
		assertThat(this.protocol.steps()).containsExactly("PeerConnected");
		assertThat(second.steps()).containsExactly("EligibilityChanged");
		assertThat(later.steps()).startsWith("want").doesNotContain("PeerConnected");
		assertThat(this.environment.electors.get("second").status().problems())
			.anyMatch((problem) -> problem.startsWith("ALGORITHM: member b"));
		assertThat(this.environment.electors.get("default").status().problems())
			.noneMatch((problem) -> problem.contains("ALGORITHM"));

		this.environment.transport.receiver().disconnected(FakeEnvironment.OTHER, LinkLoss.CLOSED);
		this.environment.transport.receiver().connected(FakeEnvironment.OTHER);
		this.environment.run();
		assertThat(second.steps()).contains("PeerConnected");
		assertThat(this.environment.electors.get("second").status().problems())
			.noneMatch((problem) -> problem.contains("ALGORITHM"));
	}

	@Test
	void aLoopWithoutGroupsOrElectorsIsRefused() {
		assertThatExceptionOfType(IllegalArgumentException.class).isThrownBy(this.environment::start)
			.withMessageContaining("at least one");
		this.environment.group("default", this.protocol);
		this.environment.electors.clear();
		assertThatExceptionOfType(IllegalArgumentException.class).isThrownBy(this.environment::start)
			.withMessageContaining("'default'");
	}

	/** Can be watched, and nothing else. */
	private static final class BrokenStore implements LeaseStore {

		@Override
		public CompletionStage<Answer> ask(Request request, Duration deadline) {
			throw new NoClassDefFoundError("driver");
		}

		@Override
		public Watch watch(Key key, Consumer<@Nullable LeaseRecord> listener) {
			return () -> {
				throw new NoClassDefFoundError("driver");
			};
		}

		@Override
		public boolean tellsChanges() {
			throw new NoClassDefFoundError("driver");
		}

		@Override
		public String description() {
			throw new NoClassDefFoundError("driver");
		}

		@Override
		public void close() {
		}

	}

	private record OtherMessage(long term) implements ElectionMessage {
	}

}
