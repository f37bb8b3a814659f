package io.github.leaderelection.internal.runtime;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;

import io.github.leaderelection.NodeId;
import io.github.leaderelection.RevocationReason;
import io.github.leaderelection.Role;
import io.github.leaderelection.internal.protocol.Effect;
import io.github.leaderelection.internal.protocol.ElectionProtocol;
import io.github.leaderelection.internal.protocol.ElectionView;
import io.github.leaderelection.internal.protocol.ElectionView.LeaderView;
import io.github.leaderelection.internal.protocol.Event;
import io.github.leaderelection.internal.protocol.Input;
import io.github.leaderelection.internal.protocol.Now;
import io.github.leaderelection.internal.protocol.Recovered;
import io.github.leaderelection.internal.protocol.Step;

/**
 * An election that does what a test tells it to, on messages named by the test, and
 * remembers what it was asked.
 */
public final class FakeProtocol implements ElectionProtocol<FakeState, FakeMessage> {

	public final List<Input<FakeMessage>> inputs = Collections.synchronizedList(new ArrayList<>());

	private final NodeId self;

	private final Map<String, Function<Input<FakeMessage>, List<Effect<FakeMessage>>>> onMessage = new HashMap<>();

	private final List<Effect<FakeMessage>> first = new ArrayList<>();

	private volatile Function<Input<FakeMessage>, List<Effect<FakeMessage>>> otherwise = (input) -> List.of();

	volatile boolean goesByEligibility = true;

	boolean goesByPosition;

	private volatile Predicate<Event<FakeMessage>> mayStep = (event) -> false;

	public FakeProtocol(NodeId self) {
		this.self = self;
	}

	@SafeVarargs
	@SuppressWarnings("varargs")
	public final FakeProtocol atStart(Effect<FakeMessage>... effects) {
		this.first.addAll(List.of(effects));
		return this;
	}

	@SafeVarargs
	@SuppressWarnings("varargs")
	public final FakeProtocol on(String text, Effect<FakeMessage>... effects) {
		return on(text, (input) -> List.of(effects));
	}

	public FakeProtocol on(String text, Function<Input<FakeMessage>, List<Effect<FakeMessage>>> reaction) {
		this.onMessage.put(text, reaction);
		return this;
	}

	public FakeProtocol otherwise(Function<Input<FakeMessage>, List<Effect<FakeMessage>>> reaction) {
		this.otherwise = reaction;
		return this;
	}

	FakeProtocol mayStepWhileSaving(Predicate<Event<FakeMessage>> predicate) {
		this.mayStep = predicate;
		return this;
	}

	/** What was stepped, in short: the text of messages, the class of other events. */
	public List<String> steps() {
		return List.copyOf(this.inputs).stream().map((input) -> describe(input.event())).toList();
	}

	private static String describe(Event<FakeMessage> event) {
		if (event instanceof Event.MessageReceived<FakeMessage> received) {
			return received.envelope().body().text();
		}
		if (event instanceof Event.TimerFired<FakeMessage> fired) {
			return fired.timer().name();
		}
		return event.getClass().getSimpleName();
	}

	@Override
	public String name() {
		return "fake";
	}

	@Override
	public Class<FakeMessage> messageType() {
		return FakeMessage.class;
	}

	@Override
	public Class<FakeState> stateType() {
		return FakeState.class;
	}

	@Override
	public Class<FakeTimer> timerType() {
		return FakeTimer.class;
	}

	@Override
	public Step<FakeState, FakeMessage> start(Recovered recovered, Now now, long entropy) {
		return new Step<>(after(FakeState.FIRST, this.first), List.copyOf(this.first));
	}

	@Override
	public Step<FakeState, FakeMessage> step(FakeState state, Input<FakeMessage> input) {
		this.inputs.add(input);
		List<Effect<FakeMessage>> effects = effects(state, input);
		return new Step<>(after(state, effects), effects);
	}

	private List<Effect<FakeMessage>> effects(FakeState state, Input<FakeMessage> input) {
		if (input.event() instanceof Event.MessageReceived<FakeMessage> received) {
			return this.onMessage.getOrDefault(received.envelope().body().text(), this.otherwise).apply(input);
		}
		if (input.event() instanceof Event.Stopping<FakeMessage>) {
			List<Effect<FakeMessage>> asked = this.otherwise.apply(input);
			if (!asked.isEmpty()) {
				return asked;
			}
			return (state.role() == Role.LEADER)
					? List.of(new Effect.Revoke<>(state.token(), RevocationReason.STOPPED), new Effect.Stopped<>())
					: List.of(new Effect.Stopped<>());
		}
		return this.otherwise.apply(input);
	}

	private FakeState after(FakeState state, List<Effect<FakeMessage>> effects) {
		Role role = state.role();
		LeaderView leader = state.leader();
		long token = state.token();
		for (Effect<FakeMessage> effect : effects) {
			if (effect instanceof Effect.Grant<FakeMessage> grant) {
				role = Role.LEADER;
				token = grant.fencingToken();
				leader = new LeaderView(this.self, grant.term(), grant.fencingToken(), true);
			}
			else if (effect instanceof Effect.FollowLeader<FakeMessage> follow) {
				leader = new LeaderView(follow.leader(), follow.term(), follow.fencingToken(), follow.direct());
			}
			else if (effect instanceof Effect.Revoke<FakeMessage> || effect instanceof Effect.LeaderLost<FakeMessage>) {
				role = Role.FOLLOWER;
				leader = null;
			}
		}
		return new FakeState(role, leader, token, state.steps() + 1);
	}

	@Override
	public boolean mayStepWhileSaving(FakeState state, Input<FakeMessage> input) {
		return this.mayStep.test(input.event());
	}

	@Override
	public boolean goesByEligibility() {
		return this.goesByEligibility;
	}

	@Override
	public boolean goesByPosition() {
		return this.goesByPosition;
	}

	@Override
	public ElectionView view(FakeState state, Now now) {
		return new ElectionView(state.role(), false, state.token(), state.leader(), List.of(), 2, 1, Set.of(), "yes",
				List.of(), "list");
	}

}
