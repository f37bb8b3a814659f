package io.github.leaderelection.internal.actuate;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;

import com.fasterxml.jackson.annotation.JsonFormat;
import com.fasterxml.jackson.annotation.JsonInclude;
import io.github.leaderelection.ElectionStatus;
import io.github.leaderelection.ElectionStatus.MemberStatus;
import io.github.leaderelection.ElectionStatus.Quorum;
import io.github.leaderelection.ElectionStatus.Reign;
import io.github.leaderelection.LeaderElector;
import io.github.leaderelection.LeaderInfo;
import io.github.leaderelection.MemberState;
import io.github.leaderelection.NodeId;
import io.github.leaderelection.Promise;
import io.github.leaderelection.RevocationReason;
import io.github.leaderelection.Role;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.actuate.endpoint.OperationResponseBody;

/**
 * One group, as the endpoint shows it. Its fields and their order are what operators and
 * their tools rely on: new ones go to the end. Fields without a value are written as null
 * and durations as ISO text, whatever the mapper's settings.
 *
 * @param algorithm the election in use
 * @param promises what that election promises with this configuration
 * @param role this node's role
 * @param leading whether this node's lease is valid
 * @param draining whether a leader no longer admits work
 * @param term the highest term this node knows
 * @param fencingToken the token of the grant held, null on a node that does not lead
 * @param leaseRemaining what is left of the lease, null on a node that does not lead
 * @param asOf the wall clock when the picture was made
 * @param leader the known leader, or null
 * @param leaderlessFor for how long no leader has been known, null while one is
 * @param members the other members
 * @param quorum the quorum, null where the election has none
 * @param history recent reigns, newest last
 * @param voting whether this node may vote, and if not why
 * @param problems what keeps this node from taking part fully, each with its remedy
 * @param memberList the fingerprint of this node's member list
 * @param oscillation why leadership is said to oscillate, null while it does not
 * @param splitBrainSuspected what was seen since the start that one leader at a time
 * cannot explain; empty when all is well
 * @param workInFlight the leader-only work that runs on this node, under whichever grant
 * it began
 * @param paused whether this node was paused: it does not stand for election
 * @param age this node's place in the order of joining, left out where it has none
 */
@JsonInclude
public record GroupDescriptor(String algorithm, List<Promise> promises, Role role, boolean leading, boolean draining,
		long term, @Nullable Long fencingToken,
		@JsonFormat(shape = JsonFormat.Shape.STRING) @Nullable Duration leaseRemaining,
		@JsonFormat(shape = JsonFormat.Shape.STRING) Instant asOf, @Nullable LeaderDescriptor leader,
		@JsonFormat(shape = JsonFormat.Shape.STRING) @Nullable Duration leaderlessFor, List<MemberDescriptor> members,
		@Nullable QuorumDescriptor quorum, List<ReignDescriptor> history, String voting, List<String> problems,
		String memberList, @Nullable String oscillation, List<String> splitBrainSuspected, WorkDescriptor workInFlight,
		boolean paused,
		@JsonInclude(JsonInclude.Include.NON_NULL) @Nullable Long age) implements OperationResponseBody {

	static GroupDescriptor of(LeaderElector elector) {
		ElectionStatus status = elector.status();
		return new GroupDescriptor(status.algorithm(), status.promises().stream().sorted().toList(), status.role(),
				status.leading(), status.draining(), status.term(), status.fencingToken(),
				shown(status.leaseRemaining()), status.asOf(), LeaderDescriptor.of(status.leader()),
				shown(status.leaderlessFor()), status.members().stream().map(MemberDescriptor::of).toList(),
				QuorumDescriptor.of(status.quorum()), status.history().stream().map(ReignDescriptor::of).toList(),
				status.voting(), status.problems(), status.memberList(), Suspicions.oscillation(elector),
				Suspicions.splitBrain(elector), WorkDescriptor.of(elector.workInFlight()),
				elector.eligibility().isPaused(), status.age());
	}

	/** Without the digits below a millisecond, which say nothing to a reader. */
	static @Nullable Duration shown(@Nullable Duration duration) {
		return (duration != null) ? duration.truncatedTo(ChronoUnit.MILLIS) : null;
	}

	/**
	 * The known leader.
	 *
	 * @param id its id
	 * @param url its base URL, null where this node was not told one
	 * @param direct whether this node hears it itself
	 */
	@JsonInclude
	public record LeaderDescriptor(String id, @Nullable String url, boolean direct) {

		static @Nullable LeaderDescriptor of(@Nullable LeaderInfo leader) {
			return (leader != null) ? new LeaderDescriptor(leader.id().value(), leader.url(), leader.direct()) : null;
		}

	}

	/**
	 * Another member.
	 *
	 * @param id its id
	 * @param url its base URL, null where this node was not told one
	 * @param state what this node believes of it
	 * @param connected whether a link to it is open
	 * @param lastHeard how long ago it was heard, null if never
	 * @param priority its priority, null until it was told
	 * @param age its place in the order of joining, left out where it has none
	 * @param suspected whether this node itself misses it
	 * @param observers how many members miss it by the verdict that a quorum shares, 0
	 * where there is none
	 * @param suspectedBy those of whom this node knows that they miss it; the leader
	 * knows of all
	 * @param phi how sure this node is that it is gone, with two decimals; left out where
	 * nothing tells
	 */
	@JsonInclude
	public record MemberDescriptor(String id, @Nullable String url, MemberState state, boolean connected,
			@JsonFormat(shape = JsonFormat.Shape.STRING) @Nullable Duration lastHeard, @Nullable Integer priority,
			@JsonInclude(JsonInclude.Include.NON_NULL) @Nullable Long age, boolean suspected, int observers,
			List<String> suspectedBy, @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable Double phi) {

		private static final double DECIMALS = 100;

		static MemberDescriptor of(MemberStatus member) {
			return new MemberDescriptor(member.id().value(), member.url(), member.state(), member.connected(),
					GroupDescriptor.shown(member.lastHeard()), member.priority(), member.age(),
					member.health().suspected(), member.health().observers(),
					member.health().suspectedBy().stream().map(NodeId::value).toList(), shown(member.health().phi()));
		}

		private static @Nullable Double shown(@Nullable Double phi) {
			return (phi != null) ? Math.round(phi * DECIMALS) / DECIMALS : null;
		}

	}

	/**
	 * The quorum.
	 *
	 * @param required members needed
	 * @param reachable members linked, this node included
	 */
	public record QuorumDescriptor(int required, int reachable) {

		static @Nullable QuorumDescriptor of(@Nullable Quorum quorum) {
			return (quorum != null) ? new QuorumDescriptor(quorum.required(), quorum.reachable()) : null;
		}

	}

	/**
	 * A reign as this node saw it.
	 *
	 * @param leader who led
	 * @param term the term it was granted in
	 * @param from when this node first knew of it
	 * @param until when this node knew it over, null while it lasts
	 * @param reason why it ended where this node led itself, else null
	 * @param duration how long it lasted by this node's monotonic clock, so far while it
	 * lasts
	 */
	@JsonInclude
	public record ReignDescriptor(String leader, long term, @JsonFormat(shape = JsonFormat.Shape.STRING) Instant from,
			@JsonFormat(shape = JsonFormat.Shape.STRING) @Nullable Instant until, @Nullable RevocationReason reason,
			@JsonFormat(shape = JsonFormat.Shape.STRING) Duration duration) {

		static ReignDescriptor of(Reign reign) {
			return new ReignDescriptor(reign.leader().value(), reign.term(), reign.from(), reign.until(),
					reign.reason(), reign.duration().truncatedTo(ChronoUnit.MILLIS));
		}

	}

}
