package io.github.leaderelection.simulator.lab.stage;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

import io.github.leaderelection.internal.algorithm.Algorithm;
import io.github.leaderelection.internal.protocol.Effect;
import io.github.leaderelection.internal.protocol.Input;
import io.github.leaderelection.internal.protocol.Notice;
import io.github.leaderelection.internal.protocol.Now;
import io.github.leaderelection.internal.protocol.Step;
import io.github.leaderelection.internal.quorum.QuorumMessage;
import io.github.leaderelection.internal.quorum.QuorumMessage.ElectionProposal;
import io.github.leaderelection.internal.quorum.QuorumMessage.ElectionResponse;
import io.github.leaderelection.internal.quorum.QuorumMessage.LeaderHeartbeat;
import io.github.leaderelection.internal.quorum.QuorumMessage.LeadershipCession;
import io.github.leaderelection.internal.quorum.QuorumMessage.ScoutingRequest;
import io.github.leaderelection.internal.quorum.QuorumMessage.ScoutingResponse;
import io.github.leaderelection.internal.quorum.QuorumState;
import io.github.leaderelection.simulator.cluster.ClusterObserver;
import io.github.leaderelection.simulator.invariant.Invariants;
import io.github.leaderelection.simulator.network.Machines;
import io.github.leaderelection.simulator.network.Transit;
import io.github.leaderelection.spi.ElectionMessage;
import io.github.leaderelection.spi.Envelope;
import org.jspecify.annotations.Nullable;

/**
 * Counts what a run costs, and notes what scenarios ask for.
 */
final class Watcher implements ClusterObserver {

	private final Algorithm algorithm;

	private final Map<String, Integer> nominations = new TreeMap<>();

	private final Invariants invariants;

	private final Map<Integer, List<Integer>> successors = new HashMap<>();

	private final Set<Proposal> proposals = new HashSet<>();

	private Rounds rounds = new Rounds();

	private long messages;

	private long electionMessages;

	private long logLines;

	Watcher(Algorithm algorithm, Invariants invariants) {
		this.algorithm = algorithm;
		this.invariants = invariants;
	}

	/**
	 * Who stands next by the last heartbeat of a machine.
	 */
	List<Integer> successors(int machine) {
		return this.successors.getOrDefault(machine, List.of());
	}

	/** What was said before is no cause of what is said from now on. */
	void beginRounds() {
		this.rounds = new Rounds();
	}

	/**
	 * How many messages followed one from another until the first grant.
	 */
	int rounds() {
		return this.rounds.untilGrant();
	}

	Tally tally(long now) {
		return new Tally(now, this.invariants.ledNanos(0), this.messages, this.electionMessages, this.proposals.size(),
				this.invariants.grants(0), this.invariants.highestTerm(0), this.logLines);
	}

	@Override
	public void leaving(Transit transit) {
		this.messages++;
		ElectionMessage said = transit.envelope().body();
		QuorumMessage body = this.algorithm.carried(said);
		if ((body == null) ? !said.isRepeated() : isForElection(body)) {
			this.electionMessages++;
			this.rounds.sent(transit);
		}
		if (body == null) {
			this.nominations.merge(said.getClass().getSimpleName(), 1, Integer::sum);
		}
		else if (body instanceof ElectionProposal proposal) {
			this.proposals.add(new Proposal(transit.from(), proposal.term()));
		}
		else if (body instanceof LeaderHeartbeat heartbeat) {
			this.successors.put(transit.from(), heartbeat.successors().stream().map(Machines::index).toList());
		}
	}

	/**
	 * How many messages of the algorithm's own were sent since this was last asked, by
	 * their names.
	 */
	Map<String, Integer> takeNominations() {
		Map<String, Integer> taken = new TreeMap<>(this.nominations);
		this.nominations.clear();
		return taken;
	}

	@Override
	public void handled(int machine, Envelope<?> envelope) {
		this.rounds.handled(machine, envelope);
	}

	private static boolean isForElection(QuorumMessage body) {
		return body instanceof ScoutingRequest || body instanceof ScoutingResponse || body instanceof ElectionProposal
				|| body instanceof ElectionResponse || body instanceof LeadershipCession;
	}

	@Override
	public void stepped(int machine, int group, @Nullable Input<QuorumMessage> input, Now now,
			Step<QuorumState, QuorumMessage> step) {
		for (Effect<QuorumMessage> effect : step.effects()) {
			if (effect instanceof Effect.Grant<QuorumMessage>) {
				this.rounds.granted(machine);
			}
			if (effect instanceof Effect.Report<QuorumMessage> report && isWritten(report.notice())) {
				this.logLines++;
			}
		}
	}

	/**
	 * What the shell writes at DEBUG is not for the operator.
	 */
	private static boolean isWritten(Notice notice) {
		return notice != Notice.SCOUTING_FAILED && notice != Notice.MESSAGE_REFUSED;
	}

	/**
	 * A candidacy.
	 */
	private record Proposal(int machine, long term) {
	}

}
