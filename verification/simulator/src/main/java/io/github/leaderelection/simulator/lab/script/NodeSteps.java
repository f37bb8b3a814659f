package io.github.leaderelection.simulator.lab.script;

import java.util.List;
import java.util.function.BiFunction;

import io.github.leaderelection.NodeId;
import io.github.leaderelection.internal.protocol.ElectionSettings;
import io.github.leaderelection.simulator.cluster.Crash;
import io.github.leaderelection.simulator.cluster.SimulatedNode;
import io.github.leaderelection.simulator.network.Machines;

/**
 * What can be done to nodes: their processes, disks and clocks, and their settings, which
 * a process takes when it starts.
 */
final class NodeSteps {

	private static final long MINUTE = 60_000_000_000L;

	private static final double PPM = 1_000_000;

	private NodeSteps() {
	}

	static void addTo(Verbs verbs) {
		verbs.disturbEach("start NODES", (node, meant) -> node.start(false));
		verbs.disturbEach("stop NODES", (node, meant) -> node.stop());
		verbs.disturbEach("restart NODES at once (killed)", (node, meant) -> killAndStart(node, Crash.KILLED));
		verbs.disturbEach("restart NODES without their state", (node, meant) -> killAndStart(node, Crash.DISK_LOST));
		verbs.disturbEach("restart NODES", NodeSteps::stopAndStart);
		verbs.disturbEach("crash NODES", (node, meant) -> node.crash(Crash.KILLED));
		verbs.disturbEach("vanish NODES", (node, meant) -> node.crash(Crash.VANISHED));
		verbs.disturbEach("power-off NODES", (node, meant) -> node.crash(Crash.POWER_LOST));
		verbs.disturbEach("wipe NODES", (node, meant) -> node.crash(Crash.DISK_LOST));
		verbs.disturbEach("pause candidacy of NODES",
				(node, meant) -> node.application().call(0, (elector) -> elector.eligibility().pause()));
		verbs.disturbEach("resume candidacy of NODES",
				(node, meant) -> node.application().call(0, (elector) -> elector.eligibility().resume()));
		verbs.disturbEach("pause NODES for DURATION",
				(node, meant) -> meant.stage().pause(node.index(), meant.nanos(1), false));
		verbs.disturbEach("suspend NODES for DURATION",
				(node, meant) -> meant.stage().pause(node.index(), meant.nanos(1), true));
		verbs.disturbEach("hang NODES for DURATION", (node, meant) -> node.pauses().hangLoop(meant.nanos(1)));
		verbs.disturbEach("disk of NODES takes DURATION",
				(node, meant) -> node.disk().takes(meant.range(1).low(), meant.range(1).high()));
		verbs.disturbEach("disk of NODES fails", (node, meant) -> node.disk().failing(true));
		verbs.disturbEach("disk of NODES works", (node, meant) -> node.disk().failing(false));
		verbs.disturbEach("clock of NODES runs PERCENT slow",
				(node, meant) -> node.clock().changeRate(-meant.number(1)));
		verbs.disturbEach("clock of NODES runs PERCENT fast",
				(node, meant) -> node.clock().changeRate(meant.number(1)));
		verbs.disturbEach("wall-clock of NODES jumps DURATION back",
				(node, meant) -> node.clock().jumpWall(-meant.nanos(1)));
		verbs.disturbEach("wall-clock of NODES jumps DURATION ahead",
				(node, meant) -> node.clock().jumpWall(meant.nanos(1)));
		verbs.disturbEach("position of NODES is NUMBER",
				(node, meant) -> meant.stage().position(node.index(), meant.number(1)));
		verbs.disturbEach("resign NODES", (node, meant) -> node.application().call(0, (elector) -> elector.resign()));
		verbs.disturbEach("transfer NODE to NODE", (node, meant) -> {
			NodeId target = Machines.id(meant.node(1));
			node.application().call(0, (elector) -> elector.transferTo(target));
		});
		set(verbs, "drain of NODES to DURATION", (old, meant) -> old.but().drainNanos(meant.nanos(1)));
		set(verbs, "drift of NODES to PERCENT", (old, meant) -> old.but().maxClockDrift(meant.number(1) / PPM));
		set(verbs, "heartbeat of NODES to DURATION", (old, meant) -> old.but().heartbeatNanos(meant.nanos(1)));
		set(verbs, "lease of NODES to DURATION", (old, meant) -> old.but().leaseNanos(meant.nanos(1)));
		set(verbs, "members of NODES to NODES", NodeSteps::withMembers);
		set(verbs, "preempt of NODES to NUMBER", (old, meant) -> old.but().preempt(meant.number(1) != 0));
		set(verbs, "priority of NODES to NUMBER", (old, meant) -> old.but().priority(meant.number(1)));
	}

	private static void killAndStart(SimulatedNode node, Crash crash) {
		node.crash(crash);
		node.start(false);
	}

	private static void stopAndStart(SimulatedNode node, Meant meant) {
		node.stop();
		if (!meant.stage().runUntil(() -> !node.isRunning(), MINUTE)) {
			throw new Unmet("n" + node.index() + " does not stop within a minute");
		}
		node.start(false);
	}

	private static void set(Verbs verbs, String form,
			BiFunction<ElectionSettings, Meant, ElectionSettings.Builder> change) {
		verbs.disturbEach("set " + form + " (from their next start on)", (node, meant) -> {
			try {
				node.configure(List.of(change.apply(node.settings(0), meant).build()));
			}
			catch (IllegalArgumentException ex) {
				throw new ScriptException("n" + node.index() + ": " + ex.getMessage());
			}
		});
	}

	private static ElectionSettings.Builder withMembers(ElectionSettings old, Meant meant) {
		List<NodeId> members = meant.nodes(1).stream().map(Machines::id).toList();
		return ElectionSettings.of(old.cluster(), old.group(), old.self(), members)
			.durable(old.durable())
			.leaseNanos(old.leaseNanos())
			.heartbeatNanos(old.heartbeatNanos())
			.maxClockDrift(old.maxClockDrift())
			.priority(old.priority())
			.preempt(old.preempt())
			.drainNanos(old.drainNanos())
			.options(old.options())
			.failureDetector(old.failureDetector())
			.minimumTerm(old.minimumTerm());
	}

}
