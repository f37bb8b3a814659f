package io.github.leaderelection.simulator.network;

import java.util.function.Consumer;

/**
 * The ways between machines, each of which can be cut, clogged or slow in one direction
 * alone.
 */
public final class Ways {

	private final int size;

	private final Direction[] directions;

	private final Consumer<Transit> sender;

	Ways(int size, Consumer<Transit> sender) {
		this.size = size;
		this.sender = sender;
		this.directions = new Direction[size * size];
		for (int i = 0; i < this.directions.length; i++) {
			this.directions[i] = new Direction();
		}
	}

	/**
	 * Lets nothing pass any more from one machine to another; the way back stays.
	 * @param from one machine
	 * @param to another
	 */
	public void cut(int from, int to) {
		of(from, to).cut(true);
	}

	/**
	 * Lets messages pass again, as fast as usual.
	 * @param from one machine
	 * @param to another
	 */
	public void heal(int from, int to) {
		Direction direction = of(from, to);
		direction.cut(false);
		direction.clogged(false);
		direction.extraLatency(0);
		direction.takeHeld().forEach(this.sender);
	}

	/**
	 * Keeps everything back that is sent from one machine to another, until it heals.
	 * @param from one machine
	 * @param to another
	 */
	public void clog(int from, int to) {
		of(from, to).clogged(true);
	}

	/**
	 * Slows one way down, until it heals.
	 * @param from one machine
	 * @param to another
	 * @param nanos added to the latency
	 */
	public void slow(int from, int to, long nanos) {
		of(from, to).extraLatency(nanos);
	}

	/**
	 * Whether messages pass from one machine to another.
	 * @param from one machine
	 * @param to another
	 * @return false while the way is cut or clogged
	 */
	public boolean passes(int from, int to) {
		return !of(from, to).isBlocked();
	}

	Direction of(int from, int to) {
		return this.directions[from * this.size + to];
	}

}
