package io.github.leaderelection.simulator.lab.exercise;

import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;

import io.github.leaderelection.internal.bully.BullyMessage;
import io.github.leaderelection.internal.quorum.QuorumMessage;
import io.github.leaderelection.internal.quorum.QuorumMessage.LeaderHeartbeat;
import io.github.leaderelection.simulator.cluster.Crash;
import io.github.leaderelection.simulator.cluster.SimulatedNode;
import io.github.leaderelection.simulator.lab.stage.RecordedMessage;
import io.github.leaderelection.simulator.lab.stage.Recorder;
import io.github.leaderelection.simulator.lab.stage.Recording;
import io.github.leaderelection.simulator.lab.stage.Recording.Kind;
import io.github.leaderelection.simulator.lab.stage.Recording.Span;
import io.github.leaderelection.simulator.lab.stage.Settings;
import io.github.leaderelection.simulator.lab.stage.Stage;
import io.github.leaderelection.simulator.lab.variant.Election;

/**
 * Seven nodes, P1 to P7, that elect the highest of them by the bully algorithm as it
 * ships, with what they say written down. For use by one thread.
 */
final class SevenNodes {

	static final int SIZE = 7;

	private static final long SECOND = 1_000_000_000;

	private static final long PATIENCE = 60 * SECOND;

	private static final long ON_ITS_WAY = SECOND / 500;

	private static final long SETTLED = 3 * SECOND;

	private final long seed;

	private final Stage stage;

	private final Recorder recorder;

	private long origin;

	private int said;

	/** Starts all, and waits until P7 leads and all is quiet. */
	SevenNodes(long seed) {
		this.seed = seed;
		Settings settings = Settings.DEFAULT.withNodes(SIZE);
		Election election = Election.find("bully", "");
		this.stage = new Stage(settings, seed, election, settings.promised(election.algorithm()));
		this.recorder = this.stage.record();
		for (int number = 1; number <= SIZE; number++) {
			node(number).start(false);
		}
		await("P" + SIZE + " leads", () -> leads(SIZE));
		this.stage.run(SETTLED);
		mark();
	}

	Stage stage() {
		return this.stage;
	}

	SimulatedNode node(int number) {
		return this.stage.node(number - 1);
	}

	boolean leads(int number) {
		return node(number).leads(0);
	}

	/** The machine is gone; no connection is closed, so nobody is told. */
	void lose(int number) {
		node(number).crash(Crash.VANISHED);
	}

	/**
	 * The leader is gone, and one node misses it a heartbeat earlier than the others, for
	 * the last one did not reach it.
	 */
	void loseLeader(int noticedBy) {
		long before = heartbeats();
		await("P" + SIZE + " sends heartbeats", () -> heartbeats() > before);
		this.stage.run(ON_ITS_WAY);
		this.stage.network().ways().cutOneWay(SIZE - 1, noticedBy - 1);
		this.stage.run(this.stage.settings().heartbeat());
		lose(SIZE);
	}

	private Recording recording() {
		return this.recorder.recording("", "");
	}

	private long heartbeats() {
		return recording().messages()
			.stream()
			.filter((message) -> message.from() == SIZE - 1 && message.body() instanceof LeaderHeartbeat)
			.count();
	}

	void await(String what, BooleanSupplier condition) {
		if (!this.stage.runUntil(condition, PATIENCE)) {
			throw new IllegalStateException(
					"Not within " + PATIENCE / SECOND + " s with seed " + this.seed + ": " + what);
		}
	}

	/** Time is counted from now on, and what was said before is left out. */
	void mark() {
		this.origin = now();
		this.said = recording().messages().size();
	}

	long now() {
		return this.stage.time().now();
	}

	long origin() {
		return this.origin;
	}

	/** Ends the run, so that the reigns are complete. */
	void finish() {
		this.stage.finish(this.seed, null);
	}

	/** What the algorithm itself said since it was marked. */
	List<RecordedMessage> own() {
		return since().stream().filter((message) -> message.body() instanceof BullyMessage).toList();
	}

	/** How many messages of each kind the election below said, heartbeats left out. */
	Map<String, Long> below() {
		return since().stream()
			.filter((message) -> message.body() instanceof QuorumMessage && !message.body().isRepeated())
			.collect(Collectors.groupingBy((message) -> message.body().getClass().getSimpleName(), TreeMap::new,
					Collectors.counting()));
	}

	private List<RecordedMessage> since() {
		List<RecordedMessage> all = recording().messages();
		return all.subList(this.said, all.size());
	}

	/** Who led, of those whose lead ended after the mark, in the order of beginning. */
	List<Span> reigns() {
		return recording().spans()
			.stream()
			.filter((span) -> span.kind() == Kind.LEADS && span.until() > this.origin)
			.sorted(Comparator.comparing(Span::from))
			.toList();
	}

	static String name(int node) {
		return "P" + (node + 1);
	}

}
