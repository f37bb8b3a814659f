package io.github.leaderelection.simulator.explorer;

import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;

import io.github.leaderelection.internal.quorum.QuorumMessage;
import io.github.leaderelection.spi.Envelope;
import org.jspecify.annotations.Nullable;

/**
 * What may come of an event on a node whose nomination is in one of several states: those
 * outcomes that others or the election below can tell apart. One use each.
 */
final class Gathering {

	private final Map<List<Object>, Noticed> noticed = new LinkedHashMap<>();

	private boolean beyond;

	/**
	 * Adds what may come of it.
	 * @param outcome what is noticed
	 * @param program what the nomination is afterwards
	 * @param told the higher term the node is told of, 0 for none
	 * @param cause what brings it about
	 */
	void add(Outcome outcome, NominatedProgram<?, ?> program, int told, String cause) {
		if (outcome == Outcome.BEYOND) {
			this.beyond = true;
			return;
		}
		if (outcome == Outcome.NOTHING) {
			return;
		}
		int nominee = program.nominee();
		if (nominee < 0) {
			this.beyond = true;
			return;
		}
		entry(outcome, program.kept(), told, cause).members().add(nominee);
	}

	/** Adds that the node goes down. */
	void addDown(Outcome outcome) {
		entry(outcome, null, 0, "");
	}

	private Noticed entry(Outcome outcome, @Nullable Envelope<QuorumMessage> needs, int told, String cause) {
		return this.noticed.computeIfAbsent(List.of(told, Optional.ofNullable(needs), keyOf(outcome)),
				(key) -> new Noticed(outcome.with(needs, told, cause), new TreeSet<>()));
	}

	private static List<Object> keyOf(Outcome outcome) {
		return List.of(outcome.node(), list(outcome.sent()), outcome.renaming(), list(outcome.claims()),
				list(outcome.grants()), String.valueOf(outcome.broken()),
				outcome.crashed().stream().map(Gathering::keyOf).toList());
	}

	private static List<Integer> list(int[] numbers) {
		return Arrays.stream(numbers).boxed().toList();
	}

	private static List<Long> list(long[] numbers) {
		return Arrays.stream(numbers).boxed().toList();
	}

	/** Adds that something leads beyond the bounds. */
	void addBeyond() {
		this.beyond = true;
	}

	boolean isBeyond() {
		return this.beyond;
	}

	Collection<Noticed> all() {
		return this.noticed.values();
	}

	/**
	 * One of them.
	 *
	 * @param outcome what is noticed
	 * @param members the states the nomination may be in afterwards
	 */
	record Noticed(Outcome outcome, TreeSet<Integer> members) {
	}

}
