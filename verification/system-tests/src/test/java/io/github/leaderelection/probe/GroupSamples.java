package io.github.leaderelection.probe;

import io.github.leaderelection.ElectionStatus;
import io.github.leaderelection.LeaderElector;
import io.github.leaderelection.LeaderInfo;
import io.github.leaderelection.Leadership;
import io.github.leaderelection.LeadershipListener;
import io.github.leaderelection.RevocationReason;
import io.github.leaderelection.probe.EventFile.Kind;

/**
 * What one group's elector answers and tells. Each method has one thread.
 */
final class GroupSamples implements LeadershipListener {

	private final LeaderElector elector;

	private final ProbeFiles files;

	private long lastToken;

	GroupSamples(LeaderElector elector, ProbeFiles files) {
		this.elector = elector;
		this.files = files;
	}

	void listen() {
		this.elector.addListener(this);
	}

	@Override
	public void onGranted(Leadership leadership) {
		this.files.events().add(Kind.GRANTED, leadership.fencingToken());
	}

	@Override
	public void onRevoked(Leadership leadership, RevocationReason reason) {
		this.files.events().add(Kind.REVOKED, leadership.fencingToken());
	}

	void leadership() {
		long before = System.nanoTime();
		boolean leader = this.elector.isLeader();
		long after = System.nanoTime();
		if (!leader) {
			this.files.samples().add(0, before, after);
			return;
		}
		// If the lease ended just now the answer was given under the token last seen.
		long token = this.elector.leadership().map(Leadership::fencingToken).orElse(this.lastToken);
		if (token != this.lastToken) {
			// It was certainly granted only when the token was read.
			after = System.nanoTime();
			this.lastToken = token;
		}
		this.files.samples().add(token, before, after);
	}

	/**
	 * Asks for the status.
	 * @return whether the node leads
	 */
	boolean status() {
		long before = System.nanoTime();
		ElectionStatus status = this.elector.status();
		long after = System.nanoTime();
		LeaderInfo leader = status.leader();
		boolean leads = status.leading() && leader != null && leader.id().equals(status.node());
		this.files.led().add(leads ? leader.term() : 0, before, after);
		this.files.known().add((leader != null) ? leader.term() : 0, before, after);
		this.files.terms().add(status.term(), before, after);
		this.files.voting().add(status.voting().startsWith("yes") ? 1 : 0, before, after);
		return leads;
	}

}
