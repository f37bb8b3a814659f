package io.github.leaderelection.simulator.replay;

import java.util.List;

/**
 * An input at which the protocol would now do otherwise.
 *
 * @param number the input's number, 0 for the start
 */
public record Difference(long number, String event, List<String> then, List<String> now) {

	/**
	 * Copies the lists.
	 */
	public Difference {
		then = List.copyOf(then);
		now = List.copyOf(now);
	}

	/** Between the effects of an event then and now, in their words. */
	static Difference of(long number, Object event, List<?> then, List<?> now) {
		return new Difference(number, event.toString(), then.stream().map(Object::toString).toList(),
				now.stream().map(Object::toString).toList());
	}

	@Override
	public String toString() {
		StringBuilder text = new StringBuilder("at input ").append(this.number).append(", ").append(this.event);
		append(text, "then only: ", this.then, this.now);
		append(text, "now only:  ", this.now, this.then);
		if (this.then.size() == this.now.size() && this.now.containsAll(this.then)) {
			text.append("\n    the same in another order, now: ").append(this.now);
		}
		return text.toString();
	}

	private static void append(StringBuilder text, String label, List<String> lines, List<String> others) {
		for (String line : lines) {
			if (!others.contains(line)) {
				text.append("\n    ").append(label).append(line);
			}
		}
	}

}
