package io.github.leaderelection.simulator.lab.script;

import java.util.Locale;

import io.github.leaderelection.simulator.lab.stage.Tally;

/**
 * Waiting, naming, measuring and judging.
 */
final class JudgingSteps {

	private static final long PATIENCE = 60_000_000_000L;

	private JudgingSteps() {
	}

	static void addTo(Verbs verbs) {
		verbs.add("wait DURATION", (meant) -> meant.stage().run(meant.nanos(0)));
		verbs.add("await CLAIM", (meant) -> await(meant, PATIENCE));
		verbs.add("await CLAIM within DURATION (a claim is what can be expected of an instant)",
				(meant) -> await(meant, meant.nanos(1)));
		verbs.add("call NEW = NODES", (meant) -> meant.stage().name(meant.text(0), meant.nodes(1)));
		verbs.add("measure", (meant) -> meant.stage().measure());
		verbs.add("judge NODE (whether it keeps its leadership, for promise L2)", JudgingSteps::judge);
		verbs.add("watch DURATION", (meant) -> {
			meant.stage().watch();
			meant.stage().run(meant.nanos(0));
		});
		verbs.add("expect no change", (meant) -> atMost(meant.stage().watched().changes(), 0, "changes of leader"));
		verbs.add("expect at most NUMBER changes",
				(meant) -> atMost(meant.stage().watched().changes(), meant.number(0), "changes of leader"));
		verbs.add("expect flat terms", (meant) -> atMost(meant.stage().watched().term(), 0, "terms more"));
		verbs.add("expect led SHARE", (meant) -> expectLed(meant.stage().watched(), meant.number(0)));
		verbs.add("expect at most NUMBER log lines",
				(meant) -> atMost(meant.stage().watched().logLines(), meant.number(0), "log lines"));
		verbs.add("expect CLAIM (" + Claim.usage() + ")", (meant) -> {
			if (!meant.claim(0).test().apply(meant.stage()).isSo()) {
				throw new Unmet("but " + meant.claim(0).found().apply(meant.stage()));
			}
		});
	}

	private static void judge(Meant meant) {
		int leader = meant.node(0);
		if (!meant.stage().judgement().begin(leader)) {
			throw new Unmet("but n" + leader + " does not lead");
		}
	}

	private static void await(Meant meant, long patience) {
		Claim claim = meant.claim(0);
		if (!meant.stage().runUntil(claim.test().apply(meant.stage())::isSo, patience)) {
			throw new Unmet(String.format(Locale.ROOT, "not within %.3f s; %s", patience / 1e9,
					claim.found().apply(meant.stage())));
		}
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

}
