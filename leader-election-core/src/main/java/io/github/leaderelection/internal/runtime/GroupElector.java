package io.github.leaderelection.internal.runtime;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;
import java.util.function.BooleanSupplier;

import io.github.leaderelection.ElectionStatus;
import io.github.leaderelection.LeaderElector;
import io.github.leaderelection.LeaderInfo;
import io.github.leaderelection.LeaderWork;
import io.github.leaderelection.Leadership;
import io.github.leaderelection.LeadershipListener;
import io.github.leaderelection.NodeId;
import io.github.leaderelection.RevocationReason;
import io.github.leaderelection.WorkInFlight;
import io.github.leaderelection.internal.flapping.Flapping;
import io.github.leaderelection.internal.protocol.Notice;
import io.github.leaderelection.internal.protocol.Now;
import io.github.leaderelection.internal.protocol.StoreUse;
import io.github.leaderelection.internal.runtime.environment.Failures;
import io.github.leaderelection.internal.runtime.environment.NodeClock;
import io.github.leaderelection.internal.runtime.group.GroupBroadcasts;
import io.github.leaderelection.internal.runtime.group.GroupInbox;
import io.github.leaderelection.internal.runtime.group.GroupOutlets;
import io.github.leaderelection.internal.runtime.group.GroupRunner;
import io.github.leaderelection.internal.runtime.group.NodeEligibility;
import io.github.leaderelection.internal.runtime.group.Requests;
import io.github.leaderelection.internal.runtime.leadership.LeadershipPublisher;
import io.github.leaderelection.internal.runtime.leadership.PublishedLeadership;
import io.github.leaderelection.internal.runtime.listener.LatestBroadcast;
import io.github.leaderelection.internal.runtime.listener.ListenerDispatch;
import io.github.leaderelection.internal.runtime.watch.NoticeLog;
import io.github.leaderelection.internal.runtime.work.OutlivingWorkReport;
import io.github.leaderelection.internal.runtime.work.RunningWork;
import io.github.leaderelection.internal.runtime.work.WorkTable;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One group on one node as the application sees it. Made once and handed to every
 * {@link ElectionLoop} the node makes, so it outlives starts and stops, and learns from
 * each start which node it speaks for. Before the first start, and between a stop and a
 * start, it answers as on a follower. Safe for use from any thread.
 */
public final class GroupElector implements LeaderElector, ElectorInternals {

	private static final String UNNAMED = "unnamed work";

	private final NodeClock clock;

	private final Logger logger;

	private final ListenerDispatch dispatch;

	private final LeadershipPublisher publisher;

	private final NoticeLog notices;

	private final NodeEligibility eligibility;

	private final Function<String, List<String>> outside;

	private final GroupBroadcasts broadcasts;

	private final GroupOutlets outlets;

	/** Guards writes to {@code running}; readers take no lock. */
	private final ReentrantLock changing = new ReentrantLock();

	/** Provisional before the first start. */
	private volatile GroupIdentity identity;

	private volatile Running running = Running.NOT_STARTED;

	private volatile boolean leaving;

	/**
	 * Makes the elector of a group.
	 * @param provisional the identity until the first start; later starts may change all
	 * of it but the group
	 */
	public GroupElector(GroupIdentity provisional, NodeClock clock, ElectorOptions options) {
		this(provisional, clock, options, LoggerFactory.getLogger(LeaderElector.class));
	}

	/** An elector with a log of its own. */
	GroupElector(GroupIdentity provisional, NodeClock clock, ElectorOptions options, Logger logger) {
		this.identity = Objects.requireNonNull(provisional, "provisional");
		this.clock = Objects.requireNonNull(clock, "clock");
		this.logger = logger;
		String group = provisional.group();
		this.dispatch = new ListenerDispatch(group,
				options.resignOnListenerFailure() ? new RefusedLeadership(this, this::self) : (leadership) -> {
				});
		this.publisher = new LeadershipPublisher(group, this::self, clock, this.dispatch, new RunningWork(clock,
				new WorkTable(WorkTable.SLOTS), new OutlivingWorkReport(this::self, options.onOutlived())), logger);
		this.eligibility = new NodeEligibility(group, this::self, this::inbox);
		this.outside = options.problems();
		this.notices = new NoticeLog(group, this::self, clock, logger);
		LatestBroadcast latest = new LatestBroadcast(this.dispatch);
		this.broadcasts = new GroupBroadcasts(this::inbox, latest);
		this.outlets = new GroupOutlets(this.publisher, this.dispatch, latest, this.notices, this.eligibility,
				options.flapping(), this::status, logger);
	}

	/** The node this elector speaks for. */
	public NodeId self() {
		return this.identity.self();
	}

	@Override
	public String group() {
		return this.identity.group();
	}

	@Override
	public boolean isLeader() {
		return this.publisher.valid() != null;
	}

	@Override
	public Optional<Leadership> leadership() {
		PublishedLeadership grant = this.publisher.valid();
		return (grant != null) ? Optional.of(grant.leadership()) : Optional.empty();
	}

	@Override
	public Optional<LeaderInfo> leader() {
		PublishedLeadership grant = this.publisher.valid();
		Running present = this.running;
		GroupRunner<?, ?> runner = present.runner();
		if (runner == null || present.failure() != null) {
			return Optional.empty();
		}
		return Optional.ofNullable(StatusAssembler.leader(runner, runner.view(this.clock.now()), grant));
	}

	@Override
	public ElectionStatus status() {
		Running present = this.running;
		GroupRunner<?, ?> runner = present.runner();
		PublishedLeadership held = this.publisher.current().get();
		Now now = this.clock.now();
		PublishedLeadership grant = (held != null && held.valid(now)) ? held : null;
		if (runner == null) {
			return StatusAssembler.notRunning(this.identity, present.lastTerm(), this.publisher.known(), problems(),
					now);
		}
		return StatusAssembler.running(runner, this.identity.algorithm(), grant, this.publisher.known(),
				present.failure(), problems(), now);
	}

	/** Lists what keeps this node from full participation, beside the election itself. */
	private List<String> problems() {
		List<String> problems = new ArrayList<>(outside());
		problems.addAll(this.eligibility.problems());
		return problems;
	}

	/**
	 * Contains failures of the source: the loop calls it, too, and must not end by them.
	 */
	private List<String> outside() {
		try {
			return List.copyOf(this.outside.apply(group()));
		}
		catch (Throwable ex) {
			Failures.rethrowIfFatal(ex);
			this.logger.debug("Group '{}': the problems outside of the election cannot be asked", group(), ex);
			return List.of("What is wrong outside of the election cannot be asked: " + Failures.text(ex));
		}
	}

	@Override
	public @Nullable LeaderWork beginWork() {
		return beginWork(UNNAMED);
	}

	@Override
	public @Nullable LeaderWork beginWork(String name) {
		return this.publisher.beginWork(name);
	}

	@Override
	public WorkInFlight workInFlight() {
		return this.publisher.running().picture();
	}

	@Override
	public CompletionStage<Void> resign() {
		GroupInbox<?> inbox = inbox();
		return (inbox != null) ? inbox.resign() : CompletableFuture.failedStage(Requests.notRunning());
	}

	@Override
	public CompletionStage<Void> transferTo(NodeId member) {
		Objects.requireNonNull(member, "member");
		GroupInbox<?> inbox = inbox();
		return (inbox != null) ? inbox.transferTo(member) : CompletableFuture.failedStage(Requests.notRunning());
	}

	@Override
	public Broadcasts broadcasts() {
		return this.broadcasts;
	}

	@Override
	public Eligibility eligibility() {
		return this.eligibility;
	}

	@Override
	public void ineligible(@Nullable String reason) {
		this.eligibility.ineligible(reason);
	}

	@Override
	public void stopAdmitting() {
		this.publisher.admit(false);
	}

	@Override
	public boolean leaveIfIdle() {
		stopAdmitting();
		GroupInbox<?> inbox = inbox();
		if (inbox != null && isLeader() && workInFlight().count() == 0) {
			this.leaving = true;
			inbox.stop();
		}
		return this.leaving;
	}

	@Override
	public void endDrain() {
		GroupInbox<?> inbox = inbox();
		if (inbox != null) {
			leadership().ifPresent((each) -> inbox.workDrained(each.fencingToken()));
		}
	}

	@Override
	public boolean observes() {
		return false;
	}

	@Override
	public Registration addListener(LeadershipListener listener) {
		return this.dispatch.add(listener);
	}

	@Override
	public long count(Notice notice) {
		return this.notices.count(notice);
	}

	/**
	 * Waits until the reported notices satisfy a condition.
	 * @throws InterruptedException if the calling thread is interrupted
	 */
	public boolean awaitNotices(BooleanSupplier wanted, Duration atMost) throws InterruptedException {
		return this.notices.await(wanted, atMost.toNanos());
	}

	@Override
	public Optional<String> trace() {
		GroupRunner<?, ?> runner = this.running.runner();
		return (runner != null) ? runner.trace(this.clock.now()) : Optional.empty();
	}

	@Override
	public Optional<Flapping> flapping() {
		GroupRunner<?, ?> runner = this.running.runner();
		return (runner != null) ? Optional.of(runner.flapping().flapping(this.clock.monotonicNanos()))
				: Optional.empty();
	}

	@Override
	public Optional<StoreUse> storeUse() {
		GroupRunner<?, ?> runner = this.running.runner();
		return (runner != null) ? runner.storeUse() : Optional.empty();
	}

	@Override
	public List<String> disagreements() {
		GroupRunner<?, ?> runner = this.running.runner();
		return (runner != null) ? runner.flapping().disagreements() : List.of();
	}

	private @Nullable GroupInbox<?> inbox() {
		GroupRunner<?, ?> runner = this.running.runner();
		return (runner != null) ? runner.inbox() : null;
	}

	/** Returns the outlets to which each start reports its events. */
	public GroupOutlets outlets() {
		return this.outlets;
	}

	/**
	 * Answers from the state of a new start from now on. Ends an earlier start that was
	 * abandoned without a stop.
	 */
	void attach(GroupRunner<?, ?> runner, Executor listeners) {
		this.dispatch.attach(listeners);
		GroupRunner<?, ?> abandoned = this.running.runner();
		if (abandoned != null) {
			detach(abandoned, null);
		}
		this.identity = GroupIdentity.of(this.identity.algorithm(), runner.settings(), runner::url);
		this.leaving = false;
		this.publisher.admit(true);
		this.publisher.restartLeaderless();
		this.changing.lock();
		try {
			this.running = new Running(runner, null, 0);
		}
		finally {
			this.changing.unlock();
		}
	}

	/**
	 * Ends answering from a start: keeps its last state and the failure, or, without a
	 * failure, answers as before the first start. Ignores any start but the present one.
	 */
	void detach(GroupRunner<?, ?> runner, @Nullable String failure) {
		this.changing.lock();
		try {
			if (this.running.runner() != runner) {
				return;
			}
			// The leadership ends first and listeners learn of the lost leader last: no
			// listener learns of a state before the status shows it.
			PublishedLeadership grant = this.publisher.current().get();
			if (grant != null) {
				this.publisher.end(grant.fencingToken(), RevocationReason.STOPPED);
			}
			this.running = (failure != null) ? new Running(runner, failure, 0)
					: new Running(null, null, lastTerm(runner));
			this.publisher.lose();
		}
		finally {
			this.changing.unlock();
		}
	}

	private long lastTerm(GroupRunner<?, ?> runner) {
		try {
			return runner.view(this.clock.now()).term();
		}
		catch (RuntimeException ex) {
			// A stop goes on, whatever a protocol makes of its state.
			this.logger.error("Group '{}': the view of the state failed", group(), ex);
			return 0;
		}
	}

	/**
	 * The state from which the elector answers.
	 *
	 * @param runner the present start, null where there is none
	 * @param failure why it cannot go on, null while it can
	 */
	private record Running(@Nullable GroupRunner<?, ?> runner, @Nullable String failure, long lastTerm) {

		static final Running NOT_STARTED = new Running(null, null, 0);

	}

}
