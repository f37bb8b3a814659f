package io.github.leaderelection.simulator.cluster;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import io.github.leaderelection.CandidatePosition;
import io.github.leaderelection.internal.protocol.ElectionProtocol;
import io.github.leaderelection.internal.protocol.ElectionSettings;
import io.github.leaderelection.internal.quorum.QuorumMessage;
import io.github.leaderelection.internal.quorum.QuorumState;
import io.github.leaderelection.internal.runtime.ElectionLoop;
import io.github.leaderelection.internal.runtime.GroupElector;
import io.github.leaderelection.internal.runtime.group.GroupSpec;
import io.github.leaderelection.internal.runtime.environment.LoopEnvironment;
import io.github.leaderelection.internal.runtime.extension.ExtensionFactory;
import io.github.leaderelection.simulator.network.SimulatedTransport;
import io.github.leaderelection.simulator.time.Moment;
import io.github.leaderelection.spi.BallotStore;
import io.github.leaderelection.spi.ElectionMessage;
import io.github.leaderelection.spi.Envelope;
import org.jspecify.annotations.Nullable;

/**
 * One start of a node: the production shell on virtual parts.
 */
final class SimulatedProcess {

	private static final int MOST_RUNS_AT_ONCE = 1000;

	private final SimulatedNode node;

	private final Moment moment;

	private final SimulatedTransport transport;

	private final List<GroupElector> electors;

	private final List<BallotStore> stores;

	private final List<ObservedProtocol> protocols = new ArrayList<>();

	private final List<Class<?>> messages = new ArrayList<>();

	private final List<Class<?>> guestMessages = new ArrayList<>();

	private final ElectionLoop loop;

	private final Deque<Save> saves = new ArrayDeque<>();

	private long writerFree;

	private long listenersFree;

	private long wakeAt = Long.MAX_VALUE;

	private boolean woken;

	private @Nullable Runnable watchdog;

	SimulatedProcess(SimulatedNode node, List<GroupElector> electors, List<BallotStore> stores, long start) {
		this.node = node;
		this.moment = node.moment();
		this.electors = electors;
		this.stores = stores;
		this.transport = new SimulatedTransport(node.surroundings().network, node.index(), this.moment);
		LoopEnvironment environment = new LoopEnvironment(node.processClock(), node.dice().branch(start)::nextLong,
				this.transport, this::save, this::tellListeners, this::answer, this::watch, this::readPosition,
				() -> this.woken = true);
		List<GroupSpec<?, ?>> groups = new ArrayList<>();
		Map<String, GroupElector> byName = new HashMap<>();
		for (int i = 0; i < stores.size(); i++) {
			ElectionSettings settings = node.settings(i);
			int group = i;
			List<ExtensionFactory> guests = node.application().guests(group);
			guests.forEach((each) -> this.guestMessages.add(each.messageType()));
			groups.add(spec(node.algorithm().protocol((election) -> observed(group, election)), settings, stores.get(i),
					() -> node.surroundings().positions.tell(group, node.index()), guests));
			byName.put(settings.group(), electors.get(i));
		}
		this.loop = new ElectionLoop(environment, groups, byName);
	}

	private ObservedProtocol observed(int group, ElectionProtocol<QuorumState, QuorumMessage> election) {
		ObservedProtocol observed = new ObservedProtocol(election, this.node.surroundings(), this.node.index(), group);
		this.protocols.add(observed);
		return observed;
	}

	private <S, M extends ElectionMessage> GroupSpec<S, M> spec(ElectionProtocol<S, M> protocol,
			ElectionSettings settings, BallotStore store, CandidatePosition position, List<ExtensionFactory> guests) {
		this.messages.add(protocol.messageType());
		return new GroupSpec<>(
				new HandledProtocol<>(protocol, this.node.surroundings(), this.node.index(), settings.group()),
				settings, store, (member) -> null, position, this.node.surroundings().isRecording(), null, guests);
	}

	void begin() {
		this.loop.start();
	}

	SimulatedTransport transport() {
		return this.transport;
	}

	@Nullable QuorumState state(int group) {
		return this.protocols.get(group).state();
	}

	long saves(int group) {
		return this.stores.get(group).saves();
	}

	/**
	 * Whether a message is of a type that its group's election uses.
	 */
	boolean understands(Envelope<?> envelope) {
		int group = this.node.surroundings().groups.indexOf(envelope.group());
		return group >= 0 && (this.messages.get(group).isInstance(envelope.body())
				|| this.guestMessages.stream().anyMatch((type) -> type.isInstance(envelope.body())));
	}

	void stop() {
		this.loop.stop();
	}

	boolean isStopped() {
		return this.loop.isStopped();
	}

	/**
	 * Whether a save is under way, or waits for another, that was asked for before a
	 * time.
	 */
	boolean isSavingSince(long time) {
		Save save = this.saves.peek();
		return save != null && save.asked < time;
	}

	/**
	 * Lets the loop handle what there is.
	 */
	void run() {
		long due;
		int runs = 0;
		this.moment.beginRun();
		do {
			this.woken = false;
			due = this.loop.runPending();
		}
		while (this.woken && this.moment.ahead() == 0 && ++runs < MOST_RUNS_AT_ONCE);
		if (runs == MOST_RUNS_AT_ONCE) {
			this.node.surroundings().broken(this.node.index(), "the loop does not come to rest");
		}
		if (!this.loop.isStopped() && due != Long.MAX_VALUE) {
			wakeWhenDue(due);
		}
	}

	/**
	 * The process is gone in the midst of what it did.
	 */
	void die() {
		handOverTraces();
		this.transport.close();
		Save save = this.saves.peek();
		if (save != null && save.begin <= this.node.surroundings().time.now()) {
			this.node.disk().interrupt(save.task);
		}
	}

	void close() {
		handOverTraces();
		this.transport.close();
		this.stores.forEach(BallotStore::close);
	}

	/**
	 * Hands over what the shell recorded, if it does.
	 */
	void handOverTraces() {
		for (String group : this.node.surroundings().groups) {
			this.loop.trace(group).ifPresent(this.node.surroundings()::handOver);
		}
	}

	private void wakeWhenDue(long due) {
		long when = this.node.clock().trueTimeOf(due) + this.node.timerDelay();
		if (when < this.wakeAt) {
			this.wakeAt = when;
			this.node.surroundings().time.at(when, () -> {
				if (this.wakeAt == when) {
					this.wakeAt = Long.MAX_VALUE;
					this.node.execution().in(this, () -> {
					});
				}
			});
		}
	}

	private void save(Runnable task) {
		this.moment.point();
		long begin = Math.max(this.moment.now(), this.writerFree);
		this.writerFree = begin + this.node.disk().nextSaveNanos();
		Save save = new Save(this.moment.now(), begin, task);
		this.saves.add(save);
		this.node.surroundings().time.at(this.writerFree, () -> this.node.execution().in(this, () -> {
			this.saves.remove(save);
			this.moment.lookBack(this.node.surroundings().time.now() - begin);
			task.run();
			this.moment.catchUp();
		}));
	}

	private void readPosition(Runnable task) {
		long when = this.moment.now() + this.node.surroundings().positions.readingNanos(this.node.index());
		this.node.surroundings().time.at(when, () -> this.node.execution().in(this, task));
	}

	private void tellListeners(Runnable task) {
		this.listenersFree = Math.max(this.moment.now(), this.listenersFree) + this.node.listenerDelay();
		this.node.surroundings().time.at(this.listenersFree, () -> this.node.execution().inJvm(this.electors, task));
	}

	private void answer(Runnable task) {
		this.node.surroundings().time.at(this.moment.now(), () -> this.node.execution().inJvm(this.electors, task));
	}

	/**
	 * The watchdog looks now, whatever it waits for.
	 */
	void lookAtGrant() {
		if (this.watchdog != null) {
			this.watchdog.run();
		}
	}

	private void watch(long atNanos, Runnable check) {
		this.watchdog = check;
		long when = this.node.clock().trueTimeOf(atNanos) + this.node.timerDelay();
		this.node.surroundings().time.at(when, () -> this.node.execution().in(this, () -> {
			if (this.node.clock().monotonicNanos() - atNanos < 0) {
				watch(atNanos, check);
			}
			else {
				check.run();
			}
		}));
	}

	/**
	 * A save under way.
	 */
	private record Save(long asked, long begin, Runnable task) {
	}

}
