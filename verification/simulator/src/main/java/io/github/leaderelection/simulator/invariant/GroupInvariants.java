package io.github.leaderelection.simulator.invariant;

import java.util.List;
import java.util.Optional;
import java.util.Set;

import io.github.leaderelection.Leadership;
import io.github.leaderelection.Promise;
import io.github.leaderelection.internal.algorithm.Trait;
import io.github.leaderelection.internal.protocol.Effect;
import io.github.leaderelection.internal.protocol.ElectionSettings;
import io.github.leaderelection.internal.protocol.Event;
import io.github.leaderelection.internal.protocol.Input;
import io.github.leaderelection.internal.protocol.Notice;
import io.github.leaderelection.internal.protocol.Now;
import io.github.leaderelection.internal.protocol.Step;
import io.github.leaderelection.internal.quorum.QuorumMessage;
import io.github.leaderelection.internal.quorum.QuorumMessage.ElectionProposal;
import io.github.leaderelection.internal.quorum.QuorumMessage.LeadershipCession;
import io.github.leaderelection.internal.quorum.QuorumMessage.ScoutingRequest;
import io.github.leaderelection.internal.quorum.QuorumMessage.ScoutingResponse;
import io.github.leaderelection.internal.quorum.QuorumState;
import io.github.leaderelection.simulator.cluster.SimulatedCluster;
import io.github.leaderelection.simulator.cluster.SimulatedNode;
import io.github.leaderelection.simulator.network.Machines;
import io.github.leaderelection.simulator.network.Transit;
import io.github.leaderelection.spi.Ballot;
import io.github.leaderelection.spi.Envelope;
import org.jspecify.annotations.Nullable;

/**
 * All watches of one group.
 */
final class GroupInvariants {

	private final SimulatedCluster cluster;

	private final int group;

	private final boolean[] changed;

	private final long[] incarnations;

	final TermLedger terms;

	final VoteLedger votes;

	final LeaseWatch leases;

	final BallotWatch ballots;

	final GrowthWatch growth;

	final GrantWatch grants;

	final ListenerWatch listeners;

	final RevocationWatch revocations;

	private final @Nullable PositionWatch positions;

	final PaceWatch pace;

	final CandidacyWatch candidacy;

	private final PreemptionWatch preemptions;

	final TalkWatch talk;

	GroupInvariants(SimulatedCluster cluster, Findings findings, int group, Set<Promise> promised) {
		int size = cluster.size();
		this.cluster = cluster;
		this.group = group;
		this.changed = new boolean[size];
		this.incarnations = new long[size];
		this.terms = new TermLedger(findings, size, promised);
		this.votes = new VoteLedger(findings);
		this.leases = new LeaseWatch(cluster, findings, group, promised.contains(Promise.S2));
		this.ballots = new BallotWatch(findings, size);
		this.growth = new GrowthWatch(findings, size);
		this.grants = new GrantWatch(findings, size);
		this.listeners = new ListenerWatch(findings, size);
		this.revocations = new RevocationWatch(findings, size);
		this.pace = new PaceWatch(findings, size);
		this.candidacy = new CandidacyWatch(findings, size);
		this.preemptions = new PreemptionWatch(findings, size);
		this.talk = new TalkWatch(size);
		this.positions = cluster.algorithm().is(Trait.REFUSES_THOSE_BEHIND)
				? new PositionWatch(findings, size,
						(machine) -> cluster.node(machine).isRunning() ? cluster.positions().of(group, machine) : null)
				: null;
	}

	void started(int machine, boolean durable) {
		if (!durable) {
			forget(machine);
		}
		this.ballots.started(machine, durable, this.cluster.node(machine).settings(this.group).maxClockDrift());
		this.growth.started(machine);
		this.grants.started(machine);
		this.pace.started(machine);
		this.candidacy.started(machine, this.cluster.node(machine).settings(this.group).isWitness());
		this.preemptions.started(machine);
		this.terms.ended(machine);
		if (this.positions != null) {
			this.positions.started(machine, this.incarnations);
		}
	}

	/** What a machine had saved is lost. */
	void forget(int machine) {
		this.ballots.forget(machine);
		this.terms.forget(machine);
	}

	void stepped(int machine, @Nullable Input<QuorumMessage> input, Now now, Step<QuorumState, QuorumMessage> step) {
		boolean saveFailed = input != null && input.event() instanceof Event.BallotNotSaved<QuorumMessage>;
		this.ballots.stepped(machine, step.state().ballot().term(), saveFailed);
		if (saveFailed) {
			this.growth.saveFailed(machine);
		}
		if (input != null && input.event() instanceof Event.MessageReceived<QuorumMessage> received
				&& received.envelope().body() instanceof ScoutingResponse response
				&& received.envelope().answers() == this.incarnations[machine]) {
			this.growth.hears(machine, Machines.index(received.envelope().from()), response, step.state().required());
		}
		if (this.positions != null) {
			this.positions.stepped(machine, step.state().ballot(), input == null, this.incarnations);
		}
		if (input != null && input.event() instanceof Event.EligibilityChanged<QuorumMessage> changed) {
			this.candidacy.changed(machine, changed.eligible());
		}
		this.preemptions.stepped(machine, input, now, step);
		List<Effect<QuorumMessage>> effects = step.effects();
		for (int i = 0; i < effects.size(); i++) {
			effect(machine, now, step, effects.get(i));
		}
	}

	private void effect(int machine, Now now, Step<QuorumState, QuorumMessage> step, Effect<QuorumMessage> effect) {
		QuorumState state = step.state();
		ElectionSettings settings = state.settings();
		if (effect instanceof Effect.Send<QuorumMessage> send) {
			if (send.body() instanceof ScoutingRequest request) {
				this.growth.asks(machine, request);
				this.candidacy.scouts(machine);
			}
			else if (send.body() instanceof ElectionProposal proposal) {
				boolean leads = this.grants.holdsLease(machine, now);
				this.growth.proposes(machine, proposal, state.required(), leads);
				this.candidacy.proposes(machine, leads);
				this.ballots.proposes(machine, proposal, state, leads, askedToSave(step));
			}
			else if (send.body() instanceof LeadershipCession cession) {
				this.growth.cedes(machine, cession.term());
				this.grants.cedes(machine, cession.term(), now);
			}
		}
		else if (effect instanceof Effect.Renew<QuorumMessage> renew) {
			this.changed[machine] = true;
			this.ballots.wins(machine, renew.term(), state);
			this.grants.renewed(machine, renew.fencingToken(), renew.lease(), now, settings);
		}
		else if (effect instanceof Effect.Grant<QuorumMessage> grant) {
			this.changed[machine] = true;
			this.ballots.wins(machine, grant.term(), state);
			this.grants.granted(machine, grant.fencingToken(), grant.lease(), now, settings);
			this.candidacy.granted(machine, grant.fencingToken());
		}
		else if (effect instanceof Effect.FollowLeader<QuorumMessage> follow) {
			if (Machines.index(follow.leader()) != machine) {
				this.terms.follows(machine, follow.fencingToken());
			}
		}
		else if (effect instanceof Effect.Report<QuorumMessage> report) {
			if (report.notice() == Notice.STATE_USABLE || report.notice() == Notice.STATE_UNUSABLE) {
				this.ballots.usable(machine, report.notice() == Notice.STATE_USABLE);
			}
		}
		else if (effect instanceof Effect.Revoke<QuorumMessage> revoke) {
			this.grants.revoked(machine, revoke.fencingToken());
		}
	}

	private static @Nullable Ballot askedToSave(Step<QuorumState, QuorumMessage> step) {
		for (Effect<QuorumMessage> effect : step.effects()) {
			if (effect instanceof Effect.SaveBallot<QuorumMessage> save) {
				return save.ballot();
			}
		}
		return null;
	}

	void saved(int machine, Ballot ballot) {
		this.ballots.saved(machine, ballot);
		this.votes.saved(machine, ballot);
	}

	void leaving(Transit transit, Envelope<?> envelope, QuorumMessage body) {
		this.incarnations[transit.from()] = envelope.incarnation();
		if (body instanceof QuorumMessage.LeaderHeartbeat heartbeat) {
			this.terms.leads(transit.from(), heartbeat.term());
		}
		this.ballots.leaving(transit, envelope, body);
		this.votes.leaving(envelope, body, transit.to());
		this.growth.leaving(envelope, body);
	}

	void settled(int machine) {
		boolean leads = this.leases.leads(machine);
		SimulatedNode node = this.cluster.node(machine);
		if (!this.cluster.hasSlowListeners()) {
			QuorumState state = node.state(this.group);
			ElectionSettings settings = (state != null) ? state.settings() : node.settings(this.group);
			this.revocations.settled(machine, node.canAnswer(), leads, this.cluster.time().now(),
					settings.leaseNanos());
		}
		if (leads && this.changed[machine]) {
			this.changed[machine] = false;
			Optional<Leadership> leadership = node.application().elector(this.group).leadership();
			leadership.ifPresent((held) -> this.terms.holds(machine, held.fencingToken(), held.term()));
		}
	}

}
