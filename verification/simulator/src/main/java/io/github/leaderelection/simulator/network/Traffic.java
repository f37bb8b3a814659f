package io.github.leaderelection.simulator.network;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntSupplier;
import java.util.function.Predicate;

/**
 * What is done to messages as they leave: they are held back, lost, repeated or delayed.
 * Where several rules fit a message, the newest decides. For use by one thread.
 */
public final class Traffic {

	private final SimulatedNetwork network;

	private final Deque<Rule> rules = new ArrayDeque<>();

	Traffic(SimulatedNetwork network) {
		this.network = network;
	}

	/** Loses messages from now on. */
	public void drop(Predicate<Transit> which) {
		add(which, (transit) -> true);
	}

	/** Holds messages back from now on. */
	public HeldMessages hold(Predicate<Transit> which) {
		HeldMessages held = new HeldMessages(this.network);
		hold(which, held);
		return held;
	}

	/** Holds messages back from now on, together with others. */
	public void hold(Predicate<Transit> which, HeldMessages held) {
		held.endsWith(add(which, held::add));
	}

	/** Lets messages arrive a second time from now on. */
	public void repeat(Predicate<Transit> which, long nanos) {
		add(which, (transit) -> {
			later(transit, nanos);
			return false;
		});
	}

	/**
	 * Lets messages take a time of their own from now on, so that others may overtake
	 * them.
	 */
	public void delay(Predicate<Transit> which, long nanos) {
		add(which, (transit) -> later(transit, nanos));
	}

	/**
	 * Counts messages that are sent from now on, except those that an older rule holds.
	 */
	public IntSupplier count(Predicate<Transit> which) {
		AtomicInteger count = new AtomicInteger();
		this.rules
			.addLast(new Rule((transit) -> which.test(transit) && count.incrementAndGet() < 0, (transit) -> false));
		return count::get;
	}

	/**
	 * Ends all rules. What is held stays so until it is released.
	 */
	public void pass() {
		this.rules.clear();
	}

	/**
	 * Looks at a message as it is sent.
	 * @return whether it is taken out of the network
	 */
	boolean takes(Transit transit) {
		for (Rule rule : this.rules) {
			if (rule.which.test(transit)) {
				return rule.treatment.test(transit);
			}
		}
		return false;
	}

	private Runnable add(Predicate<Transit> which, Predicate<Transit> treatment) {
		Rule rule = new Rule(which, treatment);
		this.rules.addFirst(rule);
		return () -> this.rules.remove(rule);
	}

	private boolean later(Transit transit, long nanos) {
		if (!this.network.ways().passes(transit.from(), transit.to())) {
			return false;
		}
		this.network.deliver(transit, nanos);
		return true;
	}

	/**
	 * What becomes of some messages.
	 *
	 * @param treatment deals with one, and says whether it is taken out of the network
	 */
	private record Rule(Predicate<Transit> which, Predicate<Transit> treatment) {
	}

}
