package io.github.leaderelection.simulator.lab.script;

import java.util.List;
import java.util.function.Consumer;

import io.github.leaderelection.simulator.lab.stage.Stage;

/**
 * A line of a scenario.
 *
 * @param disturbs whether it does something to the cluster that pictures show
 */
record Step(String source, int line, String text, boolean disturbs, Consumer<Stage> action) {

	void play(Stage stage) {
		try {
			if (this.disturbs) {
				stage.note(told(stage));
			}
			this.action.accept(stage);
		}
		catch (Unmet ex) {
			throw new Unmet("line " + this.line + ", '" + this.text + "': " + ex.getMessage());
		}
		catch (ScriptException ex) {
			throw (ex.getMessage() != null && ex.getMessage().startsWith(this.source)) ? ex
					: new ScriptException(this.source, this.line, "'" + this.text + "': " + ex.getMessage());
		}
	}

	/**
	 * The words with the nodes that names stand for.
	 */
	private String told(Stage stage) {
		StringBuilder told = new StringBuilder();
		for (String word : this.text.split("(?<=[ ,-])|(?=[ ,-])", -1)) {
			List<Integer> named = stage.named(word);
			boolean leads = word.equals("leader") && stage.lastLeader() >= 0;
			told.append((named != null && named.size() == 1) ? "n" + named.get(0) : word)
				.append(leads ? " n" + stage.lastLeader() : "");
		}
		return told.toString();
	}

}
