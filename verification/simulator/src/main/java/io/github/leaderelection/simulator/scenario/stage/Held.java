package io.github.leaderelection.simulator.scenario.stage;

import java.util.function.Predicate;

import io.github.leaderelection.simulator.network.Transit;

/**
 * Messages that are held back.
 */
public interface Held {

	/**
	 * How many are held.
	 * @return the number
	 */
	int count();

	/**
	 * The newest of them.
	 * @return a message that is held
	 * @throws IllegalStateException if none is
	 */
	Transit newest();

	/**
	 * Delivers them now, and holds no more.
	 */
	void release();

	/**
	 * Delivers them now though their links may be closed since, and holds no more. The
	 * receiving process had taken them off the link before, and the thread that did so
	 * was held up: what another thread takes off a newer link overtakes them.
	 */
	void releaseLate();

	/**
	 * Delivers some of them now, and goes on holding.
	 * @param some which
	 */
	void release(Predicate<Transit> some);

	/**
	 * Holds no more from now on, and keeps what is held.
	 */
	void pause();

	/**
	 * Holds no more. What is held is lost.
	 */
	void stop();

}
