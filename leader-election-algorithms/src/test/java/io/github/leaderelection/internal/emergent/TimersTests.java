package io.github.leaderelection.internal.emergent;

import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

import io.github.leaderelection.NodeId;
import io.github.leaderelection.internal.nomination.LayeredElection;
import io.github.leaderelection.internal.nomination.NominationTimer;
import io.github.leaderelection.internal.protocol.AlgorithmOptions;
import io.github.leaderelection.internal.protocol.Effect;
import io.github.leaderelection.internal.protocol.ElectionSettings;
import io.github.leaderelection.internal.protocol.Event;
import io.github.leaderelection.internal.protocol.Input;
import io.github.leaderelection.internal.protocol.Now;
import io.github.leaderelection.internal.protocol.Recovered;
import io.github.leaderelection.internal.protocol.Step;
import io.github.leaderelection.internal.trace.TraceFormat;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What must not be lost with a save or a step that fails.
 */
class TimersTests {

	private static final long MILLI = 1_000_000;

	private final LayeredElection<EmergentState, EmergentMessage> election = new LayeredElection<>(
			new EmergentNomination());

	private Step<EmergentState, EmergentMessage> start() {
		List<NodeId> members = Stream.of("a", "b", "c").map(NodeId::of).toList();
		ElectionSettings settings = ElectionSettings.of("cluster", "group", members.get(0), members)
			.durable(true)
			.drainNanos(0)
			.options(AlgorithmOptions.of("emergent", Map.of()))
			.build();
		return this.election.start(new Recovered(settings, null, 1), new Now(0, 0), 7);
	}

	@Test
	void heartbeatsBeginThoughTheFirstSaveFails() {
		List<Effect<EmergentMessage>> effects = start().effects();
		int save = effects.stream().map(Effect::getClass).toList().indexOf(Effect.SaveBallot.class);
		assertThat(save).isNotNegative();
		assertThat(effects.subList(0, save)).contains(new Effect.StartTimer<>(NominationTimer.BEAT, 100 * MILLI));
	}

	@Test
	void eachHeartbeatStartsTheTimerOfTheNext() {
		Step<EmergentState, EmergentMessage> next = this.election.step(start().state(),
				new Input<>(new Event.TimerFired<>(NominationTimer.BEAT), new Now(100 * MILLI, 100), 7));
		assertThat(next.effects()).contains(new Effect.StartTimer<>(NominationTimer.BEAT, 200 * MILLI));
	}

	@Test
	void theStateCanBeTraced() {
		assertThat(TraceFormat.of(this.election).stateText(start().state())).startsWith("EmergentState(")
			.contains("JoinAttempt(");
	}

}
