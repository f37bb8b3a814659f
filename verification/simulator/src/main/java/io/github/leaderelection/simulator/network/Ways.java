package io.github.leaderelection.simulator.network;

import java.util.Collection;
import java.util.List;
import java.util.function.BiPredicate;
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

	/** Lets nothing pass any more between machines, both ways. */
	public void cut(int machine, int... others) {
		for (int other : others) {
			cutOneWay(machine, other);
			cutOneWay(other, machine);
		}
	}

	/** Lets nothing pass any more from one machine to another; the way back stays. */
	public void cutOneWay(int from, int to) {
		of(from, to).cut(true);
	}

	/** Cuts a machine from all others. */
	public void isolate(int machine) {
		isolate(List.of(machine));
	}

	/** Cuts machines from all others, but not from one another. */
	public void isolate(Collection<Integer> machines) {
		keepOnly((one, other) -> machines.contains(one) == machines.contains(other));
	}

	/**
	 * Cuts all links but some, both ways.
	 * @param links whether the link between two machines remains
	 */
	public void keepOnly(BiPredicate<Integer, Integer> links) {
		for (int one = 0; one < this.size; one++) {
			for (int other = 0; other < one; other++) {
				if (!links.test(one, other)) {
					cut(one, other);
				}
			}
		}
	}

	/** Lets messages pass again, as fast as usual, both ways. */
	public void heal(int machine, int... others) {
		for (int other : others) {
			healOneWay(machine, other);
			healOneWay(other, machine);
		}
	}

	/** Lets messages pass again, as fast as usual. */
	public void healOneWay(int from, int to) {
		Direction direction = of(from, to);
		direction.cut(false);
		direction.clogged(false);
		direction.extraLatency(0);
		direction.takeHeld().forEach(this.sender);
	}

	/**
	 * Heals everything.
	 */
	public void healAll() {
		for (int one = 0; one < this.size; one++) {
			for (int other = 0; other < one; other++) {
				heal(one, other);
			}
		}
	}

	/** Keeps everything back that is sent from one machine to another, until it heals. */
	public void clog(int from, int to) {
		of(from, to).clogged(true);
	}

	/** Slows a link down both ways, until it heals. */
	public void slow(int one, int other, long nanos) {
		slowOneWay(one, other, nanos);
		slowOneWay(other, one, nanos);
	}

	/** Slows one way down, until it heals. */
	public void slowOneWay(int from, int to, long nanos) {
		of(from, to).extraLatency(nanos);
	}

	/**
	 * Whether messages pass from one machine to another.
	 * @return false while the way is cut or clogged
	 */
	public boolean passes(int from, int to) {
		return !of(from, to).isBlocked();
	}

	Direction of(int from, int to) {
		return this.directions[from * this.size + to];
	}

}
