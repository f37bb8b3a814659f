package io.github.leaderelection.simulator.cluster;

import io.github.leaderelection.LeaderInfo;
import io.github.leaderelection.Leadership;
import io.github.leaderelection.RevocationReason;
import io.github.leaderelection.internal.protocol.Input;
import io.github.leaderelection.internal.protocol.Now;
import io.github.leaderelection.internal.protocol.Step;
import io.github.leaderelection.internal.quorum.QuorumMessage;
import io.github.leaderelection.internal.quorum.QuorumState;
import io.github.leaderelection.simulator.network.Transit;
import io.github.leaderelection.spi.Ballot;
import io.github.leaderelection.spi.ElectionMessage;
import io.github.leaderelection.spi.Envelope;
import org.jspecify.annotations.Nullable;

/**
 * Hands on what it sees to another observer.
 */
public abstract class ForwardingObserver implements ClusterObserver {

	private final ClusterObserver next;

	/**
	 * Hands on.
	 * @param next to whom
	 */
	protected ForwardingObserver(ClusterObserver next) {
		this.next = next;
	}

	@Override
	public void started(SimulatedNode node) {
		this.next.started(node);
	}

	@Override
	public void ended(SimulatedNode node, boolean clean) {
		this.next.ended(node, clean);
	}

	@Override
	public void listening(SimulatedNode node) {
		this.next.listening(node);
	}

	@Override
	public void stateLost(SimulatedNode node) {
		this.next.stateLost(node);
	}

	@Override
	public void stepped(SimulatedNode node, int group, @Nullable Input<QuorumMessage> input, Now now,
			Step<QuorumState, QuorumMessage> step) {
		this.next.stepped(node, group, input, now, step);
	}

	@Override
	public void handled(SimulatedNode node, Envelope<?> envelope) {
		this.next.handled(node, envelope);
	}

	@Override
	public void says(SimulatedNode node, String group, Now now, ElectionMessage message) {
		this.next.says(node, group, now, message);
	}

	@Override
	public void saved(SimulatedNode node, int group, Ballot ballot) {
		this.next.saved(node, group, ballot);
	}

	@Override
	public void leaving(Transit transit) {
		this.next.leaving(transit);
	}

	@Override
	public void arriving(Transit transit) {
		this.next.arriving(transit);
	}

	@Override
	public void settled(SimulatedNode node) {
		this.next.settled(node);
	}

	@Override
	public void granted(SimulatedNode node, int group, Leadership leadership) {
		this.next.granted(node, group, leadership);
	}

	@Override
	public void revoked(SimulatedNode node, int group, Leadership leadership, RevocationReason reason) {
		this.next.revoked(node, group, leadership, reason);
	}

	@Override
	public void leaderChanged(SimulatedNode node, int group, @Nullable LeaderInfo leader) {
		this.next.leaderChanged(node, group, leader);
	}

	@Override
	public void broken(SimulatedNode node, String what) {
		this.next.broken(node, what);
	}

}
