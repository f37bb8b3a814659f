package io.github.leaderelection.internal.runtime.group;

import java.util.List;
import java.util.Objects;
import java.util.Optional;

import io.github.leaderelection.LeaderElector;
import io.github.leaderelection.internal.protocol.Effect;
import io.github.leaderelection.internal.protocol.ElectionProtocol;
import io.github.leaderelection.internal.protocol.ElectionSettings;
import io.github.leaderelection.internal.protocol.ElectionView;
import io.github.leaderelection.internal.protocol.Event;
import io.github.leaderelection.internal.protocol.Input;
import io.github.leaderelection.internal.protocol.Now;
import io.github.leaderelection.internal.protocol.Recovered;
import io.github.leaderelection.internal.protocol.Step;
import io.github.leaderelection.internal.runtime.environment.Failures;
import io.github.leaderelection.internal.runtime.environment.LoopEnvironment;
import io.github.leaderelection.internal.trace.Heading;
import io.github.leaderelection.internal.trace.Outcome;
import io.github.leaderelection.internal.trace.TraceBudget;
import io.github.leaderelection.internal.trace.TraceEntry;
import io.github.leaderelection.internal.trace.TraceFormat;
import io.github.leaderelection.internal.trace.TraceRecorder;
import io.github.leaderelection.spi.ElectionMessage;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Makes the inputs, steps the protocol, keeps its state, and records inputs and outcomes.
 * Used only by the thread that runs the loop, unless a method says otherwise.
 */
final class Stepper<S, M extends ElectionMessage> {

	private static final Logger logger = LoggerFactory.getLogger(LeaderElector.class);

	private final ElectionProtocol<S, M> protocol;

	private final ElectionSettings settings;

	private final LoopEnvironment environment;

	private final @Nullable TraceRecorder<S, TraceEntry<S, M>> recorder;

	private final List<Effect<M>> first;

	private long inputNanos;

	/** Written by the thread that runs the loop, read by any. */
	private volatile S state;

	/** Takes the first step. */
	Stepper(GroupSpec<S, M> spec, LoopEnvironment environment, Recovered recovered, TraceBudget budget) {
		this.protocol = spec.protocol();
		this.settings = spec.settings();
		this.environment = environment;
		this.recorder = spec.traced() ? recorder(spec, budget) : null;
		Now now = environment.clock().now();
		this.inputNanos = now.monotonicNanos();
		long entropy = environment.entropy().getAsLong();
		Step<S, M> step = this.protocol.start(recovered, now, entropy);
		if (this.recorder != null) {
			this.recorder.started(new TraceEntry.Started<>(recovered, now, entropy, step.effects()));
		}
		this.state = step.state();
		this.first = step.effects();
	}

	private static <S, M extends ElectionMessage> @Nullable TraceRecorder<S, TraceEntry<S, M>> recorder(
			GroupSpec<S, M> spec, TraceBudget budget) {
		try {
			return new TraceRecorder<>(TraceFormat.of(spec.protocol()), TraceEntry.Resumed::new, budget);
		}
		catch (RuntimeException | LinkageError ex) {
			logger.warn("Group '{}': the election '{}' cannot be traced, all else works: {}", spec.settings().group(),
					spec.protocol().name(), ex.toString());
			return null;
		}
	}

	/** The effects of the first step. */
	List<Effect<M>> first() {
		return this.first;
	}

	/** For any thread. */
	S state() {
		return this.state;
	}

	/** For any thread. */
	ElectionView view(Now now) {
		return this.protocol.view(this.state, now);
	}

	/** The effects of a step; none if it failed. */
	List<Effect<M>> step(Event<M> event) {
		return Objects.requireNonNull(step(input(event), false));
	}

	/**
	 * Returns the effects of a step while a ballot is being saved; none if it failed,
	 * null if the event must wait. A step that asks for another save is discarded, and
	 * its event waits.
	 */
	@Nullable List<Effect<M>> stepWhileSaving(Event<M> event) {
		Input<M> input = input(event);
		try {
			if (!this.protocol.mayStepWhileSaving(this.state, input)) {
				return null;
			}
		}
		catch (Throwable ex) {
			failed(input, true, ex);
			return List.of();
		}
		return step(input, true);
	}

	/** Returns null if the step must wait for the end of the save. */
	private @Nullable List<Effect<M>> step(Input<M> input, boolean whileSaving) {
		S before = this.state;
		Step<S, M> step;
		try {
			step = this.protocol.step(before, input);
		}
		catch (Throwable ex) {
			failed(input, whileSaving, ex);
			return List.of();
		}
		if (whileSaving && BallotSaver.isAskedFor(step.effects())) {
			// The event waits: without it a heartbeat and its timer would be lost.
			record(input, true, new Outcome.Refused<>(step.effects()));
			return null;
		}
		record(input, whileSaving, new Outcome.Taken<>(step.effects()));
		if (step.state() != before) {
			this.state = step.state();
		}
		return step.effects();
	}

	private void failed(Input<M> input, boolean whileSaving, Throwable failure) {
		Failures.rethrowIfFatal(failure);
		record(input, whileSaving, new Outcome.Failed<>(failure.toString()));
		logger.error("Group '{}', node {}: a step failed; the state is as it was and {} is dropped",
				this.settings.group(), this.settings.self(), input.event(), failure);
	}

	/** Records an input before the state changes. */
	private void record(Input<M> input, boolean whileSaving, Outcome<M> outcome) {
		if (this.recorder != null) {
			this.recorder.stepped(this.state, new TraceEntry.Stepped<>(input, whileSaving, outcome));
		}
	}

	private Input<M> input(Event<M> event) {
		Now now = this.environment.clock().now();
		this.inputNanos = now.monotonicNanos();
		return new Input<>(event, now, this.environment.entropy().getAsLong());
	}

	/** The monotonic clock at the newest input. */
	long inputNanos() {
		return this.inputNanos;
	}

	/** The newest inputs as text, empty where none are kept. For any thread. */
	Optional<String> trace(Now now) {
		return (this.recorder != null) ? this.recorder.text(Heading.of(this.protocol.name(), this.settings, now))
				: Optional.empty();
	}

}
