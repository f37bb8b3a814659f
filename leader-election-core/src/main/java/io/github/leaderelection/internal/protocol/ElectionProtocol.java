package io.github.leaderelection.internal.protocol;

import io.github.leaderelection.spi.ElectionMessage;

/**
 * An election as a pure function: its whole state is one immutable value, and a step
 * depends on the state and the input alone. It starts no thread, reads no clock, draws no
 * random number and sends nothing, so the very same object runs in production, in a
 * simulation, in an exhaustive search and in the replay of a recorded trace. Safe for use
 * from any thread.
 */
public interface ElectionProtocol<S, M extends ElectionMessage> {

	/** The name under which the algorithm is chosen. */
	String name();

	/** The type of the messages. */
	Class<M> messageType();

	/**
	 * The type of the state: a record of numbers, booleans, strings, enums, node ids,
	 * messages, and lists, arrays and records of these, so that a line of a trace can be
	 * derived from it. A state that is something else is not traced.
	 */
	Class<S> stateType();

	/** The type of the timers. */
	Class<? extends Timer> timerType();

	/** The first step. */
	Step<S, M> start(Recovered recovered, Now now, long entropy);

	/** One step. */
	Step<S, M> step(S state, Input<M> input);

	/**
	 * Whether an input may be stepped while a ballot is being saved: only if the step
	 * neither reads nor changes what the ballot holds and asks for no save. Other inputs
	 * wait.
	 * @return false unless the protocol knows better
	 */
	default boolean mayStepWhileSaving(S state, Input<M> input) {
		return false;
	}

	/**
	 * Whether the protocol goes by {@link Event.EligibilityChanged}, and answers it.
	 * Where it does not a node cannot be paused, and says so to whoever asks for it.
	 * @return false unless the protocol does
	 */
	default boolean goesByEligibility() {
		return false;
	}

	/**
	 * Whether the protocol asks how far the application has come, see
	 * {@link Effect.ReadPosition}.
	 * @return false unless the protocol does
	 */
	default boolean goesByPosition() {
		return false;
	}

	/** What status, endpoint and meters show. */
	ElectionView view(S state, Now now);

}
