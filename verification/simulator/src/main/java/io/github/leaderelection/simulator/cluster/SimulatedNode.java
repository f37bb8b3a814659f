package io.github.leaderelection.simulator.cluster;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

import io.github.leaderelection.Leadership;
import io.github.leaderelection.internal.algorithm.Algorithm;
import io.github.leaderelection.internal.protocol.ElectionSettings;
import io.github.leaderelection.internal.quorum.QuorumState;
import io.github.leaderelection.internal.runtime.GroupElector;
import io.github.leaderelection.internal.store.FileBallotStore;
import io.github.leaderelection.internal.store.InMemoryBallotStore;
import io.github.leaderelection.simulator.disk.SimulatedDisk;
import io.github.leaderelection.simulator.time.Dice;
import io.github.leaderelection.simulator.time.Moment;
import io.github.leaderelection.simulator.time.SimulatedClock;
import io.github.leaderelection.spi.BallotStore;
import io.github.leaderelection.spi.BallotStoreException;
import org.jspecify.annotations.Nullable;

/**
 * One machine: clocks, a disk, and at most one process.
 */
public final class SimulatedNode {

	private final Surroundings surroundings;

	private final int index;

	private final Dice dice;

	private final Moment moment;

	private final SimulatedClock clock;

	private final ProcessClock processClock;

	private final SimulatedDisk disk;

	private final Pauses pauses = new Pauses(this);

	/** Of each group, as the next process will have them. */
	private List<ElectionSettings> settings = List.of();

	private Algorithm algorithm;

	private @Nullable List<ElectionSettings> running;

	private final Application application = new Application(this);

	private final Execution execution = new Execution(this);

	private @Nullable SimulatedProcess process;

	private boolean powered;

	private boolean stopping;

	private long starts;

	SimulatedNode(Surroundings surroundings, int index, MachineSpec spec, Dice dice) {
		this.surroundings = surroundings;
		this.index = index;
		this.dice = dice;
		this.algorithm = surroundings.algorithm;
		this.moment = new Moment(surroundings.time);
		this.clock = new SimulatedClock(this.moment, spec.monotonicOrigin(), spec.wallOffset(), spec.disciplinedWall());
		this.clock.changeRate(spec.ratePpm());
		this.processClock = new ProcessClock(this.moment, this.clock);
		this.disk = new SimulatedDisk(surroundings.groups.size(), dice.branch(1));
		this.disk.takes(spec.shortestSave(), spec.longestSave());
	}

	/**
	 * The position of this machine.
	 * @return 0 or more
	 */
	public int index() {
		return this.index;
	}

	/** The clocks. */
	public SimulatedClock clock() {
		return this.clock;
	}

	/** The disk. */
	public SimulatedDisk disk() {
		return this.disk;
	}

	/** The application that runs on it, or ran last. */
	public Application application() {
		return this.application;
	}

	/** How this machine stands still. */
	public Pauses pauses() {
		return this.pauses;
	}

	/** Says with which settings the next process starts. */
	public void configure(List<ElectionSettings> newSettings) {
		configure(newSettings, this.surroundings.algorithm);
	}

	/**
	 * Says with which settings and by which election the next process starts.
	 * @param newAlgorithm the election, which may not be that of the cluster
	 */
	public void configure(List<ElectionSettings> newSettings, Algorithm newAlgorithm) {
		this.settings = List.copyOf(newSettings);
		this.algorithm = newAlgorithm;
	}

	/**
	 * The election that the process runs.
	 * @return the election, as the next process will run it
	 */
	public Algorithm algorithm() {
		return this.algorithm;
	}

	/**
	 * Whether the newest process was started with the settings that were configured last.
	 * @return false if the next process will have other settings
	 */
	public boolean runsAsConfigured() {
		return this.settings.equals(this.running);
	}

	/**
	 * The settings of a group.
	 * @return its settings, as the next process will have them
	 */
	public ElectionSettings settings(int group) {
		return this.settings.get(group);
	}

	/** Whether a process runs, or stands still. */
	public boolean isRunning() {
		return this.process != null;
	}

	/**
	 * Whether the process was asked to stop.
	 * @return whether it is on its way out, or was when it ended
	 */
	public boolean isStopping() {
		return this.stopping;
	}

	/**
	 * Whether the application could ask this node at this instant.
	 * @return false where there is no process or it stands still
	 */
	public boolean canAnswer() {
		return this.process != null && !this.pauses.isPaused();
	}

	/**
	 * Whether this node answers at this instant that it leads.
	 * @return false where it cannot answer
	 */
	public boolean leads(int group) {
		return canAnswer() && this.application.isLeader(group);
	}

	/**
	 * The leadership that this node shows at this instant.
	 * @return the leadership, null where it does not lead or cannot answer
	 */
	public @Nullable Leadership leadership(int group) {
		return canAnswer() ? this.application.elector(group).leadership().orElse(null) : null;
	}

	/**
	 * The newest state of a group.
	 * @return the state, null where no process runs
	 */
	public @Nullable QuorumState state(int group) {
		return (this.process != null) ? this.process.state(group) : null;
	}

	/**
	 * How often the state of a group has been saved.
	 * @return the number, 0 where no process runs
	 */
	public long saves(int group) {
		return (this.process != null) ? this.process.saves(group) : 0;
	}

	/**
	 * Whether a save is under way that was asked for before a time.
	 * @return whether the process still waits for it
	 */
	public boolean isSavingSince(long time) {
		return this.process != null && this.process.isSavingSince(time);
	}

	/**
	 * Starts a process. Does nothing where one runs.
	 * @param sameJvm whether it is the application of the last one, started again
	 * @return false if its state cannot be used
	 */
	public boolean start(boolean sameJvm) {
		if (this.process != null) {
			return true;
		}
		this.powered = true;
		this.stopping = false;
		SimulatedProcess started;
		try {
			List<BallotStore> stores = openStores();
			List<GroupElector> electors = this.application.start(sameJvm, this.settings);
			if (!sameJvm && !this.settings.get(0).durable()) {
				this.surroundings.positions.forget(this.index);
			}
			started = new SimulatedProcess(this, electors, stores, ++this.starts);
			this.application.listen();
		}
		catch (BallotStoreException ex) {
			if (!this.disk.isFailing()) {
				this.surroundings.broken(this.index, "the saved state is unusable after a crash: " + ex.getMessage());
			}
			return false;
		}
		this.process = started;
		this.running = this.settings;
		this.surroundings.tell((observer) -> observer.started(this.index));
		this.execution.in(started, started::begin);
		return true;
	}

	/**
	 * Asks the process to stop. It may take as long as work takes to drain.
	 */
	public void stop() {
		SimulatedProcess asked = this.process;
		if (asked != null) {
			this.stopping = true;
			Runnable stop = () -> this.execution.in(asked, asked::stop);
			ClusterObserver.Guests guests = this.surroundings.guests;
			if (guests != null) {
				guests.stop(this.index, stop);
			}
			else {
				stop.run();
			}
		}
	}

	/** Ends the process without warning. */
	public void crash(Crash crash) {
		SimulatedProcess dying = this.process;
		if (dying != null) {
			this.process = null;
			this.surroundings.network.processGone(this.index, crash.isNoticed());
			dying.die();
			this.application.die();
			this.pauses.clear();
			ended(false);
		}
		if (crash == Crash.POWER_LOST) {
			this.disk.losePower();
		}
		if (crash == Crash.DISK_LOST) {
			this.disk.wipe();
			this.surroundings.positions.forget(this.index);
			losesState();
		}
		if (!crash.isNoticed()) {
			this.powered = false;
		}
	}

	/** Ends the application without warning, whether its node runs or has stopped. */
	public void kill() {
		crash(Crash.KILLED);
		this.application.die();
	}

	/**
	 * What the disk holds is of no use any more.
	 */
	public void losesState() {
		this.surroundings.tell((observer) -> observer.stateLost(this.index));
	}

	void stopped() {
		this.process = null;
		this.pauses.clear();
	}

	/**
	 * An event on this machine is over.
	 */
	void settled() {
		this.surroundings.tell((observer) -> observer.settled(this.index));
	}

	void ended(boolean clean) {
		this.surroundings.tell((observer) -> observer.ended(this.index, clean));
	}

	void lookAtGrant() {
		if (this.process != null) {
			this.process.lookAtGrant();
		}
	}

	boolean isPowered() {
		return this.powered;
	}

	@Nullable SimulatedProcess process() {
		return this.process;
	}

	/**
	 * The rules by which each group's elections are held, by its name.
	 */
	Map<String, String> rules() {
		return this.settings.stream().collect(Collectors.toMap(ElectionSettings::group, this.algorithm::rules));
	}

	Execution execution() {
		return this.execution;
	}

	Surroundings surroundings() {
		return this.surroundings;
	}

	/** How far a run that stood still is ahead of the others, in nanoseconds. */
	public long ahead() {
		return this.moment.ahead();
	}

	Moment moment() {
		return this.moment;
	}

	Dice dice() {
		return this.dice;
	}

	ProcessClock processClock() {
		return this.processClock;
	}

	long timerDelay() {
		return this.dice.below(this.surroundings.timerDelay);
	}

	long listenerDelay() {
		return this.surroundings.listenerDelay(this.dice);
	}

	private List<BallotStore> openStores() {
		List<BallotStore> stores = new ArrayList<>();
		for (int i = 0; i < this.settings.size(); i++) {
			ElectionSettings each = this.settings.get(i);
			BallotStore store = each.durable() ? FileBallotStore.over(this.disk.open(i),
					each.self() + "/" + each.group(), each.cluster(), each.self(), each.group())
					: new InMemoryBallotStore();
			stores.add(new ObservedStore(store, this.surroundings, this.moment, this.index, i));
		}
		return stores;
	}

}
