package io.github.leaderelection.simulator.lab.script;

import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import java.util.function.Consumer;

import io.github.leaderelection.simulator.cluster.SimulatedNode;
import io.github.leaderelection.simulator.lab.stage.Stage;

/**
 * All steps, by their first words.
 */
final class Verbs {

	private final Map<String, Forms<Consumer<Stage>>> forms = new TreeMap<>();

	private final Set<String> disturbing = new HashSet<>();

	/**
	 * Adds a step that does something to the cluster, which pictures show.
	 */
	void disturb(String form, Consumer<Meant> action) {
		this.disturbing.add(form.replaceFirst(" .*", ""));
		add(form, action);
	}

	/**
	 * Adds a step that does something to each of the nodes that come first in it.
	 */
	void disturbEach(String form, BiConsumer<SimulatedNode, Meant> action) {
		disturb(form, (meant) -> meant.nodes(0).forEach((node) -> action.accept(meant.stage().node(node), meant)));
	}

	/**
	 * Adds a step that does nothing to the cluster.
	 */
	void add(String form, Consumer<Meant> action) {
		this.forms.computeIfAbsent(form.replaceFirst(" .*", ""), (word) -> new Forms<>())
			.add(form, (parts) -> (stage) -> action.accept(new Meant(stage, parts)));
	}

	/**
	 * How steps are written, in the order of their first words.
	 */
	List<String> usages() {
		return this.forms.values().stream().flatMap((each) -> each.texts().stream()).toList();
	}

	boolean disturbs(String word) {
		return this.disturbing.contains(word);
	}

	/**
	 * Reads a step.
	 * @throws ScriptException if there is none such
	 */
	Consumer<Stage> read(Words words) {
		Forms<Consumer<Stage>> known = this.forms.get(words.peek());
		if (known == null) {
			throw words.wrong("there is no step '" + words.peek() + "': use one of " + this.forms.keySet()
					+ ", 'repeat' or 'end'");
		}
		return known.read(words, true);
	}

}
