package io.github.leaderelection.simulator.invariant;

import java.util.Collection;
import java.util.Set;

import io.github.leaderelection.LeaderElector;
import io.github.leaderelection.LeaderInfo;
import io.github.leaderelection.Leadership;
import io.github.leaderelection.Promise;
import io.github.leaderelection.RevocationReason;
import io.github.leaderelection.internal.algorithm.Algorithm;
import io.github.leaderelection.internal.algorithm.Trait;
import io.github.leaderelection.internal.ballot.BallotMessage;
import io.github.leaderelection.internal.protocol.Input;
import io.github.leaderelection.internal.protocol.Now;
import io.github.leaderelection.internal.protocol.Step;
import io.github.leaderelection.internal.quorum.QuorumMessage;
import io.github.leaderelection.internal.quorum.QuorumState;
import io.github.leaderelection.simulator.cluster.ClusterObserver;
import io.github.leaderelection.simulator.cluster.SimulatedCluster;
import io.github.leaderelection.simulator.cluster.SimulatedNode;
import io.github.leaderelection.simulator.network.Machines;
import io.github.leaderelection.simulator.network.Transit;
import io.github.leaderelection.simulator.time.VirtualTime;
import io.github.leaderelection.simulator.trace.Trace;
import io.github.leaderelection.spi.Ballot;
import io.github.leaderelection.spi.ElectionMessage;
import io.github.leaderelection.spi.Envelope;
import org.jspecify.annotations.Nullable;

/**
 * Checks the promises after every event.
 */
public final class Invariants implements ClusterObserver {

	private final Findings findings;

	private final Trace trace;

	private final GroupInvariants[] groups;

	private @Nullable SimulatedCluster cluster;

	/**
	 * Begins to check.
	 * @param groups how many groups there are
	 * @param promised what is promised: the election may keep less than all, and S2 not
	 * where clocks do not keep to their bound
	 * @param trace takes the lines
	 */
	public Invariants(int groups, Set<Promise> promised, Trace trace) {
		this.trace = trace;
		this.findings = new Findings(trace);
		this.groups = new GroupInvariants[groups];
		for (int i = 0; i < groups; i++) {
			this.groups[i] = new GroupInvariants(this.findings, i, Machines.MAX, promised);
		}
	}

	/**
	 * Says which cluster is watched, before anything happens in it.
	 * @param watched the cluster
	 */
	public void watch(SimulatedCluster watched) {
		this.cluster = watched;
		this.findings.stampWith(watched.time());
		if (watched.algorithm().is(Trait.REFUSES_THOSE_BEHIND)) {
			for (int i = 0; i < this.groups.length; i++) {
				int group = i;
				this.groups[i]
					.watch(new PositionWatch(this.findings, Machines.MAX, (machine) -> watched.node(machine).isRunning()
							? watched.positions().of(group, machine) : null));
			}
		}
		watched.time()
			.whenStuck(() -> this.findings.report("time goes on",
					"more than " + VirtualTime.MOST_AT_ONCE + " events happened in one instant"));
	}

	/**
	 * What was found.
	 * @return the findings
	 */
	public Findings findings() {
		return this.findings;
	}

	/**
	 * Who leads at this instant.
	 * @param group the group
	 * @return a machine, negative for nobody
	 */
	public int leader(int group) {
		return this.groups[group].leases.leader(cluster());
	}

	/**
	 * For how long a group has had a leader.
	 * @param group the group
	 * @return nanoseconds
	 */
	public long ledNanos(int group) {
		return this.groups[group].leases.ledNanos(cluster().time().now());
	}

	/**
	 * How many led at once at most, since this was last asked.
	 * @param group the group
	 * @return the number
	 */
	public int takeMostLeaders(int group) {
		return this.groups[group].leases.takeMost();
	}

	/**
	 * How many grants there were.
	 * @param group the group
	 * @return the number
	 */
	public int grants(int group) {
		return this.groups[group].terms.grants();
	}

	/**
	 * The highest token granted.
	 * @param group the group
	 * @return the token, 0 before the first
	 */
	public long highestToken(int group) {
		return this.groups[group].terms.highestToken();
	}

	/**
	 * How often the highest term has grown.
	 * @param group the group
	 * @return the number
	 */
	public int growths(int group) {
		return this.groups[group].growth.growths();
	}

	/**
	 * The highest term proposed.
	 * @param group the group
	 * @return the term
	 */
	public long highestTerm(int group) {
		return this.groups[group].growth.highest();
	}

	/**
	 * How much some machines have said to each other in elections, heartbeats not
	 * counted.
	 * @param group the group
	 * @param machines the machines
	 * @return the number of messages
	 */
	public long talk(int group, Collection<Integer> machines) {
		return this.groups[group].talk.among(machines);
	}

	/**
	 * What a machine has saved.
	 * @param group the group
	 * @param machine the machine
	 * @return the ballot, null where there is none
	 */
	public @Nullable Ballot ballot(int group, int machine) {
		return this.groups[group].ballots.ballot(machine);
	}

	/**
	 * Whether a machine takes itself to be able to save.
	 * @param group the group
	 * @param machine the machine
	 * @return false while it is out of elections for that reason
	 */
	public boolean isUsable(int group, int machine) {
		return this.groups[group].ballots.isUsable(machine);
	}

	/**
	 * A request to pause a node was answered: unless it was resumed since it must not
	 * lead.
	 * @param node its machine
	 * @param elector the elector that was asked
	 */
	public void paused(SimulatedNode node, LeaderElector elector) {
		if (elector.eligibility().isPaused() && elector.isLeader()) {
			this.findings.report("a paused node does not lead",
					"n" + node.index() + " said that it was paused, but leads");
		}
	}

	@Override
	public void started(SimulatedNode node) {
		this.trace.line(node.index(), "started");
		for (int i = 0; i < this.groups.length; i++) {
			this.groups[i].started(node.index(), node.settings(i).durable());
		}
	}

	@Override
	public void ended(SimulatedNode node, boolean clean) {
		this.trace.line(node.index(), clean ? "stopped" : "crashed");
		settled(node);
		for (int i = 0; i < this.groups.length; i++) {
			if (clean && node.application().isLeader(i)) {
				this.findings.report("S2", "n" + node.index() + " has stopped but answers that it leads");
			}
			if (!clean) {
				this.groups[i].listeners.restarted(node.index());
				this.groups[i].revocations.told(node.index(), false);
			}
		}
	}

	@Override
	public void listening(SimulatedNode node) {
		for (GroupInvariants group : this.groups) {
			group.listeners.restarted(node.index());
			group.revocations.told(node.index(), false);
		}
	}

	@Override
	public void stateLost(SimulatedNode node) {
		this.trace.line(node.index(), "lost its state");
		for (GroupInvariants group : this.groups) {
			group.forget(node.index());
		}
	}

	@Override
	public void stepped(SimulatedNode node, int group, @Nullable Input<QuorumMessage> input, Now now,
			Step<QuorumState, QuorumMessage> step) {
		if (this.trace.isOn()) {
			Object event = (input != null) ? input.event() : "start";
			this.trace.line(node.index(), group + " " + now + " " + event + " -> " + step.effects());
		}
		this.groups[group].stepped(node, input, now, step);
	}

	/**
	 * Messages of the election below show in its steps.
	 */
	@Override
	public void handled(SimulatedNode node, Envelope<?> envelope) {
		if (this.trace.isOn() && node.algorithm().carried(envelope.body()) == null) {
			this.trace.line(node.index(), envelope.group() + " from " + envelope.from() + ": " + envelope.body());
		}
	}

	@Override
	public void says(SimulatedNode node, String group, Now now, ElectionMessage message) {
		if (message instanceof BallotMessage said) {
			this.groups[cluster().groups().indexOf(group)].pace.says(node.index(), said, now.monotonicNanos());
		}
	}

	@Override
	public void saved(SimulatedNode node, int group, Ballot ballot) {
		if (this.trace.isOn()) {
			this.trace.line(node.index(), group + " saved " + ballot);
		}
		this.groups[group].saved(node.index(), ballot);
	}

	@Override
	public void leaving(Transit transit) {
		Envelope<?> envelope = transit.envelope();
		Algorithm algorithm = cluster().node(transit.from()).algorithm();
		QuorumMessage body = algorithm.carried(envelope.body());
		int group = cluster().groups().indexOf(envelope.group());
		this.groups[group].talk.leaving(algorithm, transit.from(), transit.to(), envelope.body());
		if (body != null) {
			this.groups[group].leaving(transit, envelope, body);
		}
	}

	@Override
	public void settled(SimulatedNode node) {
		for (GroupInvariants group : this.groups) {
			group.settled(cluster(), node);
		}
	}

	@Override
	public void granted(SimulatedNode node, int group, Leadership leadership) {
		this.trace.line(node.index(), "listener: granted");
		this.groups[group].terms.leads(node.index(), leadership.fencingToken());
		this.groups[group].revocations.told(node.index(), true);
		this.groups[group].listeners.granted(node.index(), Machines.id(node.index()), leadership.fencingToken(),
				node.application().elector(group));
	}

	@Override
	public void revoked(SimulatedNode node, int group, Leadership leadership, RevocationReason reason) {
		if (this.trace.isOn()) {
			this.trace.line(node.index(), "listener: revoked " + leadership.fencingToken() + " " + reason);
		}
		this.groups[group].revocations.told(node.index(), false);
		this.groups[group].listeners.revoked(node.index(), leadership.fencingToken(),
				node.application().elector(group));
	}

	@Override
	public void leaderChanged(SimulatedNode node, int group, @Nullable LeaderInfo leader) {
		if (this.trace.isOn()) {
			this.trace.line(node.index(), "listener: leader " + leader);
		}
		this.groups[group].listeners.leaderChanged(node.index(), leader, node.application().elector(group));
	}

	@Override
	public void broken(SimulatedNode node, String what) {
		this.findings.report("nothing breaks", "n" + node.index() + ": " + what);
	}

	private SimulatedCluster cluster() {
		if (this.cluster == null) {
			throw new IllegalStateException("No cluster is watched: say which");
		}
		return this.cluster;
	}

}
