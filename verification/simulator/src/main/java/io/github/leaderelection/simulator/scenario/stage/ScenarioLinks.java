package io.github.leaderelection.simulator.scenario.stage;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntSupplier;
import java.util.function.Predicate;

import io.github.leaderelection.simulator.cluster.SimulatedCluster;
import io.github.leaderelection.simulator.network.Transit;
import io.github.leaderelection.simulator.network.Ways;

/**
 * What a script can do with links and messages. Times are in milliseconds, machines are
 * numbers from 0.
 */
public final class ScenarioLinks {

	private static final long MILLI = 1_000_000;

	private final int size;

	private final Ways ways;

	private final Messages messages;

	private final Forgery forgery;

	ScenarioLinks(SimulatedCluster cluster) {
		this.size = cluster.size();
		this.ways = cluster.network().ways();
		this.forgery = new Forgery(cluster);
		this.messages = new Messages(cluster.network(), this.forgery);
	}

	/**
	 * Cuts links both ways.
	 * @param machine one end
	 * @param others the other ends
	 */
	public void cut(int machine, int... others) {
		for (int other : others) {
			cutOneWay(machine, other);
			cutOneWay(other, machine);
		}
	}

	/**
	 * Lets nothing pass one way.
	 * @param from the sending machine
	 * @param to the receiving machine
	 */
	public void cutOneWay(int from, int to) {
		this.ways.cut(from, to);
	}

	/**
	 * Cuts a machine from all others.
	 * @param machine the machine
	 */
	public void isolate(int machine) {
		for (int other = 0; other < this.size; other++) {
			if (other != machine) {
				cut(machine, other);
			}
		}
	}

	/**
	 * Heals links both ways.
	 * @param machine one end
	 * @param others the other ends
	 */
	public void heal(int machine, int... others) {
		for (int other : others) {
			this.ways.heal(machine, other);
			this.ways.heal(other, machine);
		}
	}

	/**
	 * Heals everything.
	 */
	public void healAll() {
		for (int machine = 0; machine < this.size; machine++) {
			for (int other = 0; other < machine; other++) {
				heal(machine, other);
			}
		}
	}

	/**
	 * Slows a link down both ways.
	 * @param one one end
	 * @param other the other
	 * @param millis added to the latency each way
	 */
	public void slow(int one, int other, long millis) {
		this.ways.slow(one, other, millis * MILLI);
		this.ways.slow(other, one, millis * MILLI);
	}

	/**
	 * Holds messages back from now on.
	 * @param which which
	 * @return what is held
	 */
	public Held hold(Predicate<Transit> which) {
		return this.messages.hold(which);
	}

	/**
	 * Counts messages that are sent from now on, those that are held not.
	 * @param which which
	 * @return how many there were
	 */
	public IntSupplier count(Predicate<Transit> which) {
		AtomicInteger count = new AtomicInteger();
		this.messages.hold((transit) -> {
			if (which.test(transit)) {
				count.incrementAndGet();
			}
			return false;
		});
		return count::get;
	}

	/**
	 * What delivers messages that machines could have sent.
	 * @return the forgery
	 */
	public Forgery forgery() {
		return this.forgery;
	}

}
