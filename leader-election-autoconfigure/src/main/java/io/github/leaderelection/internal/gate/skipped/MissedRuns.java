package io.github.leaderelection.internal.gate.skipped;

import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;

import io.github.leaderelection.ElectionStatus;
import io.github.leaderelection.LeaderElector;
import io.github.leaderelection.LeaderInfo;
import io.github.leaderelection.Leadership;
import io.github.leaderelection.LeadershipListener;
import io.github.leaderelection.MemberState;
import io.github.leaderelection.NodeId;
import io.github.leaderelection.internal.gate.GroupGate;
import io.github.leaderelection.internal.gate.Rejection;
import io.github.leaderelection.spring.NotLeaderException.Reason;
import io.github.leaderelection.spring.ScheduledRunMissedEvent;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Detects skipped runs of one scheduled method that no node took, as far as this node
 * knows. Makes up the latest one if the method is to catch up. Safe for use from any
 * thread.
 */
public final class MissedRuns implements LeadershipListener, AutoCloseable {

	private static final Logger logger = LoggerFactory.getLogger(LeaderElector.class);

	private final String name;

	private final String group;

	private final GroupGate gate;

	private final RunWatch watch;

	private final Consumer<MissedRun> counted;

	private final LeaderElector.Registration registration;

	/** Guards the fields below. */
	private final ReentrantLock lock = new ReentrantLock();

	/** The latest run left to a leader, while that node leads. */
	private @Nullable LeftRun left;

	/** The latest run that may have to be made up. */
	private @Nullable SkippedCall kept;

	/** Whether possibly no node took the kept run. */
	private boolean isDue;

	private boolean isWarned;

	/**
	 * Creates an instance that listens to the gate at once.
	 * @param name the name of the method for operators
	 */
	public MissedRuns(String name, String group, GroupGate gate, RunWatch watch, Consumer<MissedRun> counted) {
		this.name = name;
		this.group = group;
		this.gate = gate;
		this.watch = watch;
		this.counted = counted;
		this.registration = gate.addListener(this);
	}

	/**
	 * Notes a run that was skipped on this node.
	 * @param call the call that makes up the run, null if the run is not to be made up
	 */
	public void skipped(Rejection why, @Nullable SkippedCall call) {
		ElectionStatus status = this.gate.status();
		if (status == null) {
			return;
		}
		LeaderInfo leader = why.leader();
		LeftRun run = (why.reason() == Reason.FOLLOWER && leader != null) ? new LeftRun(leader.id(), System.nanoTime())
				: null;
		this.lock.lock();
		try {
			this.left = run;
			this.kept = call;
			this.isDue = run == null;
		}
		finally {
			this.lock.unlock();
		}
		if (run == null) {
			missed(why(why.reason(), status), status, call != null);
			if (this.gate.isOpen()) {
				// This node became leader after the run was skipped.
				makeUp();
			}
		}
	}

	/**
	 * The kind of miss. A node that never knew a leader, or reaches too few members,
	 * cannot know whether another node leads.
	 */
	private static MissedRun why(Reason reason, ElectionStatus status) {
		if (reason == Reason.DRAINING) {
			return MissedRun.DRAINING;
		}
		boolean isBlind = status.history().isEmpty() || (status.quorum() == null && !status.problems().isEmpty());
		return (reason == Reason.NO_LEADER && !isBlind) ? MissedRun.NO_LEADER : MissedRun.UNKNOWN;
	}

	private void missed(MissedRun run, ElectionStatus status, boolean isMadeUp) {
		this.counted.accept(run);
		if (run == MissedRun.UNKNOWN) {
			return;
		}
		Reason reason = (run == MissedRun.DRAINING) ? Reason.DRAINING : Reason.NO_LEADER;
		if (isFirst()) {
			logger.warn(
					"A scheduled run of {} was taken by nobody: {} group '{}'. Further ones are only counted until a "
							+ "leader is known. {}",
					this.name,
					(run == MissedRun.DRAINING) ? "this node is giving up its leadership of" : "nobody leads",
					this.group, isMadeUp ? "The next leader makes one up"
							: "With @LeaderOnly(catchUp = true) the next leader makes one up");
		}
		try {
			this.watch.events()
				.accept(new ScheduledRunMissedEvent(this.group, status.node(), this.name, reason, Instant.now()));
		}
		catch (RuntimeException ex) {
			logger.error("A listener of the missed run of {} failed", this.name, ex);
		}
	}

	private boolean isFirst() {
		this.lock.lock();
		try {
			boolean isFirst = !this.isWarned;
			this.isWarned = true;
			return isFirst;
		}
		finally {
			this.lock.unlock();
		}
	}

	@Override
	public void onLeaderChanged(@Nullable LeaderInfo leader) {
		ElectionStatus status = this.gate.status();
		if (status == null) {
			return;
		}
		judge(leader, status);
		this.lock.lock();
		try {
			this.isWarned &= leader == null;
			boolean isOther = leader != null && !leader.id().equals(status.node());
			if (isOther && this.left == null) {
				// The new leader makes up runs that it skipped itself.
				this.kept = null;
			}
		}
		finally {
			this.lock.unlock();
		}
	}

	@Override
	public void onGranted(Leadership leadership) {
		ElectionStatus status = this.gate.status();
		if (status != null) {
			judge(null, status);
		}
		makeUp();
	}

	/** Decides whether possibly no node took the run that was left to a leader. */
	private void judge(@Nullable LeaderInfo leader, ElectionStatus status) {
		boolean isUnknown;
		this.lock.lock();
		try {
			LeftRun run = this.left;
			if (run == null || (leader != null && leader.id().equals(run.leader()))) {
				return;
			}
			this.left = null;
			Duration since = Duration.ofNanos(System.nanoTime() - run.nanos());
			isUnknown = !hasHandedOver(run.leader(), status)
					&& since.compareTo(this.watch.lease().apply(this.group)) <= 0;
			this.isDue = isUnknown || since.compareTo(this.watch.drain().apply(this.group)) <= 0;
		}
		finally {
			this.lock.unlock();
		}
		if (isUnknown) {
			this.counted.accept(MissedRun.UNKNOWN);
		}
	}

	/** Whether the leader gave up on request: it is still up, or is this node. */
	private static boolean hasHandedOver(NodeId leader, ElectionStatus status) {
		return leader.equals(status.node()) || status.members()
			.stream()
			.anyMatch((member) -> member.id().equals(leader) && member.state() == MemberState.UP);
	}

	private void makeUp() {
		SkippedCall call;
		this.lock.lock();
		try {
			call = this.isDue ? this.kept : null;
			this.kept = null;
		}
		finally {
			this.lock.unlock();
		}
		if (call != null) {
			logger.info("{} makes up a scheduled run that nobody may have taken (catchUp)", this.name);
			SkippedCall.onOwnThread(() -> call.isMadeOrFailed(this.name));
		}
	}

	@Override
	public void close() {
		this.registration.close();
		this.lock.lock();
		try {
			this.kept = null;
		}
		finally {
			this.lock.unlock();
		}
	}

	private record LeftRun(NodeId leader, long nanos) {
	}

}
