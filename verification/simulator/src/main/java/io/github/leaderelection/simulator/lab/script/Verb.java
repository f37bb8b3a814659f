package io.github.leaderelection.simulator.lab.script;

import java.util.function.Function;

/**
 * The first word of a step, and how the rest is read.
 *
 * @param word the word
 * @param usage how a step with it is written
 * @param disturbs whether it does something to the cluster that pictures show
 * @param reader reads the words after the first
 */
record Verb(String word, String usage, boolean disturbs, Function<Words, ScriptedAction> reader) {

	static Verb disturbing(String word, String usage, Function<Words, ScriptedAction> reader) {
		return new Verb(word, usage, true, reader);
	}

	static Verb quiet(String word, String usage, Function<Words, ScriptedAction> reader) {
		return new Verb(word, usage, false, reader);
	}

}
