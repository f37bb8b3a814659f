package io.github.leaderelection.simulator.scenario.stage;

import io.github.leaderelection.internal.quorum.QuorumMessage;
import io.github.leaderelection.simulator.cluster.SimulatedCluster;
import io.github.leaderelection.simulator.network.Transit;
import io.github.leaderelection.spi.Envelope;
import org.jspecify.annotations.Nullable;

/**
 * Delivers messages that a process could have sent, in its name: what another course of
 * events would have brought about only with luck.
 */
public final class Forgery {

	private final SimulatedCluster cluster;

	private final @Nullable Envelope<?>[] newest;

	Forgery(SimulatedCluster cluster) {
		this.cluster = cluster;
		this.newest = new Envelope<?>[cluster.size()];
	}

	/**
	 * Delivers a message.
	 * @param from the machine in whose name
	 * @param to the machine that gets it
	 * @param body the message
	 */
	public void send(int from, int to, QuorumMessage body) {
		deliver(from, to, 0, body);
	}

	/**
	 * Delivers an answer to what the present process of a machine asked.
	 * @param from the machine in whose name
	 * @param to the machine that gets it
	 * @param body the message
	 */
	public void answer(int from, int to, QuorumMessage body) {
		deliver(from, to, last(to).incarnation(), body);
	}

	/**
	 * Delivers a message of a second process with the id of a machine.
	 * @param from the machine whose id it has
	 * @param to the machine that gets it
	 * @param body the message
	 */
	public void sendAsTwin(int from, int to, QuorumMessage body) {
		deliver(from, to, 0, last(from).incarnation() + 1, body);
	}

	private void deliver(int from, int to, long answers, QuorumMessage body) {
		deliver(from, to, answers, last(from).incarnation(), body);
	}

	private void deliver(int from, int to, long answers, long incarnation, QuorumMessage body) {
		Envelope<?> last = last(from);
		Envelope<?> envelope = new Envelope<>(last.cluster(), last.group(), last.from(), last.identity(), incarnation,
				last.fingerprint(), answers, body);
		this.cluster.network().deliver(new Transit(from, to, this.cluster.network().link(from, to), envelope), 0);
	}

	private Envelope<?> last(int machine) {
		Envelope<?> last = this.newest[machine];
		if (last == null) {
			throw new IllegalStateException("n" + machine + " has sent nothing yet: nothing can be said in its name");
		}
		return last;
	}

	/**
	 * Learns how a process signs what it sends.
	 */
	void learn(Transit transit) {
		this.newest[transit.from()] = transit.envelope();
	}

}
