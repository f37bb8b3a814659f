package io.github.leaderelection.simulator.lab.stage;

import java.util.List;

import io.github.leaderelection.Role;

/**
 * One run, kept for its pictures. All times are nanoseconds of true time.
 *
 * @param messages all messages that left their process, in that order
 * @param standings the nodes' roles and terms, whenever one changed
 * @param spans when nodes led, were down or stood still, in the order of their ends
 * @param faults what the scenario did, in order
 */
public record Recording(String title, String about, Settings settings, long endNanos, List<RecordedMessage> messages,
		List<Standing> standings, List<Span> spans, List<Fault> faults) {

	/**
	 * Copies the lists.
	 */
	public Recording {
		messages = List.copyOf(messages);
		standings = List.copyOf(standings);
		spans = List.copyOf(spans);
		faults = List.copyOf(faults);
	}

	/**
	 * What lasts for a while.
	 */
	public enum Kind {

		/** The node answers that it leads. */
		LEADS,

		/** No process runs. */
		DOWN,

		/** The process stands still. */
		PAUSED

	}

	/**
	 * Where a node stands after a step.
	 */
	public record Standing(int node, long at, Role role, long term) {
	}

	/**
	 * Something that lasted.
	 *
	 * @param token of the grant, 0 where there is none
	 */
	public record Span(int node, Kind kind, long token, long from, long until) {
	}

	/**
	 * What a scenario did.
	 */
	public record Fault(long at, String text) {
	}

}
