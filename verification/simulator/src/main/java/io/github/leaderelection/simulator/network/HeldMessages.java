package io.github.leaderelection.simulator.network;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/**
 * Messages that are held back. For use by one thread.
 */
public final class HeldMessages {

	private final SimulatedNetwork network;

	private final List<Runnable> ends = new ArrayList<>();

	private final List<Transit> messages = new ArrayList<>();

	/** Holds nothing yet. */
	public HeldMessages(SimulatedNetwork network) {
		this.network = network;
	}

	void endsWith(Runnable end) {
		this.ends.add(end);
	}

	boolean add(Transit transit) {
		return this.messages.add(transit);
	}

	/** How many are held. */
	public int count() {
		return this.messages.size();
	}

	/**
	 * The newest of them.
	 * @throws IllegalStateException if none is
	 */
	public Transit newest() {
		if (this.messages.isEmpty()) {
			throw new IllegalStateException("Nothing is held");
		}
		return this.messages.get(this.messages.size() - 1);
	}

	/**
	 * Delivers them now, and holds no more.
	 */
	public void release() {
		pause();
		releaseAll();
	}

	/**
	 * Delivers them now, and goes on holding. What was sent on a connection that has
	 * ended since is lost.
	 */
	public void releaseAll() {
		release((any) -> true);
	}

	/**
	 * Delivers them now though their links may be closed since, and holds no more. The
	 * receiving process had taken them off the link before, and the thread that did so
	 * was held up: what another thread takes off a newer link overtakes them.
	 */
	public void releaseLate() {
		pause();
		for (Transit late : this.messages) {
			long link = this.network.link(late.to(), late.from());
			this.network.deliver(new Transit(late.from(), late.to(), link, late.envelope()), 0);
		}
		this.messages.clear();
	}

	/** Delivers some of them now, and goes on holding. */
	public void release(Predicate<Transit> some) {
		for (Transit transit : List.copyOf(this.messages)) {
			if (some.test(transit)) {
				this.network.deliver(transit, 0);
				this.messages.remove(transit);
			}
		}
	}

	/**
	 * Holds no more from now on, and keeps what is held.
	 */
	public void pause() {
		this.ends.forEach(Runnable::run);
	}

	/**
	 * Holds no more. What is held is lost.
	 */
	public void stop() {
		pause();
		this.messages.clear();
	}

}
