package io.github.leaderelection.simulator.scenario.stage;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

import io.github.leaderelection.simulator.network.MessageFilter;
import io.github.leaderelection.simulator.network.SimulatedNetwork;
import io.github.leaderelection.simulator.network.Transit;

/**
 * The messages a scenario drops or holds back.
 */
final class Messages implements MessageFilter {

	private final SimulatedNetwork network;

	private final Forgery forgery;

	private final List<Rule> rules = new ArrayList<>();

	Messages(SimulatedNetwork network, Forgery forgery) {
		this.network = network;
		this.forgery = forgery;
		network.filter(this);
	}

	/**
	 * Holds back what matches from now on.
	 */
	Held hold(Predicate<Transit> which) {
		Rule rule = new Rule(which);
		this.rules.add(rule);
		return rule;
	}

	@Override
	public boolean takes(Transit transit) {
		this.forgery.learn(transit);
		for (Rule rule : this.rules) {
			if (rule.which.test(transit)) {
				rule.messages.add(transit);
				return true;
			}
		}
		return false;
	}

	/**
	 * A rule and what it holds.
	 */
	private final class Rule implements Held {

		private final Predicate<Transit> which;

		private final List<Transit> messages = new ArrayList<>();

		Rule(Predicate<Transit> which) {
			this.which = which;
		}

		@Override
		public int count() {
			return this.messages.size();
		}

		@Override
		public Transit newest() {
			if (this.messages.isEmpty()) {
				throw new IllegalStateException("Nothing is held");
			}
			return this.messages.get(this.messages.size() - 1);
		}

		@Override
		public void release() {
			pause();
			for (Transit transit : this.messages) {
				Messages.this.network.deliver(transit, 0);
			}
			this.messages.clear();
		}

		@Override
		public void releaseLate() {
			pause();
			for (Transit late : this.messages) {
				long link = Messages.this.network.link(late.to(), late.from());
				Messages.this.network.deliver(new Transit(late.from(), late.to(), link, late.envelope()), 0);
			}
			this.messages.clear();
		}

		@Override
		public void release(Predicate<Transit> some) {
			for (Transit transit : List.copyOf(this.messages)) {
				if (some.test(transit)) {
					Messages.this.network.deliver(transit, 0);
					this.messages.remove(transit);
				}
			}
		}

		@Override
		public void pause() {
			Messages.this.rules.remove(this);
		}

		@Override
		public void stop() {
			pause();
			this.messages.clear();
		}

	}

}
