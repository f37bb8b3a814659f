package io.github.leaderelection.internal.runtime;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

import io.github.leaderelection.internal.protocol.Effect;
import io.github.leaderelection.internal.protocol.Event;
import io.github.leaderelection.internal.store.InMemoryBallotStore;
import io.github.leaderelection.spi.Ballot;
import io.github.leaderelection.spi.BallotStore;
import org.junit.jupiter.api.Test;

import static io.github.leaderelection.internal.runtime.FakeEffects.save;
import static io.github.leaderelection.internal.runtime.FakeEffects.send;
import static org.assertj.core.api.Assertions.assertThat;

class SavingTests {

	private final FakeProtocol protocol = new FakeProtocol(FakeEnvironment.SELF);

	private final FakeEnvironment environment = new FakeEnvironment();

	@Test
	void nothingAfterASaveLeavesBeforeTheSaveSucceeded() {
		this.protocol.on("vote", send("before"), save(1), send("after"));
		this.environment.group("default", this.protocol).start();

		this.environment.receive("vote");
		assertThat(this.environment.transport.sent).containsExactly("before");

		this.environment.save();
		assertThat(this.environment.transport.sent).containsExactly("before", "after");
		assertThat(this.protocol.steps()).containsExactly("vote", "BallotSaved");
	}

	@Test
	void whatFollowsASaveIsDoneBeforeTheSaveIsStepped() {
		this.protocol.on("vote", save(1), send("after"))
			.otherwise((input) -> (input.event() instanceof Event.BallotSaved<FakeMessage>) ? List.of(send("stepped"))
					: List.of());
		this.environment.group("default", this.protocol).start();

		this.environment.receive("vote");
		this.environment.save();

		assertThat(this.environment.transport.sent).containsExactly("after", "stepped");
	}

	@Test
	void whatFollowsAFailedSaveIsDropped() {
		this.protocol.on("vote", save(1), send("after")).on("next", send("next"));
		this.environment.group("default", this.protocol, new FullDisk()).start();

		this.environment.receive("vote");
		this.environment.post("default", "next");
		this.environment.save();

		assertThat(this.environment.transport.sent).containsExactly("next");
		assertThat(this.protocol.steps()).containsExactly("vote", "BallotNotSaved", "next");
		assertThat(this.protocol.inputs.get(1).event()).isInstanceOfSatisfying(Event.BallotNotSaved.class,
				(event) -> assertThat(event.reason()).isEqualTo("disk full"));
	}

	@Test
	void inputsWaitForASaveInTheirOrder() {
		this.protocol.on("vote", save(1)).on("second", save(2), send("second")).on("third", send("third"));
		this.environment.group("default", this.protocol).start();

		this.environment.receive("vote");
		this.environment.receive("second");
		this.environment.receive("third");
		assertThat(this.protocol.steps()).containsExactly("vote");

		this.environment.save();
		assertThat(this.protocol.steps()).containsExactly("vote", "BallotSaved", "second");
		assertThat(this.environment.transport.sent).isEmpty();

		this.environment.save();
		assertThat(this.protocol.steps()).containsExactly("vote", "BallotSaved", "second", "BallotSaved", "third");
		assertThat(this.environment.transport.sent).containsExactly("second", "third");
	}

	@Test
	void anInputThatMayStepWhileSavingDoesNotWait() {
		this.protocol.on("vote", save(1), send("after"))
			.on("beat", send("beat"))
			.mayStepWhileSaving((event) -> event instanceof Event.MessageReceived<FakeMessage> received
					&& received.envelope().body().text().equals("beat"));
		this.environment.group("default", this.protocol).start();

		this.environment.receive("vote");
		this.environment.receive("other");
		this.environment.receive("beat");

		assertThat(this.protocol.steps()).containsExactly("vote", "beat");
		assertThat(this.environment.transport.sent).containsExactly("beat");
	}

	@Test
	void aStepWhileSavingThatAsksForASaveIsTakenOnceTheFirstIsOver() {
		this.protocol.on("vote", save(1)).on("beat", send("early"), save(2), send("late"));
		this.protocol.mayStepWhileSaving((event) -> true);
		this.environment.group("default", this.protocol).start();

		this.environment.receive("vote");
		FakeState before = this.environment.loop().state("default");
		this.environment.receive("beat");
		assertThat(this.environment.loop().<FakeState>state("default")).isSameAs(before);
		assertThat(this.environment.transport.sent).isEmpty();
		assertThat(this.environment.saves).hasSize(1);

		this.environment.save();
		assertThat(this.environment.transport.sent).containsExactly("early");
		this.environment.save();
		assertThat(this.environment.transport.sent).containsExactly("early", "late");
	}

	@Test
	void aSaveThatHangsIsAProblemAfterALease() {
		this.protocol.on("vote", save(1));
		this.environment.group("default", this.protocol).start();
		Duration lease = Duration.ofNanos(FakeEnvironment.settings("default").leaseNanos());

		this.environment.receive("vote");
		this.environment.pass(lease.minusMillis(1));
		this.environment.run();
		assertThat(this.environment.elector().status().problems()).isEmpty();

		this.environment.pass(Duration.ofMillis(1));
		this.environment.run();
		assertThat(this.environment.elector().status().problems()).singleElement()
			.asString()
			.startsWith("A save has been under way for " + lease.toMillis() + " ms");

		this.environment.save();
		assertThat(this.environment.elector().status().problems()).isEmpty();
	}

	@Test
	void aHangingSaveIsLookedAtWhenItsLeaseIsOver() {
		this.protocol.atStart(new Effect.FollowLeader<>(FakeEnvironment.OTHER, 1, 1, true)).on("vote", save(1));
		this.environment.group("default", this.protocol).start();
		long due = this.environment.nanos + FakeEnvironment.settings("default").leaseNanos();

		this.environment.post("default", "vote");
		assertThat(this.environment.run()).isEqualTo(due);

		this.environment.nanos = due;
		assertThat(this.environment.run()).isEqualTo(Long.MAX_VALUE);
	}

	@Test
	void ofTooManyMessagesDuringASaveTheOldestAreLostAndNothingElse() {
		this.protocol.on("vote", save(1));
		this.environment.group("default", this.protocol).start();
		this.environment.receive("vote");
		this.environment.elector().resign();
		for (int i = 0; i < 1100; i++) {
			this.environment.post("default", "message " + i);
		}

		this.environment.save();

		assertThat(this.protocol.steps()).hasSize(2 + 1024)
			.startsWith("vote", "BallotSaved", "ResignRequested", "message 77")
			.endsWith("message 1099");
	}

	@Test
	void otherGroupsGoOnDuringASave() {
		FakeProtocol other = new FakeProtocol(FakeEnvironment.SELF).on("beat", send("beat"));
		this.protocol.on("vote", save(1));
		this.environment.group("default", this.protocol).group("other", other).start();

		this.environment.receive("vote");
		this.environment.receive("other", "beat");

		assertThat(this.environment.transport.sent).containsExactly("beat");
	}

	@Test
	void aTimerThatFiresDuringASaveWaitsAndFiresOnce() {
		this.protocol.on("vote", FakeEffects.timer(FakeTimer.A, this.environment.nanos), save(1));
		this.environment.group("default", this.protocol).start();

		this.environment.receive("vote");
		this.environment.run();
		assertThat(this.protocol.steps()).containsExactly("vote");

		this.environment.save();
		assertThat(this.protocol.steps()).containsExactly("vote", "BallotSaved", "A");
	}

	@Test
	void anIdentityIsToldOnlyOnceItIsSaved() {
		this.protocol.atStart(send("early"), save(1), send("late"));
		this.environment.group("default", this.protocol).start();
		this.environment.save();

		assertThat(this.environment.transport.envelopes).extracting((envelope) -> envelope.identity())
			.containsExactly("", "id-a");
	}

	@Test
	void anInputIsGivenTheTimeAtWhichItIsTakenNotThatAtWhichItCame() {
		this.protocol.on("vote", save(1));
		this.environment.group("default", this.protocol).start();
		this.environment.receive("vote");
		this.environment.receive("late");

		this.environment.nanos += 5;
		this.environment.save();

		assertThat(this.protocol.inputs.get(2).now().monotonicNanos()).isEqualTo(this.environment.nanos);
	}

	@Test
	void aSaveIsSecuredAfterItWasToldOfAndBehindTheSavesOfOtherGroups() {
		List<String> order = new ArrayList<>();
		this.protocol.on("vote", save(1)).on("again", save(2));
		FakeProtocol other = new FakeProtocol(FakeEnvironment.SELF).on("vote", save(1));
		this.environment.group("default", this.protocol, new RecordingStore("default", order))
			.group("other", other, new RecordingStore("other", order))
			.start();

		this.environment.receive("vote");
		this.environment.receive("other", "vote");
		this.environment.saves.remove().run();
		this.environment.run();
		assertThat(order).containsExactly("default saved");
		assertThat(this.protocol.steps()).containsExactly("vote", "BallotSaved");
		this.environment.receive("again");
		while (!this.environment.saves.isEmpty()) {
			this.environment.saves.remove().run();
		}
		assertThat(order).containsExactly("default saved", "other saved", "default secured", "default saved",
				"other secured", "default secured");
	}

	@Test
	void aSaveThatCannotBeSecuredIsSavedAllTheSame() {
		List<String> order = new ArrayList<>();
		this.protocol.on("vote", save(1), send("after")).on("again", save(2), send("again"));
		this.environment.group("default", this.protocol, new RecordingStore("default", order) {

			@Override
			public void secure() throws IOException {
				super.secure();
				throw new IOException("disk full");
			}

		}).start();

		this.environment.receive("vote");
		this.environment.save();
		this.environment.receive("again");
		this.environment.save();

		assertThat(this.environment.transport.sent).containsExactly("after", "again");
		assertThat(order).containsExactly("default saved", "default secured", "default saved", "default secured");
	}

	@Test
	void aSaveThatFailedIsNotSecured() {
		this.protocol.on("vote", save(1));
		this.environment.group("default", this.protocol, new FullDisk()).start();
		this.environment.receive("vote");
		this.environment.saves.remove().run();
		assertThat(this.environment.saves).isEmpty();
	}

	@Test
	void aStoreThatSavesAtOnceIsNotWaitedFor() {
		this.protocol.on("vote", send("before"), save(1), send("after"))
			.otherwise((input) -> (input.event() instanceof Event.BallotSaved<FakeMessage>) ? List.of(send("stepped"))
					: List.of());
		this.environment.group("default", this.protocol, new InMemoryBallotStore()).start();

		this.environment.receive("vote");
		this.environment.receive("next");

		assertThat(this.environment.transport.sent).containsExactly("before", "after", "stepped");
		assertThat(this.environment.saves).isEmpty();
		assertThat(this.protocol.steps()).containsExactly("vote", "BallotSaved", "next");
	}

	@Test
	void whatAStepOfASaveAtOnceAsksToSaveIsSavedInTurn() {
		this.protocol.on("vote", save(1), send("first"))
			.otherwise((input) -> (input.event() instanceof Event.BallotSaved<FakeMessage> saved
					&& saved.ballot().term() < 3) ? List.of(save(saved.ballot().term() + 1), send("more")) : List.of());
		InMemoryBallotStore store = new InMemoryBallotStore();
		this.environment.group("default", this.protocol, store).start();

		this.environment.receive("vote");

		assertThat(this.environment.transport.sent).containsExactly("first", "more", "more");
		assertThat(store.load()).isEqualTo(FakeEnvironment.ballot(3));
	}

	@Test
	void aSaveAtOnceThatFailsDropsWhatFollows() {
		this.protocol.on("vote", save(1), send("after"));
		InMemoryBallotStore closed = new InMemoryBallotStore();
		closed.close();
		this.environment.group("default", this.protocol, closed).start();

		this.environment.receive("vote");

		assertThat(this.environment.transport.sent).isEmpty();
		assertThat(this.protocol.steps()).containsExactly("vote", "BallotNotSaved");
	}

	/** Says what is asked of it. */
	private static class RecordingStore extends FakeEnvironment.WaitedForStore {

		private final String group;

		private final List<String> order;

		RecordingStore(String group, List<String> order) {
			this.group = group;
			this.order = order;
		}

		@Override
		public void save(Ballot ballot) throws IOException {
			super.save(ballot);
			this.order.add(this.group + " saved");
		}

		@Override
		public void secure() throws IOException {
			this.order.add(this.group + " secured");
		}

	}

	private static final class FullDisk implements BallotStore {

		@Override
		public Ballot load() {
			return FakeEnvironment.ballot(0);
		}

		@Override
		public void save(Ballot ballot) throws IOException {
			throw new IOException("disk full");
		}

		@Override
		public void close() {
		}

	}

}
