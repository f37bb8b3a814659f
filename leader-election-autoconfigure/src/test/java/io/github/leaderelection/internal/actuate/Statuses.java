package io.github.leaderelection.internal.actuate;

import java.time.Duration;
import java.time.Instant;
import java.util.EnumSet;
import java.util.List;

import io.github.leaderelection.ElectionStatus;
import io.github.leaderelection.ElectionStatus.LeadershipPeriod;
import io.github.leaderelection.ElectionStatus.MemberStatus;
import io.github.leaderelection.ElectionStatus.Quorum;
import io.github.leaderelection.LeaderInfo;
import io.github.leaderelection.MemberState;
import io.github.leaderelection.NodeId;
import io.github.leaderelection.Promise;
import io.github.leaderelection.RevocationReason;
import io.github.leaderelection.Role;
import org.jspecify.annotations.Nullable;

/**
 * Pictures of a node {@code a} whose other member is {@code b}.
 */
public final class Statuses {

	private static final NodeId A = NodeId.of("a");

	private static final NodeId B = NodeId.of("b");

	private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");

	private Statuses() {
	}

	public static ElectionStatus leading(String group) {
		return status(group, Role.LEADER, 42L, Duration.ofNanos(830_400_300),
				new LeaderInfo(A, "http://host-a:8080", 42, 42, true), null, false, List.of(),
				new LeadershipPeriod(A, 42, START, null, null, Duration.ofMinutes(1), null));
	}

	public static ElectionStatus following(String group) {
		return status(group, Role.FOLLOWER, null, null, new LeaderInfo(B, null, 42, 0, false), null, false, List.of(),
				new LeadershipPeriod(A, 41, START, START.plusSeconds(1), RevocationReason.RESIGNED,
						Duration.ofSeconds(1), null));
	}

	public static ElectionStatus leaderless(String group, Duration leaderlessFor) {
		return status(group, Role.CANDIDATE, null, null, null, leaderlessFor, false, List.of(), new LeadershipPeriod(A,
				41, START, START.plusSeconds(1), RevocationReason.LEASE_EXPIRED, Duration.ofSeconds(1), null));
	}

	public static ElectionStatus leaderlessFromTheStart(String group) {
		return status(group, Role.FOLLOWER, null, null, null, Duration.ofSeconds(1), false, List.of());
	}

	public static ElectionStatus failed(String group) {
		return status(group, Role.FOLLOWER, null, null, null, Duration.ZERO, true, List.of("the loop is dead"),
				new LeadershipPeriod(A, 41, START, START.plusSeconds(1), RevocationReason.STOPPED,
						Duration.ofSeconds(1), null));
	}

	public static ElectionStatus withQuorum(ElectionStatus status, Quorum quorum) {
		return with(status, status.members(), quorum, status.voting(), status.problems());
	}

	/** Of a leader with a problem. */
	static ElectionStatus troubled(String group, String problem) {
		ElectionStatus status = leading(group);
		return with(status, status.members(), status.quorum(), status.voting(), List.of(problem));
	}

	/** Of a follower that says this of its vote. */
	static ElectionStatus voting(String group, String voting) {
		ElectionStatus status = following(group);
		return with(status, status.members(), status.quorum(), voting, List.of("This node does not vote: " + voting));
	}

	static ElectionStatus withoutMembers(ElectionStatus status) {
		return with(status, List.of(), status.quorum(), status.voting(), status.problems());
	}

	private static ElectionStatus with(ElectionStatus status, List<MemberStatus> members, @Nullable Quorum quorum,
			String voting, List<String> problems) {
		return new ElectionStatus(status.node(), status.cluster(), status.group(), status.algorithm(),
				status.promises(), status.role(), status.leading(), status.draining(), status.term(),
				status.fencingToken(), status.leaseRemaining(), status.asOf(), status.leader(), status.leaderlessFor(),
				members, quorum, voting, problems, status.failed(), status.memberList(), status.history());
	}

	private static ElectionStatus status(String group, Role role, @Nullable Long token, @Nullable Duration remaining,
			@Nullable LeaderInfo leader, @Nullable Duration leaderlessFor, boolean failed, List<String> problems,
			LeadershipPeriod... periods) {
		MemberStatus member = new MemberStatus(B, "http://host-b:8080", MemberState.UP, true,
				Duration.ofNanos(30_900_000), 1, "3:beef");
		return new ElectionStatus(A, "default", group, "quorum", EnumSet.allOf(Promise.class), role, token != null,
				false, 42, token, remaining, START, leader, leaderlessFor, List.of(member), new Quorum(2, 3), "yes",
				problems, failed, "3:cafe", List.of(periods));
	}

}
