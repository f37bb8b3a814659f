package io.github.leaderelection.internal.emergent;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.Stream;

import io.github.leaderelection.NodeId;
import io.github.leaderelection.RevocationReason;
import io.github.leaderelection.internal.nomination.NominationCluster;
import io.github.leaderelection.internal.protocol.AlgorithmOptions;
import io.github.leaderelection.internal.protocol.ElectionView;
import io.github.leaderelection.internal.protocol.Event;
import io.github.leaderelection.internal.protocol.Notice;

/**
 * A small cluster whose members join a group one after another, with their names for
 * their ids.
 */
final class GroupCluster {

	static final long MILLI = NominationCluster.MILLI;

	static final long LEASE = NominationCluster.LEASE;

	static final long HEARTBEAT = NominationCluster.HEARTBEAT;

	private final NominationCluster<EmergentState, EmergentMessage> cluster;

	GroupCluster(Map<String, String> options, List<String> names) {
		this(options, names, true);
	}

	/**
	 * Makes nodes; none is started.
	 * @param durable whether they keep their state across a crash
	 */
	GroupCluster(Map<String, String> options, List<String> names, boolean durable) {
		this.cluster = new NominationCluster<>(new EmergentNomination(), names.stream().map(NodeId::of).toList(),
				durable, AlgorithmOptions.of("emergent", options));
	}

	/** Starts nodes one after another and gives each time to join. */
	GroupCluster start(String... names) {
		for (String name : names) {
			this.cluster.start(NodeId.of(name)).run(5 * HEARTBEAT);
		}
		return this;
	}

	/** The machine ends: nobody is told. */
	GroupCluster crash(String name) {
		this.cluster.powerOff(NodeId.of(name));
		return this;
	}

	/** Asks a node to stop; no work runs on it. */
	GroupCluster stop(String name) {
		return feedAndDrain(name, new Event.Stopping<>());
	}

	GroupCluster resign(String name) {
		return feedAndDrain(name, new Event.ResignRequested<>(1));
	}

	GroupCluster transfer(String name, String to) {
		return feedAndDrain(name, new Event.TransferRequested<>(1, NodeId.of(to)));
	}

	private GroupCluster feedAndDrain(String name, Event<EmergentMessage> event) {
		long token = token(name);
		feed(name, event);
		feed(name, new Event.WorkDrained<>(token));
		return this;
	}

	void feed(String name, Event<EmergentMessage> event) {
		this.cluster.feed(NodeId.of(name), event);
	}

	/** The process stands still: what is sent to it waits. */
	GroupCluster pause(String name, boolean paused) {
		this.cluster.pause(NodeId.of(name), paused);
		return this;
	}

	/** Cuts off some nodes from all others, both ways. */
	GroupCluster split(String... names) {
		List<NodeId> part = Stream.of(names).map(NodeId::of).toList();
		for (NodeId one : part) {
			this.cluster.members()
				.stream()
				.filter((other) -> !part.contains(other))
				.forEach((other) -> this.cluster.link(one, other, false));
		}
		return this;
	}

	GroupCluster cut(String from, String to) {
		this.cluster.cutOneWay(NodeId.of(from), NodeId.of(to));
		return this;
	}

	GroupCluster heal() {
		this.cluster.heal();
		return this;
	}

	void lose(Predicate<Sent> which) {
		this.cluster.lose((message) -> which.test(Sent.of(message)));
	}

	GroupCluster run(long duration) {
		this.cluster.run(duration);
		return this;
	}

	/** Runs until somebody leads, and says how long that took. */
	long runUntilLed(long atMost) {
		return this.cluster.runUntilLed(atMost);
	}

	List<String> leaders() {
		return this.cluster.leaders().stream().map(NodeId::value).toList();
	}

	/** The ages in a node's list, by name. */
	Map<String, Long> ages(String name) {
		Map<String, Long> ages = new TreeMap<>();
		state(name).list().members().forEach((member) -> ages.put(member.id().value(), member.age()));
		return ages;
	}

	String coordinator(String name) {
		return String.valueOf(state(name).list().coordinator());
	}

	EmergentState state(String name) {
		return this.cluster.state(NodeId.of(name));
	}

	ElectionView view(String name) {
		return this.cluster.view(NodeId.of(name));
	}

	List<RevocationReason> revocations(String name) {
		return this.cluster.revocations(NodeId.of(name));
	}

	/** Has a node say what it would not say of its own accord. */
	void say(String from, String to, EmergentMessage message) {
		this.cluster.deliver(NodeId.of(from), NodeId.of(to), message);
	}

	/** What a node reported. */
	List<Notice> notices(String name) {
		return this.cluster.notices(NodeId.of(name));
	}

	/** What was answered to those that asked for something: refusals, or "done". */
	List<String> answers(String name) {
		return this.cluster.answers(NodeId.of(name));
	}

	long token(String name) {
		return this.cluster.token(NodeId.of(name));
	}

	List<String> told(String name) {
		return this.cluster.told(NodeId.of(name));
	}

	/** The membership's own messages, in the order in which they were sent. */
	List<Sent> sent() {
		return this.cluster.sent().stream().map(Sent::of).toList();
	}

	record Sent(String from, String to, EmergentMessage body) {

		private static Sent of(io.github.leaderelection.internal.protocol.Sent<EmergentMessage> sent) {
			return new Sent(sent.from().value(), sent.to().value(), sent.body());
		}

	}

}
