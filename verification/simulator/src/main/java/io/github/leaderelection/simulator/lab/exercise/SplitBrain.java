package io.github.leaderelection.simulator.lab.exercise;

import java.util.List;
import java.util.Locale;

import io.github.leaderelection.simulator.lab.exercise.Register.Write;
import io.github.leaderelection.simulator.lab.stage.Recording.Span;

/**
 * Two leaders of one divided cluster write to the same storage: without fencing tokens,
 * with those of a lock service, and with those of the election itself.
 */
final class SplitBrain implements Exercise {

	private static final long MILLI = 1_000_000;

	private static final long DIVIDED = 5_000 * MILLI;

	@Override
	public String name() {
		return "bully-split-brain";
	}

	@Override
	public String about() {
		return "Bully with seven nodes: P7 is gone and the rest is divided, so P3 and P6 both lead, and both write";
	}

	@Override
	public Story run(long seed) {
		SevenNodes nodes = new SevenNodes(seed);
		Applications applications = new Applications(nodes);
		applications.begin();
		nodes.lose(SevenNodes.SIZE);
		nodes.stage().network().ways().keepOnly(SplitBrain::isWithinAPart);
		nodes.await("P3 and P6 both lead", () -> nodes.leads(3) && nodes.leads(6));
		nodes.stage().run(nodes.origin() + DIVIDED - nodes.now());
		long healed = nodes.now();
		nodes.stage().network().ways().healAll();
		nodes.await("one of P3 and P6 gives way", () -> nodes.leads(3) != nodes.leads(6));
		nodes.stage().run(2 * nodes.stage().settings().lease());
		nodes.finish();
		return tell(seed, nodes, applications, healed);
	}

	/** P1, P2 and P3 are cut from P4, P5 and P6. */
	private static boolean isWithinAPart(int one, int other) {
		return one < 3 == other < 3 || Math.max(one, other) == SevenNodes.SIZE - 1;
	}

	private Story tell(long seed, SevenNodes nodes, Applications applications, long healed) {
		Telling telling = new Telling(nodes);
		telling.line("%s: %s (seed %d).", name(), about(), seed);
		telling.line("  Each writes every %d ms while it answers that it leads, each time to three registers.",
				Applications.WRITE_EVERY / MILLI);
		telling.event(nodes.origin(), "P7, which leads, is gone; P1, P2, P3 are cut from P4, P5, P6");
		telling.event(healed, "the network is whole again");
		for (Span reign : nodes.reigns()) {
			reign(telling, nodes, applications, reign);
		}
		telling.events(List.of());
		Span low = reign(nodes, 2);
		Span high = reign(nodes, 5);
		long both = Math.min(low.until(), high.until()) - Math.max(low.from(), high.from());
		telling.figure("token of P3", low.token());
		telling.figure("token of P6", high.token());
		telling.figure("microseconds of two leaders", both / 1000);
		telling.line("  Two answered that they lead for %.3f ms. How long that went on in the storage:", both / 1e6);
		register(telling, "no tokens", applications.plain());
		register(telling, "tokens of the lock service", applications.locked());
		register(telling, "tokens of the election", applications.own());
		telling.line(
				"  The lock service counts for both parts, so one of the two is always behind. The election's own tokens are");
		telling.line(
				"  equal: both parts count on from the last leader they both knew, and a register can only refuse what is lower.");
		return telling.story();
	}

	private static void reign(Telling telling, SevenNodes nodes, Applications applications, Span reign) {
		String name = SevenNodes.name(reign.node());
		if (reign.from() > nodes.origin()) {
			telling.event(reign.from(),
					String.format(Locale.ROOT, "%s leads, with the election's token %d and the lock service's %d", name,
							reign.token(), applications.lockToken(reign.node(), reign.token())));
		}
		if (reign.until() < nodes.now() && reign.from() > nodes.origin()) {
			telling.event(reign.until(), name + " leads no more");
		}
	}

	private static Span reign(SevenNodes nodes, int node) {
		return nodes.reigns()
			.stream()
			.filter((span) -> span.node() == node && span.from() > nodes.origin())
			.findFirst()
			.orElseThrow(() -> new IllegalStateException(SevenNodes.name(node) + " never led"));
	}

	private static void register(Telling telling, String name, Register register) {
		List<Write> refused = register.refused();
		telling.figure(name + ": refused of P3", register.count(2, false));
		telling.figure(name + ": refused of P6", register.count(5, false));
		telling.figure(name + ": accepted of P3", register.count(2, true));
		telling.figure(name + ": accepted of P6", register.count(5, true));
		telling.figure(name + ": changes of writer", register.changes().size());
		telling.figure(name + ": microseconds mixed", register.mixedNanos() / 1000);
		telling.line(
				"  %-26s  P3: %d accepted, %d refused; P6: %d accepted, %d refused; overwritten by turns for %.3f ms",
				name, register.count(2, true), register.count(2, false), register.count(5, true),
				register.count(5, false), register.mixedNanos() / 1e6);
		if (!refused.isEmpty()) {
			Write first = refused.get(0);
			Write last = refused.get(refused.size() - 1);
			telling.line(
					"  %-26s  refused: writes of %s from %.3f ms to %.3f ms, for token %d is below the highest seen",
					"", SevenNodes.name(first.node()), telling.millis(first.at()), telling.millis(last.at()),
					first.token());
		}
	}

}
