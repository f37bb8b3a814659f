package io.github.leaderelection.simulator.lab.script;

import java.util.List;
import java.util.Locale;

import io.github.leaderelection.simulator.lab.stage.Stage;
import io.github.leaderelection.simulator.lab.stage.Tally;

/**
 * Waiting, naming, measuring and judging.
 */
final class JudgingVerbs {

	private static final long PATIENCE = 60_000_000_000L;

	private JudgingVerbs() {
	}

	static List<Verb> all() {
		return List.of(Verb.quiet("wait", "wait DURATION [to DURATION]", JudgingVerbs::pass),
				Verb.quiet("await", "await CLAIM [within DURATION] (a claim is what can be expected of an instant)",
						JudgingVerbs::await),
				Verb.quiet("call", "call NAME = NODES", JudgingVerbs::call),
				Verb.quiet("measure", "measure", (words) -> Stage::measure),
				Verb.quiet(
						"judge", "judge NODE (whether it keeps its leadership, for promise L2)", JudgingVerbs::judge),
				Verb.quiet("watch", "watch DURATION", JudgingVerbs::watch),
				Verb.quiet("expect",
						"expect no change | at most N changes | flat terms | led PERCENT % | at most N log lines | "
								+ Claim.USAGE,
						JudgingVerbs::expect));
	}

	private static ScriptedAction pass(Words words) {
		Span span = words.span("a duration");
		return (stage) -> stage.run(stage.draw(span.range(stage.settings())));
	}

	private static ScriptedAction judge(Words words) {
		Nodes node = Nodes.read(words);
		return (stage) -> {
			int leader = node.one(stage);
			if (!stage.judgement().begin(leader)) {
				throw new Unmet("but " + name(leader) + " does not lead");
			}
		};
	}

	private static ScriptedAction watch(Words words) {
		Span span = words.span("a duration");
		return (stage) -> {
			stage.watch();
			stage.run(stage.draw(span.range(stage.settings())));
		};
	}

	private static ScriptedAction call(Words words) {
		String name = words.next("a name");
		boolean taken = List.of("all", "leader", "followers").contains(name) || name.matches("n\\d+");
		if (!Nodes.isName(name) || taken) {
			throw words.wrong("'" + name + "' cannot be given as a name: use another lower-case word");
		}
		words.expect("=");
		Nodes nodes = Nodes.read(words);
		return (stage) -> stage.name(name, nodes.in(stage));
	}

	private static ScriptedAction await(Words words) {
		Claim claim = Claim.read(words);
		Span within = words.accept("within") ? words.span("a duration") : null;
		return (stage) -> {
			long patience = (within != null) ? stage.draw(within.range(stage.settings())) : PATIENCE;
			if (!stage.runUntil(claim.test().apply(stage)::isSo, patience)) {
				throw new Unmet(String.format(Locale.ROOT, "not within %.3f s; %s", patience / 1e9,
						claim.found().apply(stage)));
			}
		};
	}

	private static ScriptedAction expect(Words words) {
		if (words.accept("no", "change")) {
			return (stage) -> atMost(stage.watched().changes(), 0, "changes of leader");
		}
		if (words.accept("flat", "terms")) {
			return (stage) -> atMost(stage.watched().term(), 0, "terms more");
		}
		if (words.accept("at", "most")) {
			return expectAtMost(words);
		}
		if (words.accept("led")) {
			int perMille = words.perMille("the least share of time");
			return (stage) -> expectLed(stage.watched(), perMille);
		}
		Claim claim = Claim.read(words);
		return (stage) -> {
			if (!claim.test().apply(stage).isSo()) {
				throw new Unmet("but " + claim.found().apply(stage));
			}
		};
	}

	private static ScriptedAction expectAtMost(Words words) {
		int most = words.count("how many", 0);
		if (words.accept("changes")) {
			return (stage) -> atMost(stage.watched().changes(), most, "changes of leader");
		}
		words.expect("log");
		words.expect("lines");
		return (stage) -> atMost(stage.watched().logLines(), most, "log lines");
	}

	private static void atMost(long found, long most, String what) {
		if (found > most) {
			throw new Unmet("but there were " + found + " " + what);
		}
	}

	private static void expectLed(Tally tally, int perMille) {
		if (1000.0 * tally.ledNanos() < (double) perMille * tally.nanos()) {
			throw new Unmet(String.format(Locale.ROOT, "but led only %.2f %% of the time",
					100.0 * tally.ledNanos() / tally.nanos()));
		}
	}

	private static String name(int node) {
		return (node < 0) ? "nobody" : "n" + node;
	}

}
