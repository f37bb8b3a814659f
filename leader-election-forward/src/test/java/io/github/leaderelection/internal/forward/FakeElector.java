package io.github.leaderelection.internal.forward;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;

import io.github.leaderelection.ElectionStatus;
import io.github.leaderelection.LeaderElector;
import io.github.leaderelection.LeaderInfo;
import io.github.leaderelection.LeaderSequenceNumber;
import io.github.leaderelection.LeaderWork;
import io.github.leaderelection.Leadership;
import io.github.leaderelection.LeadershipListener;
import io.github.leaderelection.NodeId;
import io.github.leaderelection.Role;
import io.github.leaderelection.WorkInFlight;
import io.github.leaderelection.spring.LeaderElectorRegistry;
import org.jspecify.annotations.Nullable;

/**
 * An elector, and the registry of it, for which a test decides who leads.
 */
final class FakeElector implements LeaderElector, LeaderElectorRegistry {

	private static final String GROUP = "default";

	private final NodeId self;

	private final List<LeadershipListener> listeners = new CopyOnWriteArrayList<>();

	private final AtomicInteger work = new AtomicInteger();

	private volatile @Nullable LeaderInfo leader;

	private volatile boolean admitting;

	FakeElector(NodeId self) {
		this.self = self;
	}

	void follow(String id, @Nullable String url, long term) {
		tell(new LeaderInfo(NodeId.of(id), url, term, 0, true), false);
	}

	/**
	 * Where the leader is becomes known, which is no change that listeners are told of.
	 */
	void place(String url) {
		LeaderInfo known = Objects.requireNonNull(this.leader, "leader");
		this.leader = new LeaderInfo(known.id(), url, known.term(), known.fencingToken(), known.direct());
	}

	/** As if listeners were blocked, so that they are not told. */
	void followUntold(String id, String url, long term) {
		this.leader = new LeaderInfo(NodeId.of(id), url, term, 0, true);
	}

	void lead(long term) {
		tell(new LeaderInfo(this.self, "http://localhost:1", term, term, true), true);
	}

	void loseLeader() {
		tell(null, false);
	}

	/** Leads, but admits no work any more. */
	void drain() {
		this.admitting = false;
	}

	private void tell(@Nullable LeaderInfo now, boolean leading) {
		this.leader = now;
		this.admitting = leading;
		this.listeners.forEach((listener) -> listener.onLeaderChanged(now));
	}

	int listening() {
		return this.listeners.size();
	}

	int work() {
		return this.work.get();
	}

	@Override
	public Set<String> groups() {
		return Set.of(GROUP);
	}

	@Override
	public Optional<LeaderElector> find(String group) {
		return group.equals(GROUP) ? Optional.of(this) : Optional.empty();
	}

	@Override
	public String group() {
		return GROUP;
	}

	@Override
	public boolean isLeader() {
		return this.admitting;
	}

	@Override
	public Optional<Leadership> leadership() {
		return this.admitting ? Optional.of(new Grant()) : Optional.empty();
	}

	@Override
	public Optional<LeaderInfo> leader() {
		return Optional.ofNullable(this.leader);
	}

	@Override
	public ElectionStatus status() {
		return new ElectionStatus(this.self, "default", GROUP, "fake", Set.of(),
				this.admitting ? Role.LEADER : Role.FOLLOWER, this.admitting, false, 1, null, null, Instant.EPOCH,
				this.leader, null, List.of(), null, "yes", List.of(), false, "", List.of());
	}

	@Override
	public @Nullable LeaderWork beginWork() {
		if (!this.admitting) {
			return null;
		}
		this.work.incrementAndGet();
		return new LeaderWork() {

			@Override
			public Leadership leadership() {
				return new Grant();
			}

			@Override
			public void close() {
				FakeElector.this.work.decrementAndGet();
			}

		};
	}

	@Override
	public @Nullable LeaderWork beginWork(String name) {
		return beginWork();
	}

	@Override
	public WorkInFlight workInFlight() {
		return WorkInFlight.NONE;
	}

	@Override
	public Broadcasts broadcasts() {
		throw new UnsupportedOperationException();
	}

	@Override
	public Eligibility eligibility() {
		throw new UnsupportedOperationException();
	}

	@Override
	public CompletionStage<Void> resign() {
		throw new UnsupportedOperationException();
	}

	@Override
	public CompletionStage<Void> transferTo(NodeId member) {
		throw new UnsupportedOperationException();
	}

	@Override
	public Registration addListener(LeadershipListener listener) {
		this.listeners.add(listener);
		return () -> this.listeners.remove(listener);
	}

	private static final class Grant implements Leadership {

		@Override
		public String group() {
			return GROUP;
		}

		@Override
		public long term() {
			return 7;
		}

		@Override
		public long fencingToken() {
			return 7;
		}

		@Override
		public LeaderSequenceNumber nextSequence() {
			return new LeaderSequenceNumber(7, 1);
		}

		@Override
		public boolean isValid() {
			return true;
		}

		@Override
		public boolean isDraining() {
			return false;
		}

		@Override
		public Duration remaining() {
			return Duration.ofSeconds(1);
		}

	}

}
