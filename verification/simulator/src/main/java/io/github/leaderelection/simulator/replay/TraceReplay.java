package io.github.leaderelection.simulator.replay;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;

import io.github.leaderelection.internal.protocol.Effect;
import io.github.leaderelection.internal.protocol.ElectionProtocol;
import io.github.leaderelection.internal.protocol.Event;
import io.github.leaderelection.internal.protocol.Input;
import io.github.leaderelection.internal.protocol.Now;
import io.github.leaderelection.internal.protocol.Step;
import io.github.leaderelection.internal.trace.Outcome;
import io.github.leaderelection.internal.trace.Trace;
import io.github.leaderelection.internal.trace.TraceEntry;
import io.github.leaderelection.internal.trace.TraceException;
import io.github.leaderelection.internal.trace.TraceFormat;
import io.github.leaderelection.spi.ElectionMessage;
import org.jspecify.annotations.Nullable;

/**
 * Feeds a recorded trace to the protocol again and compares what it asks for with what it
 * asked for then. As a protocol is a pure function, any difference is one of the
 * protocol.
 */
public final class TraceReplay<S, M extends ElectionMessage> {

	private final ElectionProtocol<S, M> protocol;

	private final TraceFormat<S, M> format;

	private final Trace<TraceEntry<S, M>> trace;

	private final Consumer<ReplayedStep<M>> reader;

	private final List<Difference> differences = new ArrayList<>();

	private int inputs;

	private @Nullable S state;

	private TraceReplay(ElectionProtocol<S, M> protocol, Trace<TraceEntry<S, M>> trace,
			Consumer<ReplayedStep<M>> reader) {
		this.protocol = protocol;
		this.format = TraceFormat.of(protocol);
		this.trace = trace;
		this.reader = reader;
	}

	/**
	 * Replays a trace with the election that ships.
	 * @throws TraceException if they are no trace
	 * @throws IllegalArgumentException if the election is not known
	 */
	public static ReplayResult replay(List<String> lines) {
		return replay(Protocols.named(TraceFormat.heading(lines).algorithm()), lines);
	}

	/**
	 * Replays a trace with some election.
	 * @throws TraceException if they are no trace of such an election
	 */
	public static <S, M extends ElectionMessage> ReplayResult replay(ElectionProtocol<S, M> protocol,
			List<String> lines) {
		return replay(protocol, TraceFormat.of(protocol).read(lines), (step) -> {
		});
	}

	static <S, M extends ElectionMessage> ReplayResult replay(ElectionProtocol<S, M> protocol,
			Trace<TraceEntry<S, M>> trace, Consumer<ReplayedStep<M>> reader) {
		return new TraceReplay<>(protocol, trace, reader).run();
	}

	private ReplayResult run() {
		for (Trace.Line<TraceEntry<S, M>> line : this.trace.lines()) {
			TraceEntry<S, M> entry = line.entry();
			if (entry instanceof TraceEntry.Started<S, M> started) {
				start(line.number(), started);
			}
			else if (entry instanceof TraceEntry.Resumed<S, M> resumed) {
				this.state = resumed.state();
			}
			else if (entry instanceof TraceEntry.Stepped<S, M> stepped) {
				step(line.number(), stepped);
			}
		}
		return new ReplayResult(this.trace.heading(), this.inputs, this.differences);
	}

	private void start(long number, TraceEntry.Started<S, M> started) {
		Step<S, M> step = this.protocol.start(started.recovered(), started.now(), started.entropy());
		this.state = step.state();
		compare(number, null, started.now(), false, new Outcome.Taken<>(started.effects()),
				new Outcome.Taken<>(step.effects()));
	}

	private void step(long number, TraceEntry.Stepped<S, M> stepped) {
		this.inputs++;
		Input<M> input = stepped.input();
		S before = Objects.requireNonNull(this.state, "a trace begins with a start or a state");
		compare(number, input.event(), input.now(), stepped.whileSaving(), stepped.outcome(),
				outcome(before, input, stepped.whileSaving()));
	}

	/** As the shell does: what it refuses, and what fails, leaves the state as it was. */
	private Outcome<M> outcome(S before, Input<M> input, boolean whileSaving) {
		try {
			if (whileSaving && !this.protocol.mayStepWhileSaving(before, input)) {
				return new Outcome.Failed<>("it waits until the ballot is saved");
			}
			Step<S, M> step = this.protocol.step(before, input);
			if (whileSaving && step.effects().stream().anyMatch(Effect.SaveBallot.class::isInstance)) {
				return new Outcome.Refused<>(step.effects());
			}
			this.state = step.state();
			return new Outcome.Taken<>(step.effects());
		}
		catch (VirtualMachineError ex) {
			throw ex;
		}
		catch (Throwable ex) {
			// as the loop that recorded it: whatever a step throws is its outcome
			return new Outcome.Failed<>(ex.toString());
		}
	}

	private void compare(long number, @Nullable Event<M> event, Now clocks, boolean whileSaving, Outcome<M> then,
			Outcome<M> now) {
		List<String> recorded = lines(then);
		List<String> replayed = lines(now);
		Difference difference = null;
		if (!recorded.equals(replayed)) {
			difference = new Difference(number, (event != null) ? this.format.text(event) : "the start", recorded,
					replayed);
			this.differences.add(difference);
		}
		S after = Objects.requireNonNull(this.state, "there is a state after a step");
		this.reader.accept(new ReplayedStep<>(number, clocks, event, whileSaving, effects(now),
				(now instanceof Outcome.Failed<M> failed) ? failed.failure() : null, this.protocol.view(after, clocks),
				difference));
	}

	private List<Effect<M>> effects(Outcome<M> outcome) {
		return (outcome instanceof Outcome.Taken<M> taken) ? taken.effects() : List.of();
	}

	private List<String> lines(Outcome<M> outcome) {
		if (outcome instanceof Outcome.Failed<M> failed) {
			return List.of("fails: " + failed.failure());
		}
		List<Effect<M>> effects = (outcome instanceof Outcome.Refused<M> refused) ? refused.effects()
				: effects(outcome);
		List<String> lines = new ArrayList<>();
		if (outcome instanceof Outcome.Refused<M>) {
			lines.add("refused: it asks for a save while another is under way");
		}
		effects.forEach((effect) -> lines.add(this.format.text(effect)));
		return lines;
	}

}
