package io.github.leaderelection.simulator.invariant;

import java.util.Arrays;
import java.util.Collection;
import java.util.Set;

import io.github.leaderelection.LeaderElector;
import io.github.leaderelection.LeaderInfo;
import io.github.leaderelection.Leadership;
import io.github.leaderelection.Promise;
import io.github.leaderelection.RevocationReason;
import io.github.leaderelection.internal.algorithm.Algorithm;
import io.github.leaderelection.internal.ballot.BallotMessage;
import io.github.leaderelection.internal.protocol.Input;
import io.github.leaderelection.internal.protocol.Now;
import io.github.leaderelection.internal.protocol.Step;
import io.github.leaderelection.internal.quorum.QuorumMessage;
import io.github.leaderelection.internal.quorum.QuorumState;
import io.github.leaderelection.simulator.cluster.ClusterObserver;
import io.github.leaderelection.simulator.cluster.SimulatedCluster;
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

	private final SimulatedCluster cluster;

	/**
	 * Begins to check a cluster in which nothing has happened yet.
	 * @param promised the promises that are expected to be kept; S2 may be left out where
	 * clocks do not keep to their bound
	 */
	public Invariants(SimulatedCluster cluster, Set<Promise> promised) {
		this.cluster = cluster;
		this.trace = cluster.trace();
		this.findings = new Findings(this.trace, cluster.time());
		this.groups = new GroupInvariants[cluster.groups().size()];
		Arrays.setAll(this.groups, (group) -> new GroupInvariants(cluster, this.findings, group, promised));
		cluster.time()
			.whenStuck(() -> this.findings.report("time goes on",
					"more than " + VirtualTime.MOST_AT_ONCE + " events happened in one instant"));
		cluster.observe(this);
	}

	/** What was found. */
	public Findings findings() {
		return this.findings;
	}

	/**
	 * Who leads at this instant.
	 * @return a machine, negative for nobody
	 */
	public int leader(int group) {
		return this.groups[group].leases.leader();
	}

	/**
	 * For how long a group has had a leader.
	 * @return nanoseconds
	 */
	public long ledNanos(int group) {
		return this.groups[group].leases.ledNanos(this.cluster.time().now());
	}

	/** How many led at once at most, since this was last asked. */
	public int takeMostLeaders(int group) {
		return this.groups[group].leases.takeMost();
	}

	/** How many grants there were. */
	public int grants(int group) {
		return this.groups[group].terms.grants();
	}

	/**
	 * The highest token granted.
	 * @return the token, 0 before the first
	 */
	public long highestToken(int group) {
		return this.groups[group].terms.highestToken();
	}

	/** How often the highest term has grown. */
	public int growths(int group) {
		return this.groups[group].growth.growths();
	}

	/** The highest term proposed. */
	public long highestTerm(int group) {
		return this.groups[group].growth.highest();
	}

	/**
	 * How much some machines have said to each other in elections, heartbeats not
	 * counted.
	 */
	public long talk(int group, Collection<Integer> machines) {
		return this.groups[group].talk.among(machines);
	}

	/**
	 * What a machine has saved.
	 * @return the ballot, null where there is none
	 */
	public @Nullable Ballot ballot(int group, int machine) {
		return this.groups[group].ballots.ballot(machine);
	}

	/**
	 * Whether a machine takes itself to be able to save.
	 * @return false while it is out of elections for that reason
	 */
	public boolean isUsable(int group, int machine) {
		return this.groups[group].ballots.isUsable(machine);
	}

	/**
	 * A request to pause a node was answered: unless it was resumed since it must not
	 * lead.
	 */
	public void paused(int machine, LeaderElector elector) {
		if (elector.eligibility().isPaused() && elector.isLeader()) {
			this.findings.report("a paused node does not lead", "n" + machine + " said that it was paused, but leads");
		}
	}

	@Override
	public void started(int machine) {
		this.trace.line(machine, "started");
		for (int i = 0; i < this.groups.length; i++) {
			this.groups[i].started(machine, this.cluster.node(machine).settings(i).durable());
		}
	}

	@Override
	public void ended(int machine, boolean clean) {
		this.trace.line(machine, clean ? "stopped" : "crashed");
		settled(machine);
		for (int i = 0; i < this.groups.length; i++) {
			if (clean && this.cluster.node(machine).application().isLeader(i)) {
				this.findings.report("S2", "n" + machine + " has stopped but answers that it leads");
			}
			if (!clean) {
				this.groups[i].listeners.restarted(machine);
				this.groups[i].revocations.told(machine, false);
			}
		}
	}

	@Override
	public void listening(int machine) {
		for (GroupInvariants group : this.groups) {
			group.listeners.restarted(machine);
			group.revocations.told(machine, false);
		}
	}

	@Override
	public void stateLost(int machine) {
		this.trace.line(machine, "lost its state");
		for (GroupInvariants group : this.groups) {
			group.forget(machine);
		}
	}

	@Override
	public void stepped(int machine, int group, @Nullable Input<QuorumMessage> input, Now now,
			Step<QuorumState, QuorumMessage> step) {
		if (this.trace.isOn()) {
			Object event = (input != null) ? input.event() : "start";
			this.trace.line(machine, group + " " + now + " " + event + " -> " + step.effects());
		}
		this.groups[group].stepped(machine, input, now, step);
	}

	/**
	 * Messages of the election below show in its steps.
	 */
	@Override
	public void handled(int machine, Envelope<?> envelope) {
		if (this.trace.isOn() && this.cluster.node(machine).algorithm().carried(envelope.body()) == null) {
			this.trace.line(machine, envelope.group() + " from " + envelope.from() + ": " + envelope.body());
		}
	}

	@Override
	public void says(int machine, String group, Now now, ElectionMessage message) {
		if (message instanceof BallotMessage said) {
			this.groups[this.cluster.groups().indexOf(group)].pace.says(machine, said, now.monotonicNanos());
		}
	}

	@Override
	public void saved(int machine, int group, Ballot ballot) {
		if (this.trace.isOn()) {
			this.trace.line(machine, group + " saved " + ballot);
		}
		this.groups[group].saved(machine, ballot);
	}

	@Override
	public void leaving(Transit transit) {
		Envelope<?> envelope = transit.envelope();
		Algorithm algorithm = this.cluster.node(transit.from()).algorithm();
		QuorumMessage body = algorithm.carried(envelope.body());
		int group = this.cluster.groups().indexOf(envelope.group());
		this.groups[group].talk.leaving(algorithm, transit.from(), transit.to(), envelope.body());
		if (body != null) {
			this.groups[group].leaving(transit, envelope, body);
		}
	}

	@Override
	public void settled(int machine) {
		for (GroupInvariants group : this.groups) {
			group.settled(machine);
		}
	}

	@Override
	public void granted(int machine, int group, Leadership leadership) {
		this.trace.line(machine, "listener: granted");
		this.groups[group].terms.leads(machine, leadership.fencingToken());
		this.groups[group].revocations.told(machine, true);
		this.groups[group].listeners.granted(machine, Machines.id(machine), leadership.fencingToken(),
				elector(machine, group));
	}

	@Override
	public void revoked(int machine, int group, Leadership leadership, RevocationReason reason) {
		if (this.trace.isOn()) {
			this.trace.line(machine, "listener: revoked " + leadership.fencingToken() + " " + reason);
		}
		this.groups[group].revocations.told(machine, false);
		this.groups[group].listeners.revoked(machine, leadership.fencingToken(), elector(machine, group));
	}

	@Override
	public void leaderChanged(int machine, int group, @Nullable LeaderInfo leader) {
		if (this.trace.isOn()) {
			this.trace.line(machine, "listener: leader " + leader);
		}
		this.groups[group].listeners.leaderChanged(machine, leader, elector(machine, group));
	}

	@Override
	public void broken(int machine, String what) {
		this.findings.report("nothing breaks", "n" + machine + ": " + what);
	}

	private LeaderElector elector(int machine, int group) {
		return this.cluster.node(machine).application().elector(group);
	}

}
