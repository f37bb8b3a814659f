package io.github.leaderelection.simulator.lab.script;

import java.util.List;
import java.util.function.BiConsumer;

import io.github.leaderelection.simulator.cluster.Crash;
import io.github.leaderelection.simulator.cluster.SimulatedNode;
import io.github.leaderelection.simulator.lab.stage.Range;
import io.github.leaderelection.simulator.lab.stage.Stage;
import io.github.leaderelection.simulator.network.Machines;

/**
 * What can be done to nodes: their processes, disks and clocks.
 */
final class NodeVerbs {

	private static final long MINUTE = 60_000_000_000L;

	private NodeVerbs() {
	}

	static List<Verb> all() {
		return List.of(
				Verb.disturbing("start", "start NODES",
						(words) -> each(Nodes.read(words), (stage, node) -> node.start(false))),
				Verb.disturbing("stop", "stop NODES", (words) -> each(Nodes.read(words), (stage, node) -> stop(node))),
				Verb.disturbing("restart", "restart NODES | restart NODES at once (killed) | .. without their state",
						NodeVerbs::restart),
				Verb.disturbing("crash", "crash NODES", (words) -> crash(words, Crash.KILLED)),
				Verb.disturbing("vanish", "vanish NODES", (words) -> crash(words, Crash.VANISHED)),
				Verb.disturbing("power-off", "power-off NODES", (words) -> crash(words, Crash.POWER_LOST)),
				Verb.disturbing("wipe", "wipe NODES", (words) -> crash(words, Crash.DISK_LOST)),
				Verb.disturbing("pause", "pause NODES for DURATION | pause candidacy of NODES", NodeVerbs::pause),
				Verb.disturbing("resume", "resume candidacy of NODES", NodeVerbs::resume),
				Verb.disturbing("suspend", "suspend NODES for DURATION", NodeVerbs::suspend),
				Verb.disturbing("hang", "hang NODES for DURATION", NodeVerbs::hang),
				Verb.disturbing("disk", "disk of NODES takes DURATION | fails | works", NodeVerbs::disk),
				Verb.disturbing("clock", "clock of NODES runs PERCENT % fast | slow", NodeVerbs::clock),
				Verb.disturbing("wall-clock", "wall-clock of NODES jumps DURATION ahead | back", NodeVerbs::wallClock),
				Verb.disturbing("position", "position of NODES is NUMBER", NodeVerbs::position),
				Verb.disturbing("resign", "resign NODES",
						(words) -> each(Nodes.read(words), (stage, node) -> resign(node))),
				Verb.disturbing("transfer", "transfer NODE to NODE", NodeVerbs::transfer));
	}

	private static ScriptedAction each(Nodes nodes, BiConsumer<Stage, SimulatedNode> what) {
		return (stage) -> nodes.in(stage).forEach((node) -> what.accept(stage, stage.node(node)));
	}

	private static void stop(SimulatedNode node) {
		node.stop();
	}

	private static void resign(SimulatedNode node) {
		node.application().call(0, (elector) -> elector.resign());
	}

	private static ScriptedAction restart(Words words) {
		Nodes nodes = Nodes.read(words);
		if (words.accept("at", "once")) {
			return each(nodes, (stage, node) -> killAndStart(node, Crash.KILLED));
		}
		if (words.accept("without", "their", "state")) {
			return each(nodes, (stage, node) -> killAndStart(node, Crash.DISK_LOST));
		}
		return each(nodes, NodeVerbs::stopAndStart);
	}

	private static void killAndStart(SimulatedNode node, Crash crash) {
		node.crash(crash);
		node.start(false);
	}

	private static void stopAndStart(Stage stage, SimulatedNode node) {
		node.stop();
		if (!stage.runUntil(() -> !node.isRunning(), MINUTE)) {
			throw new Unmet("n" + node.index() + " does not stop within a minute");
		}
		node.start(false);
	}

	private static ScriptedAction crash(Words words, Crash crash) {
		return each(Nodes.read(words), (stage, node) -> node.crash(crash));
	}

	private static ScriptedAction resume(Words words) {
		words.expect("candidacy");
		words.expect("of");
		return each(Nodes.read(words),
				(stage, node) -> node.application().call(0, (elector) -> elector.eligibility().resume()));
	}

	private static ScriptedAction pause(Words words) {
		if (words.accept("candidacy", "of")) {
			return each(Nodes.read(words),
					(stage, node) -> node.application().call(0, (elector) -> elector.eligibility().pause()));
		}
		Nodes nodes = Nodes.read(words);
		words.expect("for");
		Span span = words.span("a duration");
		return (stage) -> nodes.in(stage).forEach((node) -> stage.pause(node, draw(stage, span), false));
	}

	private static ScriptedAction suspend(Words words) {
		Nodes nodes = Nodes.read(words);
		words.expect("for");
		Span span = words.span("a duration");
		return (stage) -> nodes.in(stage).forEach((node) -> stage.pause(node, draw(stage, span), true));
	}

	private static ScriptedAction hang(Words words) {
		Nodes nodes = Nodes.read(words);
		words.expect("for");
		Span span = words.span("a duration");
		return each(nodes, (stage, node) -> node.pauses().hangLoop(draw(stage, span)));
	}

	private static ScriptedAction disk(Words words) {
		words.expect("of");
		Nodes nodes = Nodes.read(words);
		if (words.accept("fails")) {
			return each(nodes, (stage, node) -> node.disk().failing(true));
		}
		if (words.accept("works")) {
			return each(nodes, (stage, node) -> node.disk().failing(false));
		}
		words.expect("takes");
		Span span = words.span("the time of a save");
		return each(nodes, (stage, node) -> {
			Range range = span.range(stage.settings());
			node.disk().takes(range.low(), range.high());
		});
	}

	private static ScriptedAction clock(Words words) {
		words.expect("of");
		Nodes nodes = Nodes.read(words);
		words.expect("runs");
		long ppm = words.ppm("by how much");
		long signed = words.accept("slow") ? -ppm : ppm;
		if (signed >= 0) {
			words.expect("fast");
		}
		return each(nodes, (stage, node) -> node.clock().changeRate(signed));
	}

	private static ScriptedAction wallClock(Words words) {
		words.expect("of");
		Nodes nodes = Nodes.read(words);
		words.expect("jumps");
		Span span = words.span("how far");
		boolean back = words.accept("back");
		if (!back) {
			words.expect("ahead");
		}
		return each(nodes, (stage, node) -> node.clock().jumpWall(back ? -draw(stage, span) : draw(stage, span)));
	}

	private static ScriptedAction position(Words words) {
		words.expect("of");
		Nodes nodes = Nodes.read(words);
		words.expect("is");
		int index = words.count("how far", 0);
		return (stage) -> nodes.in(stage).forEach((node) -> stage.position(node, index));
	}

	private static ScriptedAction transfer(Words words) {
		Nodes from = Nodes.read(words);
		words.expect("to");
		Nodes to = Nodes.read(words);
		return (stage) -> {
			int target = to.one(stage);
			stage.node(from.one(stage)).application().call(0, (elector) -> elector.transferTo(Machines.id(target)));
		};
	}

	private static long draw(Stage stage, Span span) {
		return stage.draw(span.range(stage.settings()));
	}

}
