package io.github.leaderelection.simulator.lab.script;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;

import io.github.leaderelection.NodeId;
import io.github.leaderelection.internal.protocol.ElectionSettings;
import io.github.leaderelection.simulator.cluster.SimulatedNode;
import io.github.leaderelection.simulator.lab.stage.Stage;
import io.github.leaderelection.simulator.network.Machines;

/**
 * What can be changed of the settings of single nodes. A process takes its settings when
 * it starts.
 */
final class SettingVerbs {

	private static final double PPM = 1_000_000;

	private static final Map<String, Function<Words, Change>> PROPERTIES = new TreeMap<>();
	static {
		PROPERTIES.put("lease", (words) -> duration(words, (old, nanos) -> with(old, old.members(), nanos,
				old.heartbeatNanos(), old.maxClockDrift(), old.priority(), old.drainNanos())));
		PROPERTIES.put("heartbeat", (words) -> duration(words, (old, nanos) -> with(old, old.members(),
				old.leaseNanos(), nanos, old.maxClockDrift(), old.priority(), old.drainNanos())));
		PROPERTIES.put("drain", (words) -> duration(words, (old, nanos) -> with(old, old.members(), old.leaseNanos(),
				old.heartbeatNanos(), old.maxClockDrift(), old.priority(), nanos)));
		PROPERTIES.put("drift", SettingVerbs::drift);
		PROPERTIES.put("priority", SettingVerbs::priority);
		PROPERTIES.put("members", SettingVerbs::members);
	}

	private SettingVerbs() {
	}

	static List<Verb> all() {
		return List.of(Verb.disturbing("set",
				"set " + String.join(" | ", PROPERTIES.keySet()) + " of NODES to VALUE (from their next start on)",
				SettingVerbs::set));
	}

	private static ScriptedAction set(Words words) {
		String property = words.next("a property");
		Function<Words, Change> reader = PROPERTIES.get(property);
		if (reader == null) {
			throw words.wrong("'" + property + "' cannot be changed: use one of " + PROPERTIES.keySet());
		}
		words.expect("of");
		Nodes nodes = Nodes.read(words);
		words.expect("to");
		Change change = reader.apply(words);
		return (stage) -> nodes.in(stage).forEach((node) -> apply(change, stage, stage.node(node)));
	}

	private static void apply(Change change, Stage stage, SimulatedNode node) {
		try {
			node.configure(List.of(change.of(node.settings(0), stage)));
		}
		catch (IllegalArgumentException ex) {
			throw new ScriptException("n" + node.index() + ": " + ex.getMessage());
		}
	}

	private static Change duration(Words words, Timed timed) {
		Span span = words.span("a duration");
		return (old, stage) -> timed.of(old, stage.draw(span.range(stage.settings())));
	}

	private static Change drift(Words words) {
		double drift = words.ppm("the bound on clock rates") / PPM;
		return (old, stage) -> with(old, old.members(), old.leaseNanos(), old.heartbeatNanos(), drift, old.priority(),
				old.drainNanos());
	}

	private static Change priority(Words words) {
		int priority = words.count("the priority", 0);
		return (old, stage) -> with(old, old.members(), old.leaseNanos(), old.heartbeatNanos(), old.maxClockDrift(),
				priority, old.drainNanos());
	}

	private static Change members(Words words) {
		Nodes members = Nodes.read(words);
		return (old, stage) -> with(old, members.in(stage).stream().map(Machines::id).toList(), old.leaseNanos(),
				old.heartbeatNanos(), old.maxClockDrift(), old.priority(), old.drainNanos());
	}

	private static ElectionSettings with(ElectionSettings old, List<NodeId> members, long lease, long heartbeat,
			double drift, int priority, long drain) {
		return ElectionSettings.of(old.cluster(), old.group(), old.self(), members)
			.durable(old.durable())
			.leaseNanos(lease)
			.heartbeatNanos(heartbeat)
			.maxClockDrift(drift)
			.priority(priority)
			.drainNanos(drain)
			.options(old.options())
			.failureDetector(old.failureDetector())
			.minimumTerm(old.minimumTerm())
			.build();
	}

	/**
	 * Makes new settings of old ones.
	 */
	@FunctionalInterface
	private interface Change {

		ElectionSettings of(ElectionSettings old, Stage stage);

	}

	/**
	 * Makes new settings of old ones and a duration.
	 */
	@FunctionalInterface
	private interface Timed {

		ElectionSettings of(ElectionSettings old, long nanos);

	}

}
