package io.github.leaderelection.simulator.lab.stage;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;

import io.github.leaderelection.ElectionStatus;
import io.github.leaderelection.Promise;
import io.github.leaderelection.internal.quorum.QuorumMessage;
import io.github.leaderelection.simulator.cluster.ClusterObserver;
import io.github.leaderelection.simulator.cluster.SimulatedCluster;
import io.github.leaderelection.simulator.cluster.SimulatedNode;
import io.github.leaderelection.simulator.invariant.Invariants;
import io.github.leaderelection.simulator.lab.variant.Election;
import io.github.leaderelection.simulator.network.HeldMessages;
import io.github.leaderelection.simulator.network.SimulatedNetwork;
import io.github.leaderelection.simulator.network.Transit;
import io.github.leaderelection.simulator.time.Dice;
import io.github.leaderelection.simulator.time.VirtualTime;
import io.github.leaderelection.simulator.trace.Trace;
import io.github.leaderelection.spi.ElectionMessage;
import org.jspecify.annotations.Nullable;

/**
 * A cluster in virtual time for one seed, with all invariants on. Nodes are numbers from
 * 0, durations nanoseconds. For use by one thread.
 */
public final class Stage {

	private final Settings settings;

	private final Dice dice;

	private final SimulatedCluster cluster;

	private final Invariants invariants;

	private final Watcher watcher;

	private final Judgement judgement;

	private final Map<String, List<Integer>> names = new HashMap<>();

	private final Map<String, HeldMessages> held = new HashMap<>();

	private final Downtime downtime = new Downtime();

	private Tally measuredFrom = Tally.NOTHING;

	private Tally watchedFrom = Tally.NOTHING;

	private int lastLeader = -1;

	private @Nullable Recorder recorder;

	/**
	 * Sets up machines on which nothing runs yet.
	 * @param watched the promises that are watched, whether the election makes them or
	 * not
	 */
	public Stage(Settings settings, long seed, Election election, Set<Promise> watched) {
		this.settings = settings;
		Dice chance = new Dice(seed);
		this.dice = chance.branch(1);
		this.cluster = new SimulatedCluster(settings.cluster(chance.branch(2)), election.algorithm(),
				election.variant(), Trace.off(), chance.branch(3));
		this.invariants = new Invariants(this.cluster, watched);
		this.watcher = new Watcher(election.algorithm(), this.invariants);
		this.cluster.observe(this.watcher);
		// an application that hangs would be a fault that no step names
		this.cluster.positions().calm();
		this.judgement = new Judgement(this, this.invariants.findings());
		for (int i = 0; i < settings.nodes(); i++) {
			node(i).configure(List.of(settings.election(i, election.algorithm())));
		}
	}

	/**
	 * Records what happens from now on.
	 */
	public Recorder record() {
		Recorder made = new Recorder(this.cluster, this.settings);
		this.cluster.observe(made);
		this.recorder = made;
		return made;
	}

	/** Lets guests stand beside the elections, of starts from now on. */
	public void invite(ClusterObserver.Guests guests) {
		this.cluster.invite(guests);
	}

	/** The settings of the cluster. */
	public Settings settings() {
		return this.settings;
	}

	/** How many nodes there are. */
	public int size() {
		return this.cluster.size();
	}

	/** A machine. */
	public SimulatedNode node(int index) {
		return this.cluster.node(index);
	}

	/**
	 * True time.
	 * @return the time, in which things of the scenario's own can be planned
	 */
	public VirtualTime time() {
		return this.cluster.time();
	}

	/** The network. */
	public SimulatedNetwork network() {
		return this.cluster.network();
	}

	/**
	 * The messages that are held under a name.
	 * @return what is held, null if the name was never given
	 */
	public @Nullable HeldMessages held(String name) {
		return this.held.get(name);
	}

	/** Holds messages back from now on. */
	public void hold(Predicate<Transit> which, String name) {
		network().traffic().hold(which, this.held.computeIfAbsent(name, (unheard) -> new HeldMessages(network())));
	}

	/** What a message is called: by what it carries, if it does. */
	public String nameOf(Transit transit) {
		ElectionMessage said = transit.envelope().body();
		QuorumMessage carried = this.cluster.algorithm().carried(said);
		return ((carried != null) ? carried : said).getClass().getSimpleName();
	}

	/**
	 * What a node shows now.
	 * @param node a node whose process runs
	 */
	public ElectionStatus status(int node) {
		return node(node).application().elector(0).status();
	}

	/**
	 * Draws links.
	 * @param perMille how likely each of the others is among them, of a thousand
	 */
	public List<RandomLinks.Link> draw(RandomLinks which, int perMille) {
		return which.draw(size(), perMille, this.dice);
	}

	/**
	 * Draws a duration.
	 * @return nanoseconds
	 */
	public long draw(Range range) {
		return range.draw(this.dice);
	}

	/** Lets time pass. */
	public void run(long nanos) {
		runUntil(() -> false, nanos);
	}

	/**
	 * Lets time pass until something is so.
	 * @param nanos how long at most
	 */
	public boolean runUntil(BooleanSupplier condition, long nanos) {
		return this.cluster.time().passUntil(() -> {
			observe();
			return condition.getAsBoolean();
		}, nanos);
	}

	private void observe() {
		int leader = leader();
		this.downtime.observe(this.cluster.time().now(), leader >= 0);
		if (leader >= 0) {
			this.lastLeader = leader;
		}
	}

	/**
	 * How far the application of a node has come. From now on no leader writes, and every
	 * application tells its position.
	 */
	public void position(int node, long index) {
		this.cluster.positions().hold(node, index);
	}

	/**
	 * Who leads now.
	 * @return a node, negative for nobody
	 */
	public int leader() {
		return this.invariants.leader(0);
	}

	/**
	 * Who leads now, or led last.
	 * @return a node, negative if nobody ever led
	 */
	public int lastLeader() {
		return (leader() >= 0) ? leader() : this.lastLeader;
	}

	/** Who stands next if a leader is gone, as its last heartbeat said. */
	public List<Integer> successors(int leader) {
		return this.watcher.successors(leader);
	}

	/** Gives nodes a name. */
	public void name(String name, List<Integer> nodes) {
		this.names.put(name, List.copyOf(nodes));
	}

	/**
	 * The nodes of a name.
	 * @return the nodes, null if it was not given yet
	 */
	public @Nullable List<Integer> named(String name) {
		return this.names.get(name);
	}

	/**
	 * Lets a node stand still.
	 * @param suspended whether its monotonic clock stands still too
	 */
	public void pause(int node, long nanos, boolean suspended) {
		if (this.recorder != null) {
			this.recorder.paused(node, this.cluster.time().now() + nanos);
		}
		if (suspended) {
			node(node).pauses().suspend(nanos);
		}
		else {
			node(node).pauses().pause(nanos);
		}
		observe();
	}

	/** Notes what is done to the cluster, for the pictures. */
	public void note(String text) {
		if (this.recorder != null) {
			this.recorder.fault(text);
		}
	}

	/**
	 * Begins to measure: what was before is forgotten.
	 */
	public void measure() {
		observe();
		this.downtime.restart(this.cluster.time().now());
		this.measuredFrom = tally();
		this.invariants.takeMostLeaders(0);
		this.watcher.takeNominations();
		this.watcher.beginRounds();
	}

	/**
	 * Begins to watch: what is expected from now on is judged by what happened since.
	 */
	public void watch() {
		this.watchedFrom = tally();
	}

	/**
	 * What happened since {@link #watch()}.
	 */
	public Tally watched() {
		return tally().since(this.watchedFrom);
	}

	private Tally tally() {
		return this.watcher.tally(this.cluster.time().now());
	}

	/** Which promises were broken. */
	public Judgement judgement() {
		return this.judgement;
	}

	/**
	 * What was measured.
	 * @param failure what was expected and did not come about, or null
	 */
	public LabOutcome finish(long seed, @Nullable String failure) {
		observe();
		if (this.recorder != null) {
			this.recorder.end();
		}
		return new LabOutcome(seed, this.downtime.gaps(), this.downtime.open(this.cluster.time().now()),
				tally().since(this.measuredFrom), this.watcher.rounds(), this.invariants.takeMostLeaders(0),
				this.watcher.takeNominations(), List.copyOf(this.invariants.findings().broken()), failure);
	}

}
