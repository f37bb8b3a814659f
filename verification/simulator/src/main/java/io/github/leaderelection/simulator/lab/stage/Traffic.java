package io.github.leaderelection.simulator.lab.stage;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

import io.github.leaderelection.internal.algorithm.Algorithm;
import io.github.leaderelection.internal.quorum.QuorumMessage;
import io.github.leaderelection.simulator.network.MessageFilter;
import io.github.leaderelection.simulator.network.SimulatedNetwork;
import io.github.leaderelection.simulator.network.Transit;
import io.github.leaderelection.spi.ElectionMessage;

/**
 * Drops, holds, repeats and delays the messages that a scenario picks out. Where several
 * rules fit a message, the newest decides. Nodes are numbers from 0, durations
 * nanoseconds. For use by one thread.
 */
public final class Traffic implements MessageFilter {

	private final SimulatedNetwork network;

	private final Algorithm algorithm;

	private final Deque<Rule> rules = new ArrayDeque<>();

	private final Map<String, List<Transit>> held = new HashMap<>();

	Traffic(SimulatedNetwork network, Algorithm algorithm) {
		this.network = network;
		this.algorithm = algorithm;
		network.filter(this);
	}

	/**
	 * Loses messages from now on.
	 * @param picked which
	 */
	public void drop(Picked picked) {
		rule(picked, (transit) -> true);
	}

	/**
	 * Holds messages back from now on.
	 * @param picked which
	 * @param name what is held is called so
	 */
	public void hold(Picked picked, String name) {
		List<Transit> messages = this.held.computeIfAbsent(name, (unheard) -> new ArrayList<>());
		rule(picked, messages::add);
	}

	/**
	 * Lets messages arrive a second time from now on.
	 * @param picked which
	 * @param nanos how long after they were sent
	 */
	public void repeat(Picked picked, long nanos) {
		rule(picked, (transit) -> {
			later(transit, nanos);
			return false;
		});
	}

	/**
	 * Lets messages take a time of their own from now on, so that others may overtake
	 * them.
	 * @param picked which
	 * @param nanos how long they take
	 */
	public void delay(Picked picked, long nanos) {
		rule(picked, (transit) -> later(transit, nanos));
	}

	/**
	 * Delivers now what is held under a name. What was sent on a connection that has
	 * ended since is lost.
	 * @param name the name
	 * @return how many messages were held, negative if the name was never given
	 */
	public int release(String name) {
		List<Transit> messages = this.held.get(name);
		if (messages == null) {
			return -1;
		}
		List<Transit> released = List.copyOf(messages);
		messages.clear();
		released.forEach((transit) -> this.network.deliver(transit, 0));
		return released.size();
	}

	/**
	 * Ends all rules. What is held stays so until it is released.
	 */
	public void pass() {
		this.rules.clear();
	}

	@Override
	public boolean takes(Transit transit) {
		for (Rule rule : this.rules) {
			if (rule.picked.fits(transit, nameOf(transit))) {
				return rule.treatment.test(transit);
			}
		}
		return false;
	}

	private void rule(Picked picked, Predicate<Transit> treatment) {
		this.rules.addFirst(new Rule(picked, treatment));
	}

	private boolean later(Transit transit, long nanos) {
		if (!this.network.ways().passes(transit.from(), transit.to())) {
			return false;
		}
		this.network.deliver(transit, nanos);
		return true;
	}

	private String nameOf(Transit transit) {
		ElectionMessage said = transit.envelope().body();
		QuorumMessage carried = this.algorithm.carried(said);
		return ((carried != null) ? carried : said).getClass().getSimpleName();
	}

	/**
	 * Which messages are meant.
	 *
	 * @param types the names of their types, none for all
	 * @param from who sends them
	 * @param to who gets them
	 */
	public record Picked(List<String> types, List<Integer> from, List<Integer> to) {

		/**
		 * Copies the lists.
		 */
		public Picked {
			types = List.copyOf(types);
			from = List.copyOf(from);
			to = List.copyOf(to);
		}

		boolean fits(Transit transit, String type) {
			return this.from.contains(transit.from()) && this.to.contains(transit.to())
					&& (this.types.isEmpty() || this.types.contains(type));
		}

	}

	/**
	 * What becomes of some messages.
	 *
	 * @param picked which
	 * @param treatment deals with one, and says whether it is taken out of the network
	 */
	private record Rule(Picked picked, Predicate<Transit> treatment) {
	}

}
