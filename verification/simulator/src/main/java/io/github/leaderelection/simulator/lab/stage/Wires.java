package io.github.leaderelection.simulator.lab.stage;

import java.util.List;

import io.github.leaderelection.simulator.network.Conditions;
import io.github.leaderelection.simulator.network.SimulatedNetwork;
import io.github.leaderelection.simulator.network.Transit;
import io.github.leaderelection.spi.ElectionMessage;
import io.github.leaderelection.spi.Envelope;

/**
 * What a scenario can do to the network. Nodes are numbers from 0, durations nanoseconds.
 */
public final class Wires {

	private final SimulatedNetwork network;

	private final Watcher watcher;

	Wires(SimulatedNetwork network, Watcher watcher) {
		this.network = network;
		this.watcher = watcher;
	}

	/**
	 * Delivers a message that a node did not send, in its name and at once: to begin what
	 * nothing in the scenario would begin. It is no message of the run and not counted.
	 * @param from the node in whose name
	 * @param to the node that gets it
	 * @param body the message
	 */
	public void say(int from, int to, ElectionMessage body) {
		Envelope<?> last = this.watcher.newest(from);
		if (last == null) {
			throw new IllegalStateException("n" + from + " has sent nothing yet: nothing can be said in its name");
		}
		Envelope<?> envelope = new Envelope<>(last.cluster(), last.group(), last.from(), last.identity(),
				last.incarnation(), last.fingerprint(), 0, body);
		this.network.deliver(new Transit(from, to, this.network.link(from, to), envelope), 0);
	}

	/**
	 * Lets nothing pass between nodes, both ways.
	 * @param ones the ones
	 * @param others the others
	 */
	public void cut(List<Integer> ones, List<Integer> others) {
		cutOneWay(ones, others);
		cutOneWay(others, ones);
	}

	/**
	 * Lets nothing pass from nodes to others.
	 * @param from who is heard no more
	 * @param to by whom
	 */
	public void cutOneWay(List<Integer> from, List<Integer> to) {
		for (int one : from) {
			for (int other : to) {
				if (one != other) {
					this.network.ways().cut(one, other);
				}
			}
		}
	}

	/**
	 * Cuts nodes from all others, but not from one another.
	 * @param isolated the nodes
	 */
	public void isolate(List<Integer> isolated) {
		for (int other = 0; other < this.network.size(); other++) {
			if (!isolated.contains(other)) {
				cut(isolated, List.of(other));
			}
		}
	}

	/**
	 * Lets messages pass again, as fast as usual, both ways.
	 * @param ones the ones
	 * @param others the others
	 */
	public void heal(List<Integer> ones, List<Integer> others) {
		for (int one : ones) {
			for (int other : others) {
				if (one != other) {
					this.network.ways().heal(one, other);
					this.network.ways().heal(other, one);
				}
			}
		}
	}

	/**
	 * Cuts all links but some.
	 * @param links those that remain
	 */
	public void keepOnly(List<Link> links) {
		for (int one = 0; one < this.network.size(); one++) {
			for (int other = 0; other < one; other++) {
				if (!links.contains(new Link(one, other)) && !links.contains(new Link(other, one))) {
					cut(List.of(one), List.of(other));
				}
			}
		}
	}

	/**
	 * Slows links down, both ways.
	 * @param ones the ones
	 * @param others the others
	 * @param nanos added to the delay each way
	 */
	public void slow(List<Integer> ones, List<Integer> others, long nanos) {
		slowOneWay(ones, others, nanos);
		slowOneWay(others, ones, nanos);
	}

	/**
	 * Slows links down one way.
	 * @param from who is heard later
	 * @param to by whom
	 * @param nanos added to the delay
	 */
	public void slowOneWay(List<Integer> from, List<Integer> to, long nanos) {
		for (int one : from) {
			for (int other : to) {
				if (one != other) {
					this.network.ways().slow(one, other, nanos);
				}
			}
		}
	}

	/**
	 * Closes connections; they are opened again at once.
	 * @param ones the ones
	 * @param others the others
	 */
	public void close(List<Integer> ones, List<Integer> others) {
		for (int one : ones) {
			for (int other : others) {
				if (one != other) {
					this.network.breakLink(one, other);
				}
			}
		}
	}

	/**
	 * Says how long messages take from now on.
	 * @param delay one way
	 */
	public void delay(Range delay) {
		Conditions now = this.network.conditions();
		change(delay, now.lossPerMille(), now);
	}

	/**
	 * Says how many messages are lost from now on.
	 * @param perMille of a thousand
	 */
	public void loss(int perMille) {
		Conditions now = this.network.conditions();
		change(new Range(now.shortest(), now.longest()), perMille, now);
	}

	private void change(Range delay, int lossPerMille, Conditions now) {
		this.network.conditions(new Conditions(delay.low(), delay.high(), delay.high(), 0, lossPerMille,
				now.repeatPerMille(), now.ordered(), now.strict(), now.buffered(), now.redial(), now.silence()));
	}

	/**
	 * A link.
	 *
	 * @param one one end
	 * @param other the other
	 */
	public record Link(int one, int other) {
	}

}
