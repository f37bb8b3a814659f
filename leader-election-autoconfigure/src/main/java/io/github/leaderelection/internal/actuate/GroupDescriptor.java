package io.github.leaderelection.internal.actuate;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;

import com.fasterxml.jackson.annotation.JsonFormat;
import com.fasterxml.jackson.annotation.JsonInclude;
import io.github.leaderelection.ElectionStatus;
import io.github.leaderelection.ElectionStatus.LeadershipPeriod;
import io.github.leaderelection.ElectionStatus.MemberStatus;
import io.github.leaderelection.ElectionStatus.Quorum;
import io.github.leaderelection.LeaderElector;
import io.github.leaderelection.LeaderInfo;
import io.github.leaderelection.MemberState;
import io.github.leaderelection.NodeId;
import io.github.leaderelection.Promise;
import io.github.leaderelection.RevocationReason;
import io.github.leaderelection.Role;
import io.github.leaderelection.internal.flapping.Flapping;
import io.github.leaderelection.internal.gate.method.GateStatistics;
import io.github.leaderelection.internal.runtime.ElectorInternals;
import org.jspecify.annotations.Nullable;

import org.springframework.boot.actuate.endpoint.OperationResponseBody;

/**
 * One group in the answers of the endpoint. Operators and their tools rely on the fields
 * and their order, so new ones go to the end. Missing values are written as null and
 * durations as ISO text, regardless of the mapper's settings.
 *
 * @param promises the promises of the election with this configuration
 * @param draining whether this node leads and no longer admits work
 * @param fencingToken the token of the present leadership, null on a node that does not
 * lead
 * @param leaseRemaining the remaining time of the lease, null on a node that does not
 * lead
 * @param leader the known leader, or null
 * @param leaderlessFor for how long no leader has been known, null while one is
 * @param members the other members; with a lease in a store, the holder and the members
 * that the store shows
 * @param quorum the quorum, null if the election has none
 * @param voting whether this node may vote, or why not
 * @param problems the obstacles to full participation of this node, each with its remedy
 * @param memberList the fingerprint of this node's member list
 * @param flapping a description of flapping leadership, null without flapping
 * @param splitBrainSuspected observations since the start that contradict a single
 * leader; normally empty
 * @param workInFlight the running leader-only work of this node, of any leadership
 * @param paused whether this node is paused and so does not stand for election
 * @param age this node's place in the order of joining, omitted if it has none
 * @param store the store in which the lease is kept and its use, omitted if nodes elect
 * among themselves
 * @param observer true if this node is no member and only observes, otherwise omitted
 * @param conditions the conditions of each promise beside those of the clocks; omitted if
 * there are none
 * @param runs the last calls of the leader-only methods that were called last on this
 * node; empty if details are hidden
 * @param lease the duration of the lease, null while the group does not run
 * @param failed true if the elector cannot continue, otherwise omitted
 */
@JsonInclude
public record GroupDescriptor(String algorithm, List<Promise> promises, Role role, boolean leading, boolean draining,
		long term, @Nullable Long fencingToken,
		@JsonFormat(shape = JsonFormat.Shape.STRING) @Nullable Duration leaseRemaining,
		@JsonFormat(shape = JsonFormat.Shape.STRING) Instant asOf, @Nullable LeaderDescriptor leader,
		@JsonFormat(shape = JsonFormat.Shape.STRING) @Nullable Duration leaderlessFor, List<MemberDescriptor> members,
		@Nullable QuorumDescriptor quorum, List<LeadershipDescriptor> history, String voting, List<String> problems,
		String memberList, @Nullable String flapping, List<String> splitBrainSuspected, WorkDescriptor workInFlight,
		boolean paused, @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable Long age,
		@JsonInclude(JsonInclude.Include.NON_NULL) @Nullable StoreDescriptor store,
		@JsonInclude(JsonInclude.Include.NON_DEFAULT) boolean observer,
		@JsonInclude(JsonInclude.Include.NON_EMPTY) Map<Promise, List<String>> conditions, String node,
		List<GateStatistics.Calls> runs, @JsonFormat(shape = JsonFormat.Shape.STRING) @Nullable Duration lease,
		@JsonInclude(JsonInclude.Include.NON_DEFAULT) boolean failed) implements OperationResponseBody {

	/**
	 * Describes a group.
	 * @param details the details that may be shown
	 */
	static GroupDescriptor of(LeaderElector elector, boolean crashesDetected, GateStatistics gate, Details details) {
		ElectionStatus status = elector.status();
		StoreDescriptor store = StoreDescriptor.of(elector, details);
		return new GroupDescriptor(status.algorithm(), status.promises().stream().sorted().toList(), status.role(),
				status.leading(), status.draining(), status.term(), status.fencingToken(),
				shown(status.leaseRemaining()), status.asOf(), LeaderDescriptor.of(status.leader(), details),
				shown(status.leaderlessFor()),
				status.members().stream().map((member) -> MemberDescriptor.of(member, details)).toList(),
				QuorumDescriptor.of(status.quorum()), status.history().stream().map(LeadershipDescriptor::of).toList(),
				status.voting(), details.texts(status.problems()), status.memberList(), Suspicions.flapping(elector),
				details.texts(Suspicions.splitBrain(elector)), WorkDescriptor.of(elector.workInFlight(), details),
				elector.eligibility().isPaused(), status.age(), store, ElectorInternals.of(elector).observes(),
				PromiseConditions.of(store != null, crashesDetected), status.node().value(),
				details.all(gate.runs(elector.group())),
				ElectorInternals.of(elector).flapping().map(Flapping::lease).orElse(null), status.failed());
	}

	/** Truncates to milliseconds. */
	static @Nullable Duration shown(@Nullable Duration duration) {
		return (duration != null) ? duration.truncatedTo(ChronoUnit.MILLIS) : null;
	}

	/**
	 * The known leader.
	 *
	 * @param url the base URL, null if this node does not know or show it
	 */
	@JsonInclude
	public record LeaderDescriptor(String id, @Nullable String url, boolean direct) {

		static @Nullable LeaderDescriptor of(@Nullable LeaderInfo leader, Details details) {
			return (leader != null)
					? new LeaderDescriptor(leader.id().value(), details.only(leader.url()), leader.direct()) : null;
		}

	}

	/**
	 * Another member.
	 *
	 * @param url the base URL, null if this node does not know or show it
	 * @param state the state in the view of this node
	 * @param connected whether a link with the member is open
	 * @param lastHeard the time since the member was last heard, null if never; with a
	 * lease in a store since the record of the holder changed
	 * @param priority the priority, null while unknown
	 * @param age the place in the order of joining, omitted without one
	 * @param observers the number of members that suspect the member in the verdict of a
	 * quorum, 0 without a verdict
	 * @param suspectedBy the members known to suspect the member; the leader knows them
	 * all
	 * @param phi the suspicion level of the failure detector with two decimals, omitted
	 * if there is none
	 * @param witness whether the member votes but never leads, because its priority is 0
	 */
	@JsonInclude
	public record MemberDescriptor(String id, @Nullable String url, MemberState state, boolean connected,
			@JsonFormat(shape = JsonFormat.Shape.STRING) @Nullable Duration lastHeard, @Nullable Integer priority,
			@JsonInclude(JsonInclude.Include.NON_NULL) @Nullable Long age, boolean suspected, int observers,
			List<String> suspectedBy, @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable Double phi,
			boolean witness) {

		private static final double DECIMALS = 100;

		static MemberDescriptor of(MemberStatus member, Details details) {
			return new MemberDescriptor(member.id().value(), details.only(member.url()), member.state(),
					member.connected(), GroupDescriptor.shown(member.lastHeard()), member.priority(), member.age(),
					member.health().suspected(), member.health().observers(),
					member.health().suspectedBy().stream().map(NodeId::value).toList(), shown(member.health().phi()),
					member.isWitness());
		}

		private static @Nullable Double shown(@Nullable Double phi) {
			return (phi != null) ? Math.round(phi * DECIMALS) / DECIMALS : null;
		}

	}

	/**
	 * The quorum.
	 *
	 * @param reachable the number of linked members, this node included
	 */
	public record QuorumDescriptor(int required, int reachable) {

		static @Nullable QuorumDescriptor of(@Nullable Quorum quorum) {
			return (quorum != null) ? new QuorumDescriptor(quorum.required(), quorum.reachable()) : null;
		}

	}

	/**
	 * The store in which the lease is kept.
	 *
	 * @param description the kind and place of the store, omitted if details are hidden
	 * @param requests the number of requests of this node since its start
	 * @param unanswered the number of requests without a certain answer
	 * @param aborted the number of requests of all groups that the store has aborted
	 */
	public record StoreDescriptor(@JsonInclude(JsonInclude.Include.NON_NULL) @Nullable String description,
			boolean tellsChanges, long requests, long unanswered, long aborted) {

		static @Nullable StoreDescriptor of(LeaderElector elector, Details details) {
			return ElectorInternals.of(elector)
				.storeUse()
				.map((use) -> new StoreDescriptor(details.only(use.description()), use.tellsChanges(), use.requests(),
						use.unanswered(), use.aborted()))
				.orElse(null);
		}

	}

	/**
	 * A leadership as this node saw it.
	 *
	 * @param from the time at which this node learned of the leadership
	 * @param until the time at which this node learned of the end, null while the
	 * leadership lasts
	 * @param reason the reason of the end if this node led, otherwise null
	 * @param duration the length so far by this node's monotonic clock
	 * @param silence for how long the leader had not been heard at the end; null if it
	 * gave leadership up in order, and where this node led
	 */
	@JsonInclude
	public record LeadershipDescriptor(String leader, long term,
			@JsonFormat(shape = JsonFormat.Shape.STRING) Instant from,
			@JsonFormat(shape = JsonFormat.Shape.STRING) @Nullable Instant until, @Nullable RevocationReason reason,
			@JsonFormat(shape = JsonFormat.Shape.STRING) Duration duration,
			@JsonFormat(shape = JsonFormat.Shape.STRING) @Nullable Duration silence) {

		static LeadershipDescriptor of(LeadershipPeriod reign) {
			return new LeadershipDescriptor(reign.leader().value(), reign.term(), reign.from(), reign.until(),
					reign.reason(), reign.duration().truncatedTo(ChronoUnit.MILLIS), shown(reign.silence()));
		}

	}

}
