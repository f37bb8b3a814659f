package io.github.leaderelection.simulator.network;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import io.github.leaderelection.spi.ElectionMessage;
import io.github.leaderelection.spi.Envelope;
import org.jspecify.annotations.Nullable;

/**
 * Delivers messages that a process could have sent, in its name and at once: what another
 * course of events would have brought about only with luck. Nobody who counts messages
 * sees them.
 */
public final class Forgery {

	private final SimulatedNetwork network;

	private final List<Map<String, Envelope<?>>> said = new ArrayList<>();

	private final @Nullable Envelope<?>[] newest;

	Forgery(SimulatedNetwork network) {
		this.network = network;
		this.newest = new Envelope<?>[network.size()];
		for (int i = 0; i < network.size(); i++) {
			this.said.add(new HashMap<>());
		}
	}

	/**
	 * Delivers a message.
	 * @param from the machine in whose name
	 */
	public void send(int from, int to, ElectionMessage body) {
		deliver(from, to, newest(from), 0, body);
	}

	/**
	 * Delivers an answer to what the present process of a machine asked.
	 * @param from the machine in whose name
	 */
	public void answer(int from, int to, ElectionMessage body) {
		deliver(from, to, newest(from), newest(to).incarnation(), body);
	}

	/**
	 * Delivers a message of a second process with the id and the state of a machine.
	 * @param from the machine whose id it has
	 */
	public void sendAsTwin(int from, int to, ElectionMessage body) {
		Envelope<?> last = newest(from);
		sendAs(last.identity(), last.incarnation() + 1, from, to, last, body);
	}

	/**
	 * Delivers a message of a process that has only the id of a machine.
	 * @param from the machine whose id it has
	 * @param own what a process of that machine said
	 */
	public void sendAs(String identity, long incarnation, int from, int to, Envelope<?> own, ElectionMessage body) {
		Envelope<?> envelope = new Envelope<>(own.cluster(), own.group(), own.from(), identity, incarnation,
				own.fingerprint(), 0, body);
		this.network.deliver(new Transit(from, to, this.network.link(to, from), envelope), 0);
	}

	/**
	 * What a machine said last in a group.
	 * @return the message, null before the first
	 */
	public @Nullable Envelope<?> said(int machine, String group) {
		return this.said.get(machine).get(group);
	}

	private void deliver(int from, int to, Envelope<?> last, long answers, ElectionMessage body) {
		Envelope<?> envelope = new Envelope<>(last.cluster(), last.group(), last.from(), last.identity(),
				last.incarnation(), last.fingerprint(), answers, body);
		this.network.deliver(new Transit(from, to, this.network.link(from, to), envelope), 0);
	}

	private Envelope<?> newest(int machine) {
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
		this.said.get(transit.from()).put(transit.envelope().group(), transit.envelope());
	}

}
