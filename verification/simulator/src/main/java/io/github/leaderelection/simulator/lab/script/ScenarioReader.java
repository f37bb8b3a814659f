package io.github.leaderelection.simulator.lab.script;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.function.Consumer;

import io.github.leaderelection.simulator.lab.stage.Settings;
import io.github.leaderelection.simulator.lab.stage.Stage;
import org.jspecify.annotations.Nullable;

/**
 * Reads a scenario file: comment lines that say what it shows, settings, the line
 * {@code steps}, and one step a line.
 */
final class ScenarioReader {

	private static final Verbs VERBS = new Verbs();
	static {
		NodeSteps.addTo(VERBS);
		NetworkSteps.addTo(VERBS);
		JudgingSteps.addTo(VERBS);
	}

	private final String source;

	private final SettingsReader settings = new SettingsReader(Settings.DEFAULT);

	private final Deque<Block> blocks = new ArrayDeque<>();

	private final StringBuilder about = new StringBuilder();

	private boolean inHead = true;

	private boolean inSteps;

	private ScenarioReader(String source) {
		this.source = source;
		this.blocks.push(new Block(0, 1));
	}

	static Scenario read(String name, String source, List<String> lines) {
		ScenarioReader reader = new ScenarioReader(source);
		for (int i = 0; i < lines.size(); i++) {
			reader.line(i + 1, lines.get(i).strip());
		}
		return reader.finish(name);
	}

	/**
	 * How steps are written.
	 */
	static List<String> usages() {
		return VERBS.usages();
	}

	private void line(int number, String line) {
		if (line.startsWith("#")) {
			if (this.inHead) {
				this.about.append(this.about.isEmpty() ? "" : " ").append(line.substring(1).strip());
			}
			return;
		}
		int comment = line.indexOf(" #");
		String text = (comment >= 0) ? line.substring(0, comment).strip() : line;
		if (text.isEmpty()) {
			return;
		}
		this.inHead = false;
		if (!this.inSteps && text.equals("steps")) {
			this.inSteps = true;
		}
		else if (this.inSteps) {
			step(number, text);
		}
		else {
			setting(number, text);
		}
	}

	private void setting(int number, String text) {
		int equals = text.indexOf('=');
		Words words = new Words(this.source, number, text.substring(equals + 1));
		if (equals < 0) {
			throw words.wrong("'" + text + "' is no setting: write 'name = value', or 'steps' before the first step");
		}
		this.settings.read(text.substring(0, equals).strip(), words);
	}

	private void step(int number, String text) {
		Words words = new Words(this.source, number, text);
		if (words.accept("repeat")) {
			int times = words.count("how many times", 1);
			words.end();
			this.blocks.push(new Block(number, times));
		}
		else if (words.accept("end")) {
			words.end();
			endBlock(words);
		}
		else {
			boolean disturbs = VERBS.disturbs(words.peek());
			top().steps.add(new Step(this.source, number, text, disturbs, VERBS.read(words)));
		}
	}

	private void endBlock(Words words) {
		Block block = this.blocks.pop();
		if (this.blocks.isEmpty()) {
			throw words.wrong("there is no 'repeat' to end: remove the line");
		}
		Consumer<Stage> action = (stage) -> play(block, stage);
		top().steps.add(new Step(this.source, block.line, "repeat " + block.times, false, action));
	}

	private static void play(Block block, Stage stage) {
		for (int i = 0; i < block.times; i++) {
			block.steps.forEach((step) -> step.play(stage));
		}
	}

	private Block top() {
		@Nullable Block top = this.blocks.peek();
		if (top == null) {
			throw new IllegalStateException("no block is open");
		}
		return top;
	}

	private Scenario finish(String name) {
		if (this.blocks.size() > 1) {
			throw new ScriptException(this.source, top().line, "'repeat' has no 'end': add one");
		}
		if (top().steps.isEmpty()) {
			throw new ScriptException(this.source + " has no steps: add a line 'steps' and what is to happen after it");
		}
		Scenario scenario = new Scenario(name, this.about.toString(), this.settings, top().steps);
		scenario.check();
		return scenario;
	}

	/**
	 * Steps that are played together.
	 */
	private static final class Block {

		private final int line;

		private final int times;

		private final List<Step> steps = new ArrayList<>();

		Block(int line, int times) {
			this.line = line;
			this.times = times;
		}

	}

}
