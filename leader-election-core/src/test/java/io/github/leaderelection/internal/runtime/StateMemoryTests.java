package io.github.leaderelection.internal.runtime;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

import io.github.leaderelection.NodeId;
import io.github.leaderelection.internal.protocol.Event;
import io.github.leaderelection.spi.Ballot;
import io.github.leaderelection.spi.Envelope;
import io.github.leaderelection.spi.StateAge;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

import static io.github.leaderelection.internal.runtime.FakeEffects.save;
import static io.github.leaderelection.internal.runtime.FakeEffects.send;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

/**
 * What is remembered of states, and what becomes of older ones.
 */
class StateMemoryTests {

	private final FakeProtocol protocol = new FakeProtocol(FakeEnvironment.SELF);

	private final FakeEnvironment environment = new FakeEnvironment();

	private final CountingStore store = new CountingStore();

	@Test
	void howOftenTheStateWasSavedIsSaidOnceItIsSaved() {
		this.protocol.atStart(send("early"), save(1), send("late")).on("vote", save(2), send("vote"));
		this.environment.group("default", this.protocol, this.store).start();
		this.environment.save();
		this.environment.receive("vote");
		assertThat(ages()).containsExactly(null, new StateAge(1, "", 0));
		this.environment.save();
		assertThat(ages()).containsExactly(null, new StateAge(1, "", 0), new StateAge(2, "", 0));
	}

	@Test
	void aMemberIsToldWhatIsRememberedOfItsState() {
		this.protocol.on("ask", send("answer"));
		this.environment.group("default", this.protocol, this.store).start();
		hear("id-b", 3, new StateAge(9, "", 0), "ask");
		hear("id-b", 3, new StateAge(7, "", 0), "ask");
		hear("id-new", 4, new StateAge(2, "", 0), "ask");
		assertThat(ages()).containsExactly(new StateAge(0, "id-b", 9), new StateAge(0, "id-b", 9),
				new StateAge(0, "id-new", 2));
	}

	@Test
	void nothingIsHeardOfAStartWithAnOlderState() {
		this.environment.group("default", this.protocol, this.store).start();
		hear("id-b", 3, new StateAge(9, "", 0), "first");
		hear("id-b", 4, new StateAge(8, "", 0), "older");
		hear("id-b", 4, null, "older, not saying so");
		hear("id-b", 5, new StateAge(9, "", 0), "as old");
		hear("id-b", 5, null, "heard again");
		assertThat(this.protocol.steps()).containsExactly("first", "as old", "heard again");
	}

	@Test
	void aMemberThatLostItsStateIsHeardAndOneThatGotTheOldOneBackIsNot() {
		this.environment.group("default", this.protocol, this.store).start();
		hear("id-b", 3, new StateAge(9, "", 0), "first");
		hear("id-new", 4, new StateAge(1, "", 0), "lost");
		hear("id-b", 5, new StateAge(8, "", 0), "restored");
		assertThat(this.protocol.steps()).containsExactly("first", "lost");
	}

	@Test
	void messagesThatOvertakeOneAnotherAreHeard() {
		this.environment.group("default", this.protocol, this.store).start();
		hear("id-b", 3, new StateAge(9, "", 0), "second");
		hear("id-b", 3, new StateAge(8, "", 0), "first");
		assertThat(this.protocol.steps()).containsExactly("second", "first");
	}

	@Test
	void theProtocolDoesNotSeeAges() {
		this.environment.group("default", this.protocol, this.store).start();
		hear("id-b", 3, new StateAge(9, "id-a", 0), "first");
		assertThat(received(0).envelope().age()).isNull();
	}

	@Test
	void aNodeThatIsToldThatItsStateIsOlderSavesNothingAndSaysWhy() {
		this.protocol.atStart(save(1)).on("vote", save(2), send("vote"));
		this.environment.group("default", this.protocol, this.store).start();
		this.environment.save();
		hear("id-b", 3, new StateAge(1, "id-a", 1), "as it is");
		hear("id-b", 3, new StateAge(1, "other", 7), "of an earlier identity");
		assertThat(this.protocol.steps()).containsExactly("BallotSaved", "as it is", "of an earlier identity");

		hear("id-b", 3, new StateAge(1, "id-a", 7), "older");
		hear("id-b", 3, null, "vote");

		assertThat(this.protocol.steps()).endsWith("BallotNotSaved", "older", "vote", "BallotNotSaved");
		assertThat(this.environment.transport.sent).isEmpty();
		assertThat(this.environment.saves).isEmpty();
		assertThat(this.store.saves()).isEqualTo(1);
		assertThat(((Event.BallotNotSaved<FakeMessage>) this.protocol.inputs.get(3).event()).reason()).contains(
				"saved 1 times", "7 times when member 'b'", "Delete the ballot file of group 'default'", "restart");
	}

	@Test
	void aVoteThatIsBeingSavedAsTheNodeIsToldIsNotGiven() {
		this.protocol.atStart(save(1)).on("vote", save(2), send("vote"));
		this.environment.group("default", this.protocol, this.store).start();
		this.environment.save();
		hear("id-b", 3, null, "vote");
		hear("id-b", 3, new StateAge(1, "id-a", 7), "older");
		this.environment.save();
		assertThat(this.environment.transport.sent).isEmpty();
		assertThat(this.protocol.steps()).containsExactly("BallotSaved", "vote", "BallotNotSaved", "older");
	}

	@Test
	void whatStrangersSayOfStatesCountsNothing() {
		this.protocol.atStart(save(1)).on("vote", save(2), send("vote"));
		this.environment.group("default", this.protocol, this.store).start();
		this.environment.save();
		this.environment.transport.receiver()
			.received(new Envelope<>("cluster", "default", NodeId.of("stranger"), "id-s", 3, "list", 0,
					new StateAge(1, "id-a", 7), new FakeMessage("older")));
		this.environment.run();
		hear("id-b", 3, null, "vote");
		this.environment.save();
		assertThat(this.environment.transport.sent).containsExactly("vote");
	}

	@Test
	void anAgeThatCannotBeRightIsRefused() {
		assertThatIllegalArgumentException().isThrownBy(() -> new StateAge(-1, "", 0));
		assertThatIllegalArgumentException().isThrownBy(() -> new StateAge(0, "", -1));
		assertThatIllegalArgumentException().isThrownBy(() -> new StateAge(0, "i".repeat(256), 0));
	}

	private Event.MessageReceived<FakeMessage> received(int input) {
		return (Event.MessageReceived<FakeMessage>) this.protocol.inputs.get(input).event();
	}

	private List<@Nullable StateAge> ages() {
		List<@Nullable StateAge> ages = new ArrayList<>();
		this.environment.transport.envelopes.forEach((envelope) -> ages.add(envelope.age()));
		return ages;
	}

	private void hear(String identity, long incarnation, @Nullable StateAge age, String text) {
		this.environment.transport.receiver()
			.received(new Envelope<>("cluster", "default", FakeEnvironment.OTHER, identity, incarnation, "list", 0, age,
					new FakeMessage(text)));
		this.environment.run();
	}

	/** Counts as a file does. */
	private static final class CountingStore extends FakeEnvironment.WaitedForStore {

		private long count;

		@Override
		public void save(Ballot ballot) throws IOException {
			super.save(ballot);
			this.count++;
		}

		@Override
		public long saves() {
			return this.count;
		}

	}

}
