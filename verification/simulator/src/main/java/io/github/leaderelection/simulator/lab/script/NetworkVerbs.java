package io.github.leaderelection.simulator.lab.script;

import java.util.ArrayList;
import java.util.List;

import io.github.leaderelection.simulator.lab.stage.RandomLinks;
import io.github.leaderelection.simulator.lab.stage.Stage;
import io.github.leaderelection.simulator.lab.stage.Wires;

/**
 * What can be done to the network.
 */
final class NetworkVerbs {

	private NetworkVerbs() {
	}

	static List<Verb> all() {
		return List.of(
				Verb.disturbing("cut", "cut NODES from NODES (both ways) | cut NODES to NODES (one way)",
						NetworkVerbs::cut),
				Verb.disturbing("isolate", "isolate NODES", NetworkVerbs::isolate),
				Verb.disturbing("heal", "heal all | heal NODES and NODES", NetworkVerbs::heal),
				Verb.disturbing("keep",
						"keep only NODE-NODE, NODE-NODE .. | keep PERCENT % of links [connected | with a hub]",
						NetworkVerbs::keep),
				Verb.disturbing("slow",
						"slow NODES and NODES by DURATION (both ways) | slow NODES to NODES by DURATION (one way)",
						NetworkVerbs::slow),
				Verb.disturbing("close", "close NODES and NODES (connections, at once dialed again)",
						NetworkVerbs::close),
				Verb.disturbing("network", "network delay DURATION | network loss PERCENT %", NetworkVerbs::network));
	}

	private static ScriptedAction cut(Words words) {
		Nodes ones = Nodes.read(words);
		if (words.accept("to")) {
			Nodes receivers = Nodes.read(words);
			return (stage) -> stage.wires().cutOneWay(ones.in(stage), receivers.in(stage));
		}
		words.expect("from");
		Nodes others = Nodes.read(words);
		return (stage) -> stage.wires().cut(ones.in(stage), others.in(stage));
	}

	private static ScriptedAction isolate(Words words) {
		Nodes nodes = Nodes.read(words);
		return (stage) -> stage.wires().isolate(nodes.in(stage));
	}

	private static ScriptedAction heal(Words words) {
		Nodes ones = Nodes.read(words);
		if (words.atEnd()) {
			return (stage) -> stage.wires().heal(ones.in(stage), everybody(stage));
		}
		words.expect("and");
		Nodes others = Nodes.read(words);
		return (stage) -> stage.wires().heal(ones.in(stage), others.in(stage));
	}

	private static List<Integer> everybody(Stage stage) {
		List<Integer> all = new ArrayList<>();
		for (int node = 0; node < stage.size(); node++) {
			all.add(node);
		}
		return all;
	}

	private static ScriptedAction keep(Words words) {
		if (!words.accept("only")) {
			return keepSome(words);
		}
		List<Pair> pairs = new ArrayList<>();
		do {
			String link = words.next("a link such as n0-n1");
			String[] ends = link.split("-", -1);
			if (ends.length != 2) {
				throw words.wrong("'" + link + "' is no link: write two names with '-' between them");
			}
			pairs.add(new Pair(Nodes.named(ends[0], words), Nodes.named(ends[1], words)));
		}
		while (words.accept(","));
		return (stage) -> stage.wires().keepOnly(pairs.stream().flatMap((pair) -> pair.in(stage).stream()).toList());
	}

	private static ScriptedAction keepSome(Words words) {
		int perMille = words.perMille("'only', or how many links remain");
		words.expect("of");
		words.expect("links");
		RandomLinks which = words.accept("connected") ? RandomLinks.CONNECTED
				: words.accept("with", "a", "hub") ? RandomLinks.WITH_A_HUB : RandomLinks.ANY;
		return (stage) -> stage.wires().keepOnly(stage.draw(which, perMille));
	}

	private static ScriptedAction slow(Words words) {
		Nodes ones = Nodes.read(words);
		if (words.accept("to")) {
			Nodes receivers = Nodes.read(words);
			words.expect("by");
			Span span = words.span("a duration");
			return (stage) -> stage.wires()
				.slowOneWay(ones.in(stage), receivers.in(stage), stage.draw(span.range(stage.settings())));
		}
		words.expect("and");
		Nodes others = Nodes.read(words);
		words.expect("by");
		Span span = words.span("a duration");
		return (stage) -> stage.wires()
			.slow(ones.in(stage), others.in(stage), stage.draw(span.range(stage.settings())));
	}

	private static ScriptedAction close(Words words) {
		Nodes ones = Nodes.read(words);
		words.expect("and");
		Nodes others = Nodes.read(words);
		return (stage) -> stage.wires().close(ones.in(stage), others.in(stage));
	}

	private static ScriptedAction network(Words words) {
		if (words.accept("loss")) {
			int perMille = words.perMille("how many messages are lost");
			return (stage) -> stage.wires().loss(perMille);
		}
		words.expect("delay");
		Span span = words.span("the delay one way");
		return (stage) -> stage.wires().delay(span.range(stage.settings()));
	}

	/**
	 * The two ends of links.
	 *
	 * @param ones the ones
	 * @param others the others
	 */
	private record Pair(Nodes ones, Nodes others) {

		List<Wires.Link> in(Stage stage) {
			List<Wires.Link> links = new ArrayList<>();
			for (int one : this.ones.in(stage)) {
				for (int other : this.others.in(stage)) {
					links.add(new Wires.Link(one, other));
				}
			}
			return links;
		}

	}

}
