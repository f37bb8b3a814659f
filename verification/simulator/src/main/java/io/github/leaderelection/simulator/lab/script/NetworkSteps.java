package io.github.leaderelection.simulator.lab.script;

import java.util.List;
import java.util.function.UnaryOperator;

import io.github.leaderelection.simulator.lab.stage.RandomLinks;
import io.github.leaderelection.simulator.network.Conditions;
import io.github.leaderelection.simulator.network.HeldMessages;
import io.github.leaderelection.simulator.network.SimulatedNetwork;
import io.github.leaderelection.simulator.network.Traffic;
import io.github.leaderelection.simulator.network.Ways;

/**
 * What can be done to the network and to the messages on it.
 */
final class NetworkSteps {

	private static final String MESSAGES = " (MESSAGES: messages | TYPES [from NODES] [to NODES])";

	private NetworkSteps() {
	}

	static void addTo(Verbs verbs) {
		verbs.disturb("cut NODES from NODES (both ways)", (meant) -> meant.pairs(ways(meant)::cut));
		verbs.disturb("cut NODES to NODES (one way)", (meant) -> meant.pairs(ways(meant)::cutOneWay));
		verbs.disturb("isolate NODES", (meant) -> ways(meant).isolate(meant.nodes(0)));
		verbs.disturb("heal NODES and NODES", (meant) -> meant.pairs(ways(meant)::heal));
		verbs.disturb("heal NODES", (meant) -> meant.nodes(0)
			.forEach((node) -> Nodes.all(meant.stage()).forEach((other) -> ways(meant).heal(node, other))));
		verbs.disturb("keep only LINKS (NODE-NODE, NODE-NODE ..)", (meant) -> keep(meant, meant.links(0)));
		verbs.disturb("keep SHARE of links connected", (meant) -> keep(meant, RandomLinks.CONNECTED));
		verbs.disturb("keep SHARE of links with a hub", (meant) -> keep(meant, RandomLinks.WITH_A_HUB));
		verbs.disturb("keep SHARE of links", (meant) -> keep(meant, RandomLinks.ANY));
		verbs.disturb("slow NODES and NODES by DURATION (both ways)", (meant) -> {
			long nanos = meant.nanos(2);
			meant.pairs((one, other) -> ways(meant).slow(one, other, nanos));
		});
		verbs.disturb("slow NODES to NODES by DURATION (one way)", (meant) -> {
			long nanos = meant.nanos(2);
			meant.pairs((from, to) -> ways(meant).slowOneWay(from, to, nanos));
		});
		verbs.disturb("close NODES and NODES (connections, at once dialed again)",
				(meant) -> meant.pairs(meant.stage().network()::breakLink));
		verbs.disturb("network delay DURATION",
				(meant) -> change(meant, (now) -> now.withLatency(meant.range(0).low(), meant.range(0).high())));
		verbs.disturb("network loss SHARE", (meant) -> change(meant, (now) -> now.withLoss(meant.number(0))));
		verbs.disturb("drop MESSAGES" + MESSAGES, (meant) -> traffic(meant).drop(meant.messages(0)));
		verbs.disturb("hold MESSAGES as NAME", (meant) -> meant.stage().hold(meant.messages(0), meant.text(1)));
		verbs.disturb("release NAME (what is held under it)", NetworkSteps::release);
		verbs.disturb("duplicate MESSAGES after DURATION",
				(meant) -> traffic(meant).repeat(meant.messages(0), meant.nanos(1)));
		verbs.disturb("delay MESSAGES by DURATION (others may overtake them)",
				(meant) -> traffic(meant).delay(meant.messages(0), meant.nanos(1)));
		verbs.disturb("pass all (ends all drop, hold, duplicate and delay)", (meant) -> traffic(meant).pass());
	}

	private static Ways ways(Meant meant) {
		return meant.stage().network().ways();
	}

	private static Traffic traffic(Meant meant) {
		return meant.stage().network().traffic();
	}

	private static void change(Meant meant, UnaryOperator<Conditions> change) {
		SimulatedNetwork network = meant.stage().network();
		network.conditions(change.apply(network.conditions()));
	}

	private static void keep(Meant meant, RandomLinks which) {
		keep(meant, meant.stage().draw(which, meant.number(0)));
	}

	private static void keep(Meant meant, List<RandomLinks.Link> links) {
		ways(meant).keepOnly((one, other) -> links.stream().anyMatch((link) -> link.joins(one, other)));
	}

	private static void release(Meant meant) {
		HeldMessages held = meant.stage().held(meant.text(0));
		if (held == null) {
			throw new ScriptException(
					"nothing was ever held as '" + meant.text(0) + "': put 'hold .. as " + meant.text(0) + "' before");
		}
		held.releaseAll();
	}

}
