package io.github.leaderelection.internal.observer;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.function.Function;
import java.util.stream.Stream;

import io.github.leaderelection.ElectionRequestException;
import io.github.leaderelection.ElectionStatus;
import io.github.leaderelection.LeaderBroadcast;
import io.github.leaderelection.LeaderElector;
import io.github.leaderelection.LeaderInfo;
import io.github.leaderelection.LeaderWork;
import io.github.leaderelection.Leadership;
import io.github.leaderelection.LeadershipListener;
import io.github.leaderelection.NodeId;
import io.github.leaderelection.Role;
import io.github.leaderelection.WorkInFlight;
import io.github.leaderelection.internal.protocol.Now;
import io.github.leaderelection.internal.runtime.ElectorInternals;
import io.github.leaderelection.internal.runtime.environment.NodeClock;
import io.github.leaderelection.internal.runtime.leadership.LeadershipPublisher;
import io.github.leaderelection.internal.runtime.leadership.ToldLeader;
import io.github.leaderelection.internal.runtime.listener.LatestBroadcast;
import io.github.leaderelection.internal.runtime.listener.ListenerDispatch;
import io.github.leaderelection.internal.runtime.watch.LeaderlessWatch;
import io.github.leaderelection.internal.runtime.work.OutlivingWorkReport;
import io.github.leaderelection.internal.runtime.work.RunningWork;
import io.github.leaderelection.internal.runtime.work.WorkTable;
import io.github.leaderelection.internal.view.GroupView;
import org.jspecify.annotations.Nullable;
import org.slf4j.LoggerFactory;

/**
 * One group as an observer sees it. Answers as a follower: nothing ever grants it
 * leadership. One thread passes it the members' views; any thread may read it.
 */
final class ObserverElector implements LeaderElector, ElectorInternals {

	private static final String VOTING = "no: this node observes and is no member";

	private final String group;

	private final ObserverIdentity identity;

	private final NodeClock clock;

	private final ListenerDispatch dispatch;

	private final LeadershipPublisher publisher;

	private final LeaderlessWatch leaderless;

	private final LatestBroadcast latest;

	private final Belief belief = new Belief();

	/** What is wrong beside the election of a group. */
	private final Function<String, List<String>> problems;

	private final ToldMembers told = new ToldMembers();

	private volatile Picture picture = Picture.NOT_STARTED;

	ObserverElector(String group, ObserverIdentity identity, NodeClock clock, Function<String, List<String>> problems) {
		this.problems = problems;
		this.group = group;
		this.identity = identity;
		this.clock = clock;
		this.dispatch = new ListenerDispatch(group, (leadership) -> {
		});
		this.latest = new LatestBroadcast(this.dispatch);
		RunningWork none = new RunningWork(clock, new WorkTable(1), new OutlivingWorkReport(identity::self, (work) -> {
		}));
		this.publisher = new LeadershipPublisher(group, identity::self, clock, this.dispatch, none,
				LoggerFactory.getLogger(LeaderElector.class));
		this.leaderless = new LeaderlessWatch(this.publisher, this::status, this::leaderlessPatience);
	}

	/** Listeners are called by this executor from now on. */
	void started(Executor listeners) {
		this.dispatch.attach(listeners);
		this.publisher.restartLeaderless();
		this.picture = this.picture.started();
	}

	void stopped() {
		this.belief.unlinked(this.clock.monotonicNanos());
		this.told.forget();
		this.picture = Picture.NOT_STARTED;
		this.publisher.lose();
	}

	void linked(NodeId member) {
		this.belief.linked(member);
		this.picture = this.picture.linked(member, this.clock.monotonicNanos());
	}

	void unlinked(String why) {
		this.belief.unlinked(this.clock.monotonicNanos());
		this.picture = this.picture.unlinked(why);
	}

	void shown(GroupView view) {
		this.belief.shown(view);
		this.picture = this.picture.shown(view);
		look();
		GroupView.Said said = view.said();
		if (said != null) {
			this.latest
				.broadcasted(new LeaderBroadcast(said.leader(), said.fencingToken(), said.number(), said.text()));
		}
		this.told.shown(view.members(), (member, state) -> this.dispatch.memberChanged(member, state, 0));
	}

	/** Returns how long an unconfirmed leader still counts, or null while unknown. */
	@Nullable Duration lease() {
		GroupView view = this.picture.view();
		return (view != null) ? Duration.ofMillis(view.leaseMillis()) : null;
	}

	private Duration leaderlessPatience() {
		Duration lease = lease();
		return (lease != null) ? LeaderlessWatch.patience(lease) : LeaderlessWatch.LEAST_PATIENCE;
	}

	/** Updates the known leader after a lapse of time or a new view. */
	void look() {
		long now = this.clock.monotonicNanos();
		LeaderInfo leader = this.belief.leader(now);
		if (leader != null) {
			this.publisher.follow(leader);
		}
		else {
			this.publisher.lose();
		}
		this.leaderless.check(now);
	}

	@Override
	public String group() {
		return this.group;
	}

	@Override
	public boolean isLeader() {
		return false;
	}

	@Override
	public Optional<Leadership> leadership() {
		return Optional.empty();
	}

	@Override
	public Optional<LeaderInfo> leader() {
		return Optional.ofNullable(this.publisher.known().leader());
	}

	@Override
	public ElectionStatus status() {
		Picture seen = this.picture;
		ToldLeader known = this.publisher.known();
		Now now = this.clock.now();
		LeaderInfo leader = known.leader();
		GroupView view = seen.view();
		long term = Math.max((view != null) ? view.term() : 0, (leader != null) ? leader.term() : 0);
		Duration leaderlessFor = (leader != null) ? null
				: Duration.ofNanos(Math.max(0, now.monotonicNanos() - known.leaderlessSinceNanos()));
		return new ElectionStatus(this.identity.self(), this.identity.cluster(), this.group,
				(view != null) ? view.algorithm() : "observer", Set.of(), Role.FOLLOWER, false, false, term, null, null,
				Instant.ofEpochMilli(now.wallMillis()), leader, leaderlessFor, seen.members(this.identity.listed()),
				null, VOTING, problems(seen, now), false, (view != null) ? view.memberList() : "",
				known.history().until(now).periods());
	}

	private List<String> problems(Picture seen, Now now) {
		return Stream
			.concat(seen.problems(this.group, now.monotonicNanos()).stream(), this.problems.apply(this.group).stream())
			.toList();
	}

	@Override
	public @Nullable LeaderWork beginWork() {
		return null;
	}

	@Override
	public @Nullable LeaderWork beginWork(String name) {
		return null;
	}

	@Override
	public WorkInFlight workInFlight() {
		return WorkInFlight.NONE;
	}

	@Override
	public CompletionStage<Void> resign() {
		return refused("it does not lead");
	}

	@Override
	public CompletionStage<Void> transferTo(NodeId member) {
		return refused("it does not lead");
	}

	private static CompletionStage<Void> refused(String why) {
		return CompletableFuture
			.failedStage(new ElectionRequestException("This node observes and is no member, so " + why));
	}

	@Override
	public Broadcasts broadcasts() {
		return new Heard(this.latest);
	}

	@Override
	public Eligibility eligibility() {
		return NeverEligible.INSTANCE;
	}

	@Override
	public Registration addListener(LeadershipListener listener) {
		return this.dispatch.add(listener);
	}

	@Override
	public boolean observes() {
		return true;
	}

	/**
	 * Receives broadcasts of leaders, and sends none.
	 */
	private record Heard(LatestBroadcast latest) implements Broadcasts {

		@Override
		public CompletionStage<Void> send(String text) {
			return refused("it does not lead");
		}

		@Override
		public Optional<LeaderBroadcast> last() {
			return this.latest.last();
		}

	}

	/**
	 * The eligibility of a node that never stands.
	 */
	private enum NeverEligible implements Eligibility {

		INSTANCE;

		@Override
		public CompletionStage<Void> pause() {
			return refused("it never stands for election");
		}

		@Override
		public CompletionStage<Void> resume() {
			return refused("it never stands for election");
		}

		@Override
		public boolean isPaused() {
			return false;
		}

	}

}
