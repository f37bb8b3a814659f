package io.github.leaderelection.internal.trace;

import java.util.List;
import java.util.Set;

import io.github.leaderelection.NodeId;
import io.github.leaderelection.Role;
import io.github.leaderelection.internal.protocol.Effect;
import io.github.leaderelection.internal.protocol.ElectionProtocol;
import io.github.leaderelection.internal.protocol.ElectionSettings;
import io.github.leaderelection.internal.protocol.ElectionView;
import io.github.leaderelection.internal.protocol.Event;
import io.github.leaderelection.internal.protocol.Input;
import io.github.leaderelection.internal.protocol.Now;
import io.github.leaderelection.internal.protocol.Recovered;
import io.github.leaderelection.internal.protocol.Step;
import io.github.leaderelection.internal.protocol.Timer;
import io.github.leaderelection.spi.Ballot;
import io.github.leaderelection.spi.ElectionMessage;
import io.github.leaderelection.spi.Envelope;

/**
 * An election that counts its inputs and answers each with the count.
 */
final class CountingProtocol implements ElectionProtocol<CountingProtocol.Count, CountingProtocol.Note> {

	static final NodeId SELF = NodeId.of("a");

	static final NodeId OTHER = NodeId.of("b");

	@Override
	public String name() {
		return "counting";
	}

	@Override
	public Class<Note> messageType() {
		return Note.class;
	}

	@Override
	public Class<Count> stateType() {
		return Count.class;
	}

	@Override
	public Class<? extends Timer> timerType() {
		return Bell.class;
	}

	@Override
	public Step<Count, Note> start(Recovered recovered, Now now, long entropy) {
		return new Step<>(new Count(0), List.of(new Effect.LeaderLost<>()));
	}

	@Override
	public Step<Count, Note> step(Count state, Input<Note> input) {
		long count = state.inputs() + 1;
		return new Step<>(new Count(count),
				List.of(new Effect.Send<>(OTHER, new Note(count, "heard"), 0), new Effect.CancelTimer<>(Bell.TWO)));
	}

	@Override
	public ElectionView view(Count state, Now now) {
		return new ElectionView(Role.FOLLOWER, false, state.inputs(), null, List.of(), 2, 1, Set.of(), "yes", List.of(),
				"list");
	}

	static Recovered recovered() {
		return new Recovered(ElectionSettings.of("cluster", "default", SELF, List.of(SELF, OTHER))
			.durable(true)
			.drainNanos(0)
			.build(), new Ballot("id-a", true, 3, null, 0, 0, 0, false), 77);
	}

	static Input<Note> input(long number, String text) {
		return new Input<>(
				new Event.MessageReceived<>(
						new Envelope<>("cluster", "default", OTHER, "id-b", -5, "list", 0, new Note(number, text))),
				new Now(-7_000_000_000L + number * 100_000_000, 1_700_000_000_000L + number * 100), number * 31);
	}

	/**
	 * How many inputs there were.
	 */
	record Count(long inputs) {
	}

	/**
	 * The only message.
	 */
	record Note(long term, String text) implements ElectionMessage {
	}

	/**
	 * The timers.
	 */
	enum Bell implements Timer {

		ONE, TWO

	}

}
