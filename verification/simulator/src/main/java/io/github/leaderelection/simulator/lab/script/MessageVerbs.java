package io.github.leaderelection.simulator.lab.script;

import java.util.List;
import java.util.stream.IntStream;

import io.github.leaderelection.simulator.lab.stage.Stage;
import io.github.leaderelection.simulator.lab.stage.Traffic;
import io.github.leaderelection.simulator.lab.stage.Traffic.Picked;
import org.jspecify.annotations.Nullable;

/**
 * What can be done to messages.
 */
final class MessageVerbs {

	private static final String PICKED = "messages | TYPES [from NODES] [to NODES]";

	private MessageVerbs() {
	}

	static List<Verb> all() {
		return List.of(Verb.disturbing("drop", "drop " + PICKED, MessageVerbs::drop),
				Verb.disturbing("hold", "hold " + PICKED + " as NAME", MessageVerbs::hold),
				Verb.disturbing("release", "release NAME (what is held under it)", MessageVerbs::release),
				Verb.disturbing("duplicate", "duplicate " + PICKED + " after DURATION", MessageVerbs::duplicate),
				Verb.disturbing("delay", "delay " + PICKED + " by DURATION (others may overtake them)",
						MessageVerbs::delay),
				Verb.disturbing("pass", "pass all (ends all drop, hold, duplicate and delay)", MessageVerbs::pass));
	}

	private static ScriptedAction drop(Words words) {
		Choice choice = Choice.read(words);
		return (stage) -> stage.traffic().drop(choice.in(stage));
	}

	private static ScriptedAction hold(Words words) {
		Choice choice = Choice.read(words);
		words.expect("as");
		String name = name(words);
		return (stage) -> stage.traffic().hold(choice.in(stage), name);
	}

	private static ScriptedAction release(Words words) {
		String name = name(words);
		return (stage) -> {
			if (stage.traffic().release(name) < 0) {
				throw new ScriptException(
						"nothing was ever held as '" + name + "': put 'hold .. as " + name + "' before");
			}
		};
	}

	private static String name(Words words) {
		String name = words.next("a name");
		if (!Nodes.isName(name)) {
			throw words.wrong("'" + name + "' cannot be given as a name: use a lower-case word");
		}
		return name;
	}

	private static ScriptedAction duplicate(Words words) {
		Choice choice = Choice.read(words);
		words.expect("after");
		Span span = words.span("how long after it was sent");
		return (stage) -> stage.traffic().repeat(choice.in(stage), stage.draw(span.range(stage.settings())));
	}

	private static ScriptedAction delay(Words words) {
		Choice choice = Choice.read(words);
		words.expect("by");
		Span span = words.span("how long they take");
		return (stage) -> stage.traffic().delay(choice.in(stage), stage.draw(span.range(stage.settings())));
	}

	private static ScriptedAction pass(Words words) {
		words.expect("all");
		return (stage) -> stage.traffic().pass();
	}

	/**
	 * Which messages are meant.
	 *
	 * @param types their types, none for all
	 * @param from who sends them, null for anybody
	 * @param to who gets them, null for anybody
	 */
	private record Choice(List<String> types, @Nullable Nodes from, @Nullable Nodes to) {

		static Choice read(Words words) {
			List<String> types = MessageTypes.read(words);
			Nodes from = words.accept("from") ? Nodes.read(words) : null;
			Nodes to = words.accept("to") ? Nodes.read(words) : null;
			return new Choice(types, from, to);
		}

		Traffic.Picked in(Stage stage) {
			return new Picked(this.types, meant(stage, this.from), meant(stage, this.to));
		}

		private static List<Integer> meant(Stage stage, @Nullable Nodes nodes) {
			return (nodes != null) ? nodes.in(stage) : IntStream.range(0, stage.size()).boxed().toList();
		}

	}

}
