package io.github.leaderelection.internal.runtime;

import java.util.List;
import java.util.Map;
import java.util.Optional;

import io.github.leaderelection.LeaderElector;
import io.github.leaderelection.internal.runtime.scheduling.DueHeap;
import io.github.leaderelection.internal.runtime.scheduling.Mail;
import io.github.leaderelection.internal.runtime.scheduling.Mailbox;
import io.github.leaderelection.internal.runtime.environment.Failures;
import io.github.leaderelection.internal.runtime.group.GroupSpec;
import io.github.leaderelection.internal.runtime.environment.LoopEnvironment;
import io.github.leaderelection.internal.runtime.group.GroupRunner;
import io.github.leaderelection.internal.runtime.group.GroupWatches;
import io.github.leaderelection.internal.runtime.group.SharedParts;
import io.github.leaderelection.internal.runtime.peers.PeerLinks;
import io.github.leaderelection.internal.runtime.peers.RefusalCauses;
import io.github.leaderelection.internal.trace.TraceBudget;
import io.github.leaderelection.spi.ElectionMessage;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Takes inputs one at a time, steps the protocol, performs the effects, publishes. Owns
 * no thread and no clock: its driver supplies both. One thread at a time, the owner,
 * calls {@link #start()} and {@link #runPending()}; the rest may be called from any
 * thread. Serves one start: after a stop make another with the same electors.
 */
public final class ElectionLoop {

	private static final Logger logger = LoggerFactory.getLogger(LeaderElector.class);

	/** The most inputs that are handled before the timers are checked again. */
	private static final int BATCH = 256;

	private static final int FEW_RUNS = 4;

	/**
	 * The most timers that fire before the queue is checked again. So if many groups ask
	 * at once, the first get their answers before the last ask.
	 */
	private static final int TIMERS_AT_ONCE = 64;

	private final LoopEnvironment environment;

	private final List<GroupSpec<?, ?>> specs;

	private final Map<String, GroupElector> electors;

	private final Mailbox mailbox;

	private final GroupRunner<?, ?>[] groups;

	private final DueHeap timers;

	private final GroupWatches watches;

	private final StallLog stalls;

	/** A loop with more delay is late for some group. */
	private final long leastLateNanos;

	/** When the groups were last told that the loop is late. */
	private long toldLateNanos;

	private boolean toldLate;

	private volatile boolean started;

	private volatile @Nullable Throwable failure;

	/**
	 * Makes a loop that has not started.
	 * @param groups the groups, at least one; their order breaks ties between timers
	 * @throws IllegalArgumentException if there is no group, or a group has no elector
	 */
	public ElectionLoop(LoopEnvironment environment, List<GroupSpec<?, ?>> groups, Map<String, GroupElector> electors) {
		if (groups.isEmpty()) {
			throw new IllegalArgumentException("There is no group to elect a leader for: name at least one");
		}
		for (GroupSpec<?, ?> spec : groups) {
			if (!electors.containsKey(spec.settings().group())) {
				throw new IllegalArgumentException("The group '" + spec.settings().group()
						+ "' has no elector: give one for each of " + electors.keySet());
			}
		}
		this.environment = environment;
		this.specs = List.copyOf(groups);
		this.electors = Map.copyOf(electors);
		this.mailbox = new Mailbox(environment.waker()::wakeUp);
		this.groups = new GroupRunner<?, ?>[groups.size()];
		this.timers = new DueHeap(this.groups.length);
		this.watches = new GroupWatches(this.groups);
		this.stalls = new StallLog(environment.clock());
		this.leastLateNanos = groups.stream()
			.mapToLong((spec) -> spec.settings().heartbeatNanos() / 2)
			.min()
			.orElseThrow();
	}

	/**
	 * Loads the ballots, starts the protocols and the transport, and performs the first
	 * effects. If it throws, only the transport goes on in the background; its owner
	 * closes it.
	 * @throws RuntimeException whatever store, protocol or transport throw
	 */
	public void start() {
		if (this.started) {
			throw new IllegalStateException("The loop has started before: make another");
		}
		PeerLinks links = new PeerLinks(this.environment.transport(), this.mailbox, this.groups);
		RefusalCauses causes = new RefusalCauses(this.environment.clock());
		int traced = this.specs.stream().mapToInt((spec) -> spec.traced() ? 1 + spec.extensions().size() : 0).sum();
		SharedParts shared = new SharedParts(this.mailbox, links, this.timers, this.watches, causes,
				TraceBudget.shareOf(traced));
		for (int i = 0; i < this.groups.length; i++) {
			this.groups[i] = recover(i, this.specs.get(i), shared);
		}
		this.environment.transport()
			.start(new LoopReceiver(this.environment, this.mailbox, links, causes, this.groups, this::fail));
		for (GroupRunner<?, ?> group : this.groups) {
			elector(group.name()).attach(group, this.environment.listeners());
		}
		this.started = true;
		throwIfFailed();
		for (GroupRunner<?, ?> group : this.groups) {
			group.begin();
		}
	}

	/** Throws if the transport reported a failure before there was a group to end. */
	private void throwIfFailed() {
		Throwable cause = this.failure;
		if (cause != null) {
			throw new IllegalStateException("The election loop failed as it started: " + Failures.text(cause), cause);
		}
	}

	private <S, M extends ElectionMessage> GroupRunner<S, M> recover(int index, GroupSpec<S, M> spec,
			SharedParts shared) {
		GroupElector elector = elector(spec.settings().group());
		return new GroupRunner<>(index, spec, this.environment, elector.outlets(), elector::detach, shared);
	}

	private GroupElector elector(String group) {
		GroupElector elector = this.electors.get(group);
		if (elector == null) {
			throw new IllegalStateException("The group '" + group + "' has no elector");
		}
		return elector;
	}

	/**
	 * Handles queued inputs and due timers until there are none.
	 * @return the monotonic clock of the next timer or watch if no input comes before,
	 * {@link Long#MAX_VALUE} if there is none
	 */
	public long runPending() {
		while (run()) {
			// there may be more
		}
		return next();
	}

	/**
	 * Handles some of the queued inputs and due timers.
	 * @return as {@link #runPending}; the present time if inputs or timers may be left
	 */
	public long runBriefly() {
		for (int runs = 0; runs < FEW_RUNS; runs++) {
			if (!run()) {
				return next();
			}
		}
		return this.environment.clock().monotonicNanos();
	}

	private boolean run() {
		tellLateness();
		boolean handled = takeBatch();
		handled |= fireDue();
		handled |= expire();
		return handled;
	}

	/** Tells groups first that they are late: queued inputs and due timers may be old. */
	private void tellLateness() {
		if (this.timers.first() == DueHeap.NONE) {
			return;
		}
		long now = this.environment.clock().monotonicNanos();
		this.stalls.runs(now);
		long late = now - this.timers.firstDue();
		if (this.toldLate && now - this.toldLateNanos < late) {
			// groups know of the lateness before the last report
			late = now - this.toldLateNanos;
		}
		if (late <= this.leastLateNanos) {
			return;
		}
		GroupRunner<?, ?> one = this.groups[0];
		int told = 0;
		for (GroupRunner<?, ?> group : this.groups) {
			if (late > group.settings().heartbeatNanos() / 2) {
				one = (told == 0) ? group : one;
				told++;
				group.takeLate(late);
			}
		}
		this.stalls.stalled(now, late, told, one);
		this.toldLate = true;
		this.toldLateNanos = this.environment.clock().monotonicNanos();
	}

	private boolean takeBatch() {
		for (int taken = 0; taken < BATCH; taken++) {
			Mail mail = this.mailbox.poll();
			if (mail == null) {
				return taken > 0;
			}
			mail.deliver();
		}
		return true;
	}

	private boolean fireDue() {
		long now = this.environment.clock().monotonicNanos();
		int fired = 0;
		int earliest = this.timers.first();
		while (earliest != DueHeap.NONE && fired < TIMERS_AT_ONCE && now - this.timers.firstDue() >= 0) {
			fired++;
			this.groups[earliest].takeEarliestTimer();
			earliest = this.timers.first();
		}
		return fired > 0;
	}

	private boolean expire() {
		return this.watches.isAnyDue() && this.watches.expire(this.environment.clock().monotonicNanos());
	}

	private long next() {
		this.watches.look(this.environment.clock().monotonicNanos());
		boolean timed = this.timers.first() != DueHeap.NONE;
		if (!this.watches.isAnyDue()) {
			return timed ? this.timers.firstDue() : Long.MAX_VALUE;
		}
		long watch = this.watches.firstDue();
		return (timed && this.timers.firstDue() - watch < 0) ? this.timers.firstDue() : watch;
	}

	/**
	 * Asks every group to stop: leadership is given up gracefully. Does nothing on a loop
	 * that has not started.
	 */
	public void stop() {
		if (this.started) {
			for (GroupRunner<?, ?> group : this.groups) {
				group.inbox().stop();
			}
		}
	}

	/** Whether every group has stopped or failed. */
	public boolean isStopped() {
		if (this.started) {
			for (GroupRunner<?, ?> group : this.groups) {
				if (!group.isStopped()) {
					return false;
				}
			}
		}
		return true;
	}

	/**
	 * Ends every group that has not stopped because the loop cannot go on: leaderships
	 * are revoked, requests refused, and the status says so until {@link #retire()}.
	 * Called when no thread runs the loop any more, or the thread that does hangs.
	 */
	public void fail(Throwable cause) {
		// Set before 'started' is read: start() does the reverse, so one of the two sees
		// the other.
		this.failure = cause;
		try {
			logger.error("The election loop cannot go on", cause);
		}
		finally {
			if (this.started) {
				String problem = "the election loop ended by " + cause + ": restart the node";
				for (GroupRunner<?, ?> group : this.groups) {
					end(group, problem);
				}
			}
		}
	}

	/** Contains every failure, so that the next groups end, too. */
	private static void end(GroupRunner<?, ?> group, String problem) {
		try {
			group.end(problem);
		}
		catch (Throwable ex) {
			logger.error("Group '{}' ended, but not all could be told", group.name(), ex);
		}
	}

	/**
	 * Forgets a failure once the node is closed: the electors answer as before the first
	 * start. Does nothing to groups that stopped gracefully or go on.
	 */
	public void retire() {
		if (this.started) {
			for (GroupRunner<?, ?> group : this.groups) {
				if (group.isStopped()) {
					elector(group.name()).detach(group, null);
				}
			}
		}
	}

	/**
	 * The present state of a group's protocol.
	 * @throws IllegalArgumentException if there is no such group
	 * @throws IllegalStateException before the start
	 */
	@SuppressWarnings("unchecked") // The caller knows the protocol it gave.
	public <S> S state(String group) {
		return (S) runner(group).state();
	}

	/**
	 * The newest inputs of a group, also of one that has stopped. For any thread.
	 * @return ASCII text, empty before the start and where no trace is kept
	 * @throws IllegalArgumentException if there is no such group
	 */
	public Optional<String> trace(String group) {
		return this.started ? runner(group).trace(this.environment.clock().now()) : Optional.empty();
	}

	private GroupRunner<?, ?> runner(String group) {
		if (!this.started) {
			throw new IllegalStateException("The loop has not started: there is no state yet");
		}
		for (GroupRunner<?, ?> runner : this.groups) {
			if (runner.name().equals(group)) {
				return runner;
			}
		}
		throw new IllegalArgumentException("There is no group '" + group + "', only " + this.electors.keySet());
	}

}
