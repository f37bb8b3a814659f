package io.github.leaderelection.internal.application;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;

import io.github.leaderelection.ElectionRequestException;
import io.github.leaderelection.ElectionStatus;
import io.github.leaderelection.ElectionStatus.MemberStatus;
import io.github.leaderelection.LeaderBroadcast;
import io.github.leaderelection.LeaderElector;
import io.github.leaderelection.LeaderInfo;
import io.github.leaderelection.LeaderWork;
import io.github.leaderelection.Leadership;
import io.github.leaderelection.LeadershipListener;
import io.github.leaderelection.MemberState;
import io.github.leaderelection.NodeId;
import io.github.leaderelection.Role;
import io.github.leaderelection.WorkInFlight;
import io.github.leaderelection.internal.oscillation.Oscillation;
import io.github.leaderelection.internal.protocol.MemberList;
import io.github.leaderelection.internal.protocol.Notice;
import io.github.leaderelection.internal.runtime.ElectorInternals;
import io.github.leaderelection.internal.settings.ElectionPlan;
import org.jspecify.annotations.Nullable;

/**
 * The elector of a group from before the node is built: until then it answers as on a
 * follower, and keeps listeners for later. Safe for use from any thread.
 */
final class DeferredLeaderElector implements LeaderElector, ElectorInternals {

	private static final String NOT_STARTED = "not started: this node takes part once its web server listens";

	private final String group;

	private final ElectionPlan plan;

	private final BooleanSupplier admitting;

	private final long createdNanos = System.nanoTime();

	/** Of those who add listeners and of who binds, never of readers. */
	private final ReentrantLock binding = new ReentrantLock();

	private final List<Subscription> subscriptions = new ArrayList<>();

	private final Broadcasts broadcasts = new DeferredBroadcasts();

	private final DeferredEligibility eligibility = new DeferredEligibility();

	private volatile @Nullable LeaderElector target;

	private volatile ElectorInternals internals = ElectorInternals.NONE;

	DeferredLeaderElector(String group, ElectionPlan plan, BooleanSupplier admitting) {
		this.group = group;
		this.plan = plan;
		this.admitting = admitting;
	}

	/** From here on another elector answers. */
	void bind(LeaderElector elector) {
		this.binding.lock();
		try {
			this.eligibility.bind(elector);
			this.target = elector;
			this.internals = ElectorInternals.of(elector);
			this.subscriptions.forEach((subscription) -> subscription.moveTo(elector));
		}
		finally {
			this.binding.unlock();
		}
	}

	@Override
	public String group() {
		return this.group;
	}

	@Override
	public boolean isLeader() {
		LeaderElector elector = this.target;
		return elector != null && elector.isLeader();
	}

	@Override
	public Optional<Leadership> leadership() {
		LeaderElector elector = this.target;
		return (elector != null) ? elector.leadership() : Optional.empty();
	}

	@Override
	public Optional<LeaderInfo> leader() {
		LeaderElector elector = this.target;
		return (elector != null) ? elector.leader() : Optional.empty();
	}

	@Override
	public ElectionStatus status() {
		LeaderElector elector = this.target;
		return (elector != null) ? elector.status() : notStarted();
	}

	private ElectionStatus notStarted() {
		NodeId self = this.plan.provisionalId();
		List<NodeId> members = this.plan.standalone() ? List.of(self) : this.plan.peers().ids();
		String algorithm = Objects.requireNonNull(this.plan.groups().get(this.group), "options").algorithm();
		MemberList list = new MemberList(members, this.plan.stateDirectory() != null);
		return new ElectionStatus(self, this.plan.cluster(), this.group, algorithm, Set.of(), Role.FOLLOWER, false,
				false, 0, null, null, Instant.now(), null, Duration.ofNanos(System.nanoTime() - this.createdNanos),
				others(self), null, "no: not started", this.eligibility.problems(NOT_STARTED), false,
				list.fingerprint(), List.of());
	}

	/** A node with other members is not alone, not even before it has met them. */
	private List<MemberStatus> others(NodeId self) {
		if (this.plan.standalone()) {
			return List.of();
		}
		return this.plan.peers()
			.members()
			.stream()
			.filter((member) -> !member.id().equals(self))
			.map((member) -> new MemberStatus(member.id(), (member.url() != null) ? member.url().toString() : null,
					MemberState.UNKNOWN, false, null, null, null))
			.toList();
	}

	@Override
	public @Nullable LeaderWork beginWork() {
		LeaderElector elector = this.target;
		return (elector != null && this.admitting.getAsBoolean()) ? elector.beginWork() : null;
	}

	@Override
	public @Nullable LeaderWork beginWork(String name) {
		LeaderElector elector = this.target;
		return (elector != null && this.admitting.getAsBoolean()) ? elector.beginWork(name) : null;
	}

	@Override
	public WorkInFlight workInFlight() {
		LeaderElector elector = this.target;
		return (elector != null) ? elector.workInFlight() : WorkInFlight.NONE;
	}

	@Override
	public CompletionStage<Void> resign() {
		LeaderElector elector = this.target;
		return (elector != null) ? elector.resign() : refused();
	}

	@Override
	public CompletionStage<Void> transferTo(NodeId member) {
		LeaderElector elector = this.target;
		return (elector != null) ? elector.transferTo(member) : refused();
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

	private static CompletionStage<Void> refused() {
		return CompletableFuture.failedStage(new ElectionRequestException(NOT_STARTED));
	}

	@Override
	public Registration addListener(LeadershipListener listener) {
		Subscription subscription = new Subscription(Objects.requireNonNull(listener, "listener"));
		this.binding.lock();
		try {
			this.subscriptions.add(subscription);
			LeaderElector elector = this.target;
			if (elector != null) {
				subscription.moveTo(elector);
			}
		}
		finally {
			this.binding.unlock();
		}
		return () -> remove(subscription);
	}

	private void remove(Subscription subscription) {
		this.binding.lock();
		try {
			if (this.subscriptions.remove(subscription)) {
				subscription.leave();
			}
		}
		finally {
			this.binding.unlock();
		}
	}

	@Override
	public long count(Notice notice) {
		return this.internals.count(notice);
	}

	@Override
	public Optional<String> trace() {
		return this.internals.trace();
	}

	@Override
	public Optional<Oscillation> oscillation() {
		return this.internals.oscillation();
	}

	@Override
	public List<String> disagreements() {
		return this.internals.disagreements();
	}

	/**
	 * Says nothing before there is a node.
	 */
	private final class DeferredBroadcasts implements Broadcasts {

		@Override
		public CompletionStage<Void> send(String text) {
			LeaderElector elector = DeferredLeaderElector.this.target;
			return (elector != null) ? elector.broadcasts().send(text) : refused();
		}

		@Override
		public Optional<LeaderBroadcast> last() {
			LeaderElector elector = DeferredLeaderElector.this.target;
			return (elector != null) ? elector.broadcasts().last() : Optional.empty();
		}

	}

	/**
	 * A listener and where it listens.
	 */
	private static final class Subscription {

		private final LeadershipListener listener;

		private @Nullable Registration registration;

		private Subscription(LeadershipListener listener) {
			this.listener = listener;
		}

		void moveTo(LeaderElector elector) {
			leave();
			this.registration = elector.addListener(this.listener);
		}

		void leave() {
			if (this.registration != null) {
				this.registration.close();
				this.registration = null;
			}
		}

	}

}
