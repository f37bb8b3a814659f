package io.github.leaderelection.autoconfigure;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicLong;

import io.github.leaderelection.ElectionRequestException;
import io.github.leaderelection.ElectionStatus;
import io.github.leaderelection.LeaderBroadcast;
import io.github.leaderelection.LeaderElector;
import io.github.leaderelection.LeaderInfo;
import io.github.leaderelection.LeaderSequenceNumber;
import io.github.leaderelection.LeaderWork;
import io.github.leaderelection.Leadership;
import io.github.leaderelection.LeadershipListener;
import io.github.leaderelection.NodeId;
import io.github.leaderelection.Role;
import io.github.leaderelection.WorkInFlight;
import org.jspecify.annotations.Nullable;

/**
 * Replaces an elector while the election is disabled: it elects no leader, and its state
 * never changes. Its work has the lowest fencing token, so a guard refuses writes after
 * those of an elected leader.
 */
class DisabledElector implements LeaderElector {

	static final long LOWEST_TOKEN = 1;

	private static final NodeId NODE = NodeId.of("disabled");

	private static final String PROBLEM = "The election is disabled by leader-election.enabled=false: this node "
			+ "elects nobody and answers as leader-election.gate.when-disabled says";

	private final String group;

	private final boolean leads;

	private final Leadership leadership;

	DisabledElector(String group, boolean leads) {
		this.group = group;
		this.leads = leads;
		this.leadership = new LowestLeadership(group, new AtomicLong());
	}

	@Override
	public String group() {
		return this.group;
	}

	@Override
	public boolean isLeader() {
		return this.leads;
	}

	/** Empty, because no leadership was granted and no token can guard writes. */
	@Override
	public Optional<Leadership> leadership() {
		return Optional.empty();
	}

	@Override
	public Optional<LeaderInfo> leader() {
		return this.leads ? Optional.of(new LeaderInfo(NODE, null, LOWEST_TOKEN, LOWEST_TOKEN, true))
				: Optional.empty();
	}

	@Override
	public ElectionStatus status() {
		return new ElectionStatus(NODE, "disabled", this.group, "disabled", Set.of(),
				this.leads ? Role.LEADER : Role.FOLLOWER, this.leads, false, this.leads ? LOWEST_TOKEN : 0,
				this.leads ? LOWEST_TOKEN : null, null, Instant.now(), leader().orElse(null),
				this.leads ? null : Duration.ZERO, List.of(), null, "no: disabled", List.of(PROBLEM), false, "",
				List.of());
	}

	@Override
	public @Nullable LeaderWork beginWork() {
		return this.leads ? new UncountedWork(this.leadership) : null;
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
		return Unheard.INSTANCE;
	}

	@Override
	public Eligibility eligibility() {
		return Unasked.INSTANCE;
	}

	/** Succeeds at once, because there is no leadership to give up. */
	@Override
	public CompletionStage<Void> resign() {
		return CompletableFuture.completedStage(null);
	}

	@Override
	public CompletionStage<Void> transferTo(NodeId member) {
		return refused();
	}

	@Override
	public Registration addListener(LeadershipListener listener) {
		return () -> {
			// No listener is ever notified.
		};
	}

	private static CompletionStage<Void> refused() {
		return CompletableFuture.failedStage(new ElectionRequestException(PROBLEM));
	}

	/**
	 * Broadcasts without recipients.
	 */
	private enum Unheard implements Broadcasts {

		INSTANCE;

		@Override
		public CompletionStage<Void> send(String text) {
			return refused();
		}

		@Override
		public Optional<LeaderBroadcast> last() {
			return Optional.empty();
		}

	}

	/**
	 * Eligibility without an election.
	 */
	private enum Unasked implements Eligibility {

		INSTANCE;

		@Override
		public CompletionStage<Void> pause() {
			return refused();
		}

		@Override
		public CompletionStage<Void> resume() {
			return refused();
		}

		@Override
		public boolean isPaused() {
			return false;
		}

	}

	/**
	 * A leadership that never ends and that no election granted.
	 */
	private record LowestLeadership(String group, AtomicLong counter) implements Leadership {

		@Override
		public long term() {
			return LOWEST_TOKEN;
		}

		@Override
		public long fencingToken() {
			return LOWEST_TOKEN;
		}

		@Override
		public LeaderSequenceNumber nextSequence() {
			return new LeaderSequenceNumber(LOWEST_TOKEN, this.counter.incrementAndGet());
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
			return Duration.ofDays(1);
		}

	}

	/**
	 * Work that no drain awaits.
	 */
	private record UncountedWork(Leadership leadership) implements LeaderWork {

		@Override
		public void close() {
			// The work is not counted.
		}

	}

}
