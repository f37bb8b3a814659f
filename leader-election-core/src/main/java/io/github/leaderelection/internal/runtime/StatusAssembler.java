package io.github.leaderelection.internal.runtime;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;

import io.github.leaderelection.ElectionStatus;
import io.github.leaderelection.ElectionStatus.LeadershipPeriod;
import io.github.leaderelection.ElectionStatus.MemberStatus;
import io.github.leaderelection.ElectionStatus.Quorum;
import io.github.leaderelection.LeaderInfo;
import io.github.leaderelection.MemberState;
import io.github.leaderelection.NodeId;
import io.github.leaderelection.Role;
import io.github.leaderelection.internal.protocol.ElectionSettings;
import io.github.leaderelection.internal.protocol.ElectionView;
import io.github.leaderelection.internal.protocol.Now;
import io.github.leaderelection.internal.runtime.group.GroupRunner;
import io.github.leaderelection.internal.runtime.leadership.LeadershipHistory;
import io.github.leaderelection.internal.runtime.leadership.PublishedLeadership;
import io.github.leaderelection.internal.runtime.leadership.ToldLeader;
import org.jspecify.annotations.Nullable;

/**
 * Assembles the status of one instant from the state, the leadership and what listeners
 * hear. If these three differ for a moment the leadership is right: the gate for
 * leader-only work obeys it alone.
 */
final class StatusAssembler {

	static final String NOT_STARTED = "not started: this node takes part once it is started, in a Spring "
			+ "application when its web server listens";

	private StatusAssembler() {
	}

	static @Nullable LeaderInfo leader(GroupRunner<?, ?> runner, ElectionView view,
			@Nullable PublishedLeadership grant) {
		NodeId self = runner.settings().self();
		if (grant != null) {
			return new LeaderInfo(self, runner.url(self), grant.term(), grant.fencingToken(), true);
		}
		ElectionView.LeaderView leader = view.leader();
		if (leader == null || leader.id().equals(self)) {
			return null;
		}
		return new LeaderInfo(leader.id(), runner.url(leader.id()), leader.term(), leader.fencingToken(),
				leader.direct());
	}

	static ElectionStatus running(GroupRunner<?, ?> runner, String algorithm, @Nullable PublishedLeadership grant,
			ToldLeader known, @Nullable String failure, List<String> outside, Now now) {
		ElectionSettings settings = runner.settings();
		ElectionView view = runner.view(now);
		boolean leading = grant != null;
		LeaderInfo leader = (failure == null) ? leader(runner, view, grant) : null;
		long term = (grant != null) ? Math.max(grant.term(), view.term()) : view.term();
		Quorum quorum = (view.quorumRequired() > 0) ? new Quorum(view.quorumRequired(), view.quorumReachable()) : null;
		return new ElectionStatus(settings.self(), settings.cluster(), settings.group(), algorithm, view.promises(),
				role(view, leading, failure), leading, grant != null && grant.leadership().isDraining(), term,
				(grant != null) ? grant.fencingToken() : null,
				(grant != null) ? Duration.ofNanos(grant.lease().remainingNanos(now.monotonicNanos())) : null,
				Instant.ofEpochMilli(now.wallMillis()), leader, leaderlessFor(leader, known, now),
				members(runner, view, now), quorum, view.voting(), problems(view, runner, outside, failure, now),
				failure != null, view.memberList(), history(runner, leader, known, now), view.age());
	}

	static ElectionStatus notRunning(GroupIdentity identity, long term, ToldLeader known, List<String> outside,
			Now now) {
		NodeId self = identity.self();
		List<MemberStatus> members = new ArrayList<>();
		for (NodeId member : identity.members().ids()) {
			if (!member.equals(self)) {
				members.add(new MemberStatus(member, identity.urls().apply(member), MemberState.UNKNOWN, false, null,
						null, null));
			}
		}
		List<String> problems = new ArrayList<>(outside);
		problems.add(0, NOT_STARTED);
		return new ElectionStatus(self, identity.cluster(), identity.group(), identity.algorithm(), Set.of(),
				Role.FOLLOWER, false, false, term, null, null, Instant.ofEpochMilli(now.wallMillis()), null,
				leaderlessFor(null, known, now), List.copyOf(members), null, "no: not started", List.copyOf(problems),
				false, identity.members().fingerprint(), known.history().end(now, null, null).periods());
	}

	private static Role role(ElectionView view, boolean leading, @Nullable String failure) {
		if (leading) {
			return Role.LEADER;
		}
		return (view.role() == Role.LEADER || failure != null) ? Role.FOLLOWER : view.role();
	}

	private static @Nullable Duration leaderlessFor(@Nullable LeaderInfo leader, ToldLeader known, Now now) {
		if (leader != null) {
			return null;
		}
		if (known.leader() != null) {
			// The leader is gone and listeners are about to hear it.
			return Duration.ZERO;
		}
		return Duration.ofNanos(Math.max(0, now.monotonicNanos() - known.leaderlessSinceNanos()));
	}

	private static List<LeadershipPeriod> history(GroupRunner<?, ?> runner, @Nullable LeaderInfo leader,
			ToldLeader known, Now now) {
		LeaderInfo told = known.leader();
		NodeId last = (told != null) ? told.id() : null;
		if (Objects.equals(last, (leader != null) ? leader.id() : null)) {
			return known.history().until(now).periods();
		}
		// The change has happened and listeners are about to hear of it.
		Duration silence = (last != null)
				? runner.flapping().silences().silence(last, leader != null, now.monotonicNanos()) : null;
		LeadershipHistory changed = (leader != null) ? known.history().begin(leader, now, silence)
				: known.history().end(now, null, silence);
		return changed.periods();
	}

	private static List<String> problems(ElectionView view, GroupRunner<?, ?> runner, List<String> outside,
			@Nullable String failure, Now now) {
		List<String> foreign = runner.agreement().problems();
		List<String> problems = new ArrayList<>(foreign);
		problems.addAll(outside);
		problems.addAll(runner.problems(view, now));
		if (foreign.isEmpty() && failure == null) {
			problems.addAll(runner.causes().problems(view));
		}
		if (failure != null) {
			problems.add(failure);
		}
		return List.copyOf(problems);
	}

	private static List<MemberStatus> members(GroupRunner<?, ?> runner, ElectionView view, Now now) {
		List<MemberStatus> members = new ArrayList<>(view.members().size());
		for (ElectionView.MemberView member : view.members()) {
			Long heard = member.lastHeardNanos();
			members.add(new MemberStatus(member.id(), runner.url(member.id()), member.state(), member.connected(),
					(heard != null) ? Duration.ofNanos(heard) : null, member.priority(), member.memberList(),
					member.age(), member.health()));
		}
		members.addAll(shownByStore(runner, view.leader(), now));
		return List.copyOf(members);
	}

	/**
	 * Returns the lease's holder if it is another node; empty without a store. It was
	 * heard when this node saw its record change.
	 */
	private static List<MemberStatus> shownByStore(GroupRunner<?, ?> runner, ElectionView.@Nullable LeaderView leader,
			Now now) {
		if (runner.storeUse().isEmpty() || leader == null || leader.id().equals(runner.settings().self())) {
			return List.of();
		}
		MemberState state = leader.direct() ? MemberState.UP : MemberState.UNKNOWN;
		Duration lastHeard = runner.flapping().silences().lastHeard(leader.id(), now.monotonicNanos());
		return List.of(new MemberStatus(leader.id(), runner.url(leader.id()), state, false, lastHeard, null, null));
	}

}
